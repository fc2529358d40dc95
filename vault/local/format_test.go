package local

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// counting gives bytes that count upwards, in place of random ones.
func counting(from byte) io.Reader { return &counter{from} }

type counter struct{ next byte }

func (c *counter) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = c.next
		c.next++
	}
	return len(b), nil
}

// example is the store of FORMAT.md.
func example(t testing.TB) (key []byte, c contents) {
	t.Helper()
	key = make([]byte, keySize)
	_, _ = counting(0).Read(key)
	c.header.kind = rawKey
	_, _ = counting(0xa0).Read(c.header.salt[:])
	var err error
	c.header.check, err = keyCheck(key, c.header.salt)
	check(t, err)
	r, err := seal(counting(0x40), key, c.header.salt, metadata{
		ID: "s-example", Name: "shop", Kind: vault.Password, Approval: vault.ApproveNone, Created: 1767225600,
		Properties: []vault.Property{{Key: "sbm:origin", Value: "https://shop.example"}}, Classes: map[string]vault.Class{"": vault.Middling},
	}, secretOf(t, "hunter22"))
	check(t, err)
	c.records = []record{r}
	return key, c
}

// TestFormatExample holds FORMAT.md against the code, in both directions.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	check(t, err)
	documented := dump(t, string(page))
	key, c := example(t)
	made, err := c.encode(key)
	check(t, err)
	if !bytes.Equal(made, documented) {
		t.Errorf("the page shows %d bytes that differ from the %d made here:\n%s", len(documented), len(made), hex.Dump(made))
	}
	d := testDir(t)
	put(t, d, documented)
	s := openWith(t, d, CredentialKey(pagesOf(t, key)))
	refs := list(t, s)
	if len(refs) != 1 || refs[0].Name != "shop" || export(t, s, "s-example") != "hunter22" {
		t.Errorf("the page's store holds %+v", refs)
	}
}

// dump reads the bytes of the page's hexadecimal block: offset, then bytes.
func dump(t *testing.T, page string) (b []byte) {
	t.Helper()
	_, block, found := strings.Cut(page, "```hex\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("FORMAT.md has no block of hexadecimal digits")
	}
	for line := range strings.Lines(block) {
		_, digits, _ := strings.Cut(line, "  ")
		part, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(digits), " ", ""))
		check(t, err)
		b = append(b, part...)
	}
	return b
}

// TestFormatSizes holds the page's byte counts.
func TestFormatSizes(t *testing.T) {
	key, c := example(t)
	b, err := c.encode(key)
	check(t, err)
	r := c.records[0]
	if len(c.header.append(nil)) != 80 || wrapSize != 89 || fixedSize != 109 || len(r.raw) != 109+len(r.metadata)+len(r.sealed) {
		t.Errorf("header %d, wrapping %d, record %d beside its parts", len(c.header.append(nil)), wrapSize, fixedSize)
	}
	if len(b) != 80+len(r.raw)+32 || len(r.sealed) != len("hunter22")+16 {
		t.Errorf("store of %d bytes", len(b))
	}
}

// TestRecordWithPIN: the format has room for the PIN mode; this version keeps such a record
// and says that it cannot open it.
func TestRecordWithPIN(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	c, key := contentsOf(t, d), bytes.Repeat([]byte{1}, keySize)
	meta := c.records[0].meta
	meta.ID, meta.Name, meta.Approval = "s-pin", "with PIN", vault.ApprovePIN
	encoded, err := meta.encode()
	check(t, err)
	r := record{
		meta: meta, metadata: encoded, nonce: make([]byte, nonceSize), sealed: make([]byte, 20),
		wrap: wrapping{mode: wrapPIN, salt: bytes.Repeat([]byte{7}, saltSize), cost: cost{defaultPasses, defaultMemory, defaultLanes}, nonce: make([]byte, nonceSize), sealed: make([]byte, keySize+tagSize)},
	}
	r.raw = r.append(nil)
	c.records = append(c.records, r)
	b, err := c.encode(key)
	check(t, err)
	put(t, d, b)
	refs := list(t, s)
	if len(refs) != 2 || refs[1].Approval != vault.ApprovePIN {
		t.Fatalf("List = %+v", refs)
	}
	if _, err := s.Export(t.Context(), "s-pin"); !errors.Is(err, ErrPIN) {
		t.Errorf("Export: %v, want ErrPIN", err)
	}
	mustImport(t, s, login(t, "b", "bbbb"))
	if kept := contentsOf(t, d).records[1]; !bytes.Equal(kept.raw, r.raw) {
		t.Error("a later import changed the record")
	}
}

func FuzzRecord(f *testing.F) {
	_, c := example(f)
	f.Add(c.records[0].raw)
	f.Add(c.records[0].raw[:fixedSize])
	f.Add(append(bytes.Clone(c.records[0].raw), c.records[0].raw...))
	f.Add(bytes.Replace(c.records[0].raw, []byte(`"none"`), []byte(`"NONE"`), 1))
	f.Add(bytes.Repeat([]byte{0xff}, fixedSize+1))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, rest, err := readRecord(b)
		if err != nil {
			if !errors.Is(err, ErrTampered) && !errors.Is(err, ErrParameters) {
				t.Errorf("readRecord: %v, want a kind of fault", err)
			}
			return
		}
		if len(r.raw)+len(rest) != len(b) || !bytes.Equal(r.append(nil), r.raw) {
			t.Errorf("a record of %d bytes of %d does not write itself again", len(r.raw), len(b))
		}
		if (r.meta.Approval == vault.ApprovePIN) != (r.wrap.mode == wrapPIN) {
			t.Errorf("approval %q beside wrapping %d", r.meta.Approval, r.wrap.mode)
		}
	})
}

func FuzzStore(f *testing.F) {
	key, c := example(f)
	whole, err := c.encode(key)
	check(f, err)
	f.Add(whole)
	f.Add(whole[:headerSize])
	f.Add(whole[:len(whole)-1])
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := readHeader(b)
		if err != nil {
			return
		}
		if !bytes.Equal(h.append(nil)[:40], b[:40]) || int(h.length) != len(b) || h.records > maxRecords {
			t.Errorf("header %+v of %d bytes", h, len(b))
		}
		// Without the key only the genuine file passes.
		if _, err := verify(b, h, key); err == nil && !bytes.Equal(b, whole) {
			t.Error("a forged store was accepted")
		}
	})
}
