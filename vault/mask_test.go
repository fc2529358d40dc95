package vault

import (
	"strings"
	"testing"
)

func mask(set shapes, s string) string { return apply(s, merge(maskSpans(s, set)), false) }

func TestMaskShapes(t *testing.T) {
	const card, cvc, code = "[MASKED:12-19 digits]", "[MASKED:3-4 digits]", "[MASKED:4-8 digits]"
	for _, test := range []struct {
		set      shapes
		in, want string
	}{
		{shapeCard, "card 4242424242424242.", "card " + card + "."},
		{shapeCard, "card 4242 4242 4242 4242.", "card " + card + "."},
		{shapeCard, "card 4242-4242-4242-4242, 4242,4242,4242,4242", "card " + card},
		{shapeCard, "3782 822463 10005 ok", card + " ok"},
		{shapeCard, "4242x4242x4242x4242", card},
		{shapeCard, "4242 , 4242 , 4242 , 4242", card},
		{shapeCard, "４２４２　４２４２　４２４２　４２４２", card},
		{shapeCard, "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", card},
		{shapeCard, "n=4242%204242%204242%204242&a", "n=" + card + "&a"},
		{shapeCard, "&#52;242 4242 4242 4242", card},
		{shapeCard, "4\u200b2\u00ad42 4242 4242 4242", card},
		{shapeCard, "card ending 4242", "card ending 4242"},
		{shapeCard, "4242 then later 4242 and 4242 and finally 4242", "4242 then later 4242 and 4242 and finally 4242"},
		{shapeCard, "at 2025-01-03 12:30:05 and 2025-01-03", "at 2025-01-03 12:30:05 and 2025-01-03"},
		{shapeCard, "$1,234.50 $2,345.60 $3,456.70", "$1,234.50 $2,345.60 $3,456.70"},
		{shapeCard, "10% 20% 30% 40% 50% 60% 70%", "10% 20% 30% 40% 50% 60% 70%"},
		{shapeCVC, "code 123 or 1234, not 12, 12345 or a123", "code " + cvc + " or " + cvc + ", not 12, 12345 or a123"},
		{shapeCVC, "$123 123€ £ 123", "$123 123€ £ " + cvc},
		{shapeCVC, "1.123 123.5 123% 12:123 cvc:123. 123:", "1.123 123.5 123% 12:123 cvc:" + cvc + ". " + cvc + ":"},
		{shapeCVC, "1 2 3 and 1-2-3", "1 2 3 and 1-2-3"},
		{shapeCVC, "１２３ x", cvc + " x"},
		{shapeCode, "your code is 123456, 123-456 or 123 456", "your code is " + code + ", " + code + " or " + code},
		{shapeCode, "1 2 3 4 5 6", code},
		{shapeCode, "123456789 and 123", "123456789 and 123"},
		{shapeExpiry, "valid thru 12/27, 12 / 2027, 2027-12, 1227", "valid thru [MASKED:4-6 digits], [MASKED:4-6 digits], [MASKED:4-6 digits], [MASKED:4-6 digits]"},
		{shapeMonth, "month 12 of 2027", "month [MASKED:1-2 digits] of 2027"},
		{shapeYear, "12 of 2027 or 123", "[MASKED:2-4 digits] of [MASKED:2-4 digits] or 123"},
		{shapeIBAN, "IBAN GB82 WEST 1234 5698 7654 32 ok", "IBAN [MASKED:15-34 characters] ok"},
		{shapeIBAN, "gb82west12345698765432 ok", "[MASKED:15-34 characters] ok"},
		{shapeIBAN, "AB12 is short, and so is AB12 CD34", "AB12 is short, and so is AB12 CD34"},
		{shapeAccount, "account 1234567890 of 12345678", "account [MASKED:9-11 digits] of 12345678"},
		{shapeDate, "born 3.4.1985 or 1985-04-03 or 03041985", "born [MASKED:date] or [MASKED:date] or [MASKED:date]"},
		{shapePostcode, "at SW1A 1AA or 12345", "at [MASKED:postcode] [MASKED:postcode] or [MASKED:postcode]"},
		{shapeMixed, "word ab12c word2word longer1word", "word [MASKED:4-7 characters] word2word longer1word"},
		{shapeCard | shapeCVC | shapeExpiry, "4242424242424242, exp 12/27, 123", card + ", exp [MASKED:4-6 digits], " + cvc},
		{shapeCard, "4242424242424242 12/27 123", card}, // a longer chain may hold a card
		{0, "4242424242424242 12/27 123", "4242424242424242 12/27 123"},
	} {
		if got := mask(test.set, test.in); got != test.want {
			t.Errorf("mask(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

// TestShapeIsTheClass: kind and key choose the shape, and all values of a class have one.
func TestShapeIsTheClass(t *testing.T) {
	for _, test := range []struct {
		kind   Kind
		key    string
		values []string
		want   shapes
	}{
		{Card, "number", []string{"4242424242424242", "378282246310005", "4242 4242 4242 4242", "6304000000000000000"}, shapeCard},
		{Card, "cvc", []string{"123", "999", "0000"}, shapeCVC},
		{Card, "expiry", []string{"12/27", "01/2030", "1227", "122027"}, shapeExpiry},
		{Card, "exp-month", []string{"12", "01", "7"}, shapeMonth},
		{Card, "exp_year", []string{"27", "2027"}, shapeYear},
		{Card, "", []string{"4242424242424242", "5555555555554444"}, shapeCard},
		{Code, "", []string{"123456", "0000", "98765432"}, shapeCode},
		{Code, "pin", []string{"1234", "987654"}, shapeCode},
		{Text, "iban", []string{"GB82WEST12345698765432", "DE89 3704 0044 0532 0130 00"}, shapeIBAN},
		{Text, "dob", []string{"1985-04-03", "03.04.85"}, shapeDate},
		{Text, "postcode", []string{"SW1A 1AA", "12345", "10115"}, shapePostcode},
		{Password, "", []string{"ab12", "s3cret", "zephyr", "12345", "1", "123456789012"}, passwordShapes},
		{Text, "name", []string{"Jo Doe", "Ann"}, 0},
	} {
		for _, v := range test.values {
			if got := shapesOf(test.kind.ForKey(test.key), test.key, []byte(v)); got != test.want {
				t.Errorf("shapesOf(%s, %q, %q) = %b, want %b", test.kind, test.key, v, got, test.want)
			}
		}
	}
}

func FuzzMask(f *testing.F) {
	f.Add("card 4242 4242 4242 4242 cvc 123 exp 12/27 &#49;23 %31%32", uint16(0xFFFF))
	f.Fuzz(func(t *testing.T, s string, set uint16) {
		got := mask(shapes(set), s)
		for i := range 10 { // what is masked depends on where digits stand, not on which
			turned := []rune(s)
			for k, r := range turned {
				if '1' <= r && r <= '9' {
					turned[k] = '1' + (r-'1'+rune(i))%9
				}
			}
			if s == string(turned) || len(layers(s)) > 1 || timestamp.MatchString(s) {
				continue
			}
			if other := mask(shapes(set), string(turned)); countMarkers(other) != countMarkers(got) {
				t.Fatalf("mask(%q) = %q, but mask(%q) = %q", s, got, string(turned), other)
			}
		}
	})
}

func countMarkers(s string) int { return strings.Count(s, "[MASKED:") }
