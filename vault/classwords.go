package vault

import "strings"

// bigrams are pairs of letters that are common in English, German, French, Spanish or
// Italian. Nine in ten pairs of a word are here, and four in ten of random ones.
const bigrams = "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra " +
	"ld ur ic ll me ri ro li ne io us el ma ta om ch ho be ce co di la lo no pe ca ac ec ss il ol ul un ut ot ow em ee oo tr " +
	"so we wa wi wh sh ge gh ie ei ai au ay ey ly ry ty ni na nc ns pr po pa pi pl fo fi fe fr fa vi va vo su sc sp ct rs rt " +
	"rd rm rn ad ag am ap av ab id ig im ir iv if ob od og op os ov ub uc ud ug um up bl br bo ba bi bu cr cl cu ck da do dr " +
	"du ef eg ep ev ew ex ga gi go gr gu hu ja jo ju ka ke ki kn ko lu mb mi mo mp mu my nk nn nu oc ok oi pu qu ru rr sk sl " +
	"sm sn sw tt tu tw ts ue ui ye yo za ze zo oa ua ia ks ls ms ft lt ds mm pp"

var commonBigram = func() (common [26 * 26]bool) {
	for _, pair := range strings.Fields(bigrams) {
		common[int(pair[0]-'a')*26+int(pair[1]-'a')] = true
	}
	return common
}()

// isWord says whether three letters or more, seen through an alphabet, look like a word of
// a language: at least seven in ten of their pairs are common ones.
func isWord(b []byte, alphabet func(byte) byte) bool {
	if len(b) < 3 {
		return false
	}
	common := 0
	for i := range len(b) - 1 {
		x, y := alphabet(b[i]), alphabet(b[i+1])
		if !isLetter(x) || !isLetter(y) {
			return false
		}
		if commonBigram[int(x-'a')*26+int(y-'a')] {
			common++
		}
	}
	return common*10 >= (len(b)-1)*7
}
