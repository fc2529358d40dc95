package main

import (
	"bytes"
	"os"
	"testing"

	"golang.org/x/text/cases"
)

func TestCommittedTableIsCurrent(t *testing.T) {
	want, err := render("vault", build())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../vault/fold_table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("vault/fold_table.go is not what go generate ./vault writes")
	}
}

func TestFold(t *testing.T) {
	caser := cases.Fold()
	for _, test := range []struct {
		r    rune
		kind int
		text string
	}{
		{'a', itself, ""}, {'A', firstText, "a"}, {'é', firstText, "e"}, {'ß', firstText, "ss"}, {'４', firstText, "4"}, {'٤', firstText, "4"},
		{'𝟜', firstText, "4"}, {'½', firstText, "12"}, {'ﬃ', firstText, "ffi"}, {'日', itself, ""}, {'한', itself, ""}, {'Ꭰ', firstText, "ꭰ"}, {'ꭰ', itself, ""},
		{'-', separator, ""}, {' ', separator, ""}, {0xD800, separator, ""}, {0x10FFFF, separator, ""},
		{0x00AD, ignored, ""}, {0x200B, ignored, ""}, {0x0301, ignored, ""}, {0x0345, ignored, ""}, {0x202E, ignored, ""}, {0xFE0F, ignored, ""}, {0x3164, ignored, ""},
	} {
		if kind, text := fold(caser, test.r); kind != test.kind || text != test.text {
			t.Errorf("fold(%U) = %d, %q, want %d, %q", test.r, kind, text, test.kind, test.text)
		}
	}
}
