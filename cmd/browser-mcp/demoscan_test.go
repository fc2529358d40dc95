package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"
)

const scanned = `q7"R<v&kT/9+xE mZ2`

// spellings writes a value as tables 8.3 and 8.4 of secure-browser list it.
func spellings(value string) map[string]string {
	quoted, _ := json.Marshal(value)
	twice, _ := json.Marshal(string(quoted))
	var entities, percent, spaced, escapes, wide strings.Builder
	for _, r := range value {
		fmt.Fprintf(&entities, "&#x%X;", r)
		fmt.Fprintf(&percent, "%%%02X", r)
		fmt.Fprintf(&spaced, "%c - ", r)
		fmt.Fprintf(&escapes, `\u%04x`, r)
		if r > ' ' {
			r += 0xff01 - '!'
		}
		wide.WriteRune(r)
	}
	sum := sha256.Sum256([]byte(value))
	return map[string]string{
		"plain": value, "upper": strings.ToUpper(value), "json": string(quoted), "json twice": string(twice),
		"entities": entities.String(), "named entities": html.EscapeString(value), "percent": percent.String(),
		"query": url.QueryEscape(value), "query twice": url.QueryEscape(url.QueryEscape(value)),
		"spaced": spaced.String(), "escapes": escapes.String(), "full width": wide.String(),
		"reversed": reverse(value), "hex": hex.EncodeToString([]byte(value)),
		"hex colons": strings.Trim(fmt.Sprintf("% X", value), " "), "hex marks": markedHex(value),
		"base64":                 base64.StdEncoding.EncodeToString([]byte(value)),
		"base64url":              base64.RawURLEncoding.EncodeToString([]byte(value)),
		"base64 inside":          base64.StdEncoding.EncodeToString([]byte("user:" + value + ":end")),
		"base64 inside, shifted": base64.StdEncoding.EncodeToString([]byte("users:" + value + ":end")),
		"bytes":                  fmt.Sprint([]byte(value)), "half": value[:len(value)-3], "sha256": hex.EncodeToString(sum[:]),
		"quoted-printable": strings.ReplaceAll(strings.ToUpper(fmt.Sprintf("% x", value)), " ", "="),
	}
}

func TestFindValueFindsEverySpelling(t *testing.T) {
	for name, text := range spellings(scanned) {
		around := "{\"text\":\"before =" + text + " after\"}\n"
		if got := findValue([]byte(around), scanned); len(got) == 0 {
			t.Errorf("%s: findValue(%q) = none, want a form", name, around)
		}
	}
}

func TestFindValueLeavesOtherTextAlone(t *testing.T) {
	text := strings.Repeat("A page of ordinary text, e12 input password \"Password\" [REDACTED:x], q7 R v kT. ", 200)
	if got := findValue([]byte(text), scanned); len(got) > 0 {
		t.Errorf("findValue(text without the value) = %q, want none", got)
	}
}

func TestFindValueNamesForms(t *testing.T) {
	text := base64.StdEncoding.EncodeToString([]byte(scanned)) + " " + hex.EncodeToString([]byte(scanned))
	got := findValue([]byte(text), scanned)
	if want := []string{"base64 at 0", "hex"}; !slices.Equal(got, want) {
		t.Errorf("findValue = %q, want %q", got, want)
	}
}

func FuzzFindValue(f *testing.F) {
	f.Add("x", "0123456789abcdefgh")
	f.Add(`\u`, "%%%%%%%%41")
	f.Fuzz(func(t *testing.T, around, value string) {
		if len(keep(value)) < 8 {
			return
		}
		if got := findValue([]byte(around+value+around), value); len(got) == 0 {
			t.Errorf("findValue(%q around %q) = none", around, value)
		}
	})
}
