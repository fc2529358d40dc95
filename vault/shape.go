package vault

// shapes is a set of shapes that guessable values have. A shape is known from kind and key
// and, only where these leave it open, from the bracket that the value's length falls in:
// never from anything that tells two values of a class apart (threats N0).
type shapes uint16

const (
	shapeCard     shapes = 1 << iota
	shapeIBAN            // two letters, two digits, more of either
	shapeAccount         // numbers too short for a card and too long for a code
	shapeExpiry          // month and year, or either alone by the next two
	shapeMonth           // also days
	shapeYear            //
	shapeCVC             //
	shapeCode            // one-time codes, PINs
	shapeDate            // day, month, year
	shapePostcode        //
	shapeMixed           // short values of letters and digits
)

// lastingShapes are rare enough on a page to be masked as long as taint lasts; the others
// are everywhere, and masked only near the fill (threats N4, scope).
const lastingShapes = shapeCard | shapeIBAN | shapeAccount

// passwordShapes are those of a password that is guessable. Nothing but its value says whether it is a number, a word or
// a mixture; so all of them count, whichever it is.
const passwordShapes = shapeCVC | shapeCode | shapeAccount | shapeCard | shapeMixed

// shapeMarkers stand in for what is masked, the longer shapes first.
var shapeMarkers = []struct {
	shape  shapes
	marker string
}{
	{shapeCard, "[MASKED:12-19 digits]"},
	{shapeIBAN, "[MASKED:15-34 characters]"},
	{shapeAccount, "[MASKED:9-11 digits]"},
	{shapeDate, "[MASKED:date]"},
	{shapeCode, "[MASKED:4-8 digits]"},
	{shapeExpiry, "[MASKED:4-6 digits]"},
	{shapeCVC, "[MASKED:3-4 digits]"},
	{shapeYear, "[MASKED:2-4 digits]"},
	{shapeMonth, "[MASKED:1-2 digits]"},
	{shapePostcode, "[MASKED:postcode]"},
	{shapeMixed, "[MASKED:4-7 characters]"},
}

// keyShapes is what the name of a key says, the first that fits.
var keyShapes = []struct {
	shape        shapes
	words, parts []string
}{
	{shapeIBAN, []string{"iban"}, []string{"iban"}},
	{shapeCVC, []string{"cvc", "cvc2", "cvv", "cvv2", "csc", "cid"}, []string{"securitycode"}},
	{shapeMonth, []string{"mm", "month", "day", "dd"}, []string{"expmonth"}},
	{shapeYear, []string{"yy", "yyyy", "year"}, []string{"expyear"}},
	{shapeExpiry, []string{"exp", "expires", "mmyy"}, []string{"expir"}},
	{shapeCard, []string{"pan"}, []string{"cardnum", "ccnum"}},
	{shapeDate, []string{"dob", "date", "birthday"}, []string{"birth"}},
	{shapePostcode, []string{"zip", "postcode", "plz"}, []string{"postcode", "postal", "zipcode"}},
	{shapeCode, []string{"pin", "code", "otp", "totp", "tan", "mfa"}, []string{"passcode", "pincode", "onetime", "otpcode"}},
}

// shapesOf chooses the shape under which a guessable value is masked; none for one that
// has no shape of its own, like a name: then only its field is hidden.
func shapesOf(kind Kind, key string, raw []byte) shapes {
	n := countDigits(raw)
	for _, k := range keyShapes {
		if hasWord(key, k.words, k.parts) && fits(k.shape, n) {
			return k.shape
		}
	}
	switch {
	case kind == Password:
		return passwordShapes
	case kind == Code && fits(shapeCode, n):
		return shapeCode
	case kind == Card && n.other > 0 && n.letters == 0 && n.digits <= 6:
		return shapeExpiry
	case n.other > 0 && n.letters == 0 && 0 < n.digits && n.digits <= 8:
		return shapeDate
	case n.letters >= 2 && n.digits >= 2 && n.digits+n.letters >= leastIBAN && beginsIBAN(raw):
		return shapeIBAN
	case n.letters > 0 && n.digits > 0 && n.letters+n.digits < window:
		return shapeMixed
	case n.letters > 0:
		return 0
	}
	return shapeOfDigits(n.digits)
}

// fits keeps a key's name from hiding a value under a shape that it does not have: an
// account number may be called a code.
func fits(s shapes, n counts) bool {
	switch s {
	case shapeIBAN:
		return n.letters >= 2 && n.letters+n.digits >= leastIBAN
	case shapePostcode:
		return n.letters+n.digits <= 8
	case shapeDate, shapeExpiry:
		return n.letters == 0 && n.digits <= 8
	}
	bounds, ok := digitBounds[s]
	return ok && n.letters == 0 && bounds.holds(n.digits)
}

// digitBounds says how many digits a number of each shape has.
var digitBounds = map[shapes]bounds{
	shapeMonth: {1, 2}, shapeYear: {2, 4}, shapeCVC: {3, 4}, shapeCode: {4, 8}, shapeAccount: {9, 11}, shapeCard: {12, 19},
}

type bounds struct{ least, most int }

func (b bounds) holds(n int) bool { return b.least <= n && n <= b.most }

func shapeOfDigits(n int) shapes {
	for _, s := range []shapes{shapeCVC, shapeMonth, shapeCode, shapeAccount, shapeCard} {
		if digitBounds[s].holds(n) {
			return s
		}
	}
	return 0
}

// counts of what a value consists of, in kept characters; other are separators.
type counts struct{ digits, letters, other int }

func countDigits[T text](s T) (n counts) {
	for i := 0; i < len(s); {
		u := next(viewLoose, s, i)
		i += u.size
		switch {
		case u.n > 0 && onlyDigits(u.kept[:u.n]):
			n.digits += u.n
		case u.n > 0:
			n.letters++
		case u.kind == foldSeparator:
			n.other++
		}
	}
	return n
}

// leastIBAN and mostIBAN bound an IBAN in characters (ISO 13616).
const leastIBAN, mostIBAN = 15, 34

// beginsIBAN reports two letters and two digits at the start.
func beginsIBAN[T text](s T) bool {
	i := 0
	for n := 0; n < 4; {
		if i >= len(s) {
			return false
		}
		u := next(viewLoose, s, i)
		i += u.size
		if u.n == 0 {
			continue
		}
		if u.n > 1 || isDigit(u.kept[0]) != (n >= 2) {
			return false
		}
		n++
	}
	return true
}
