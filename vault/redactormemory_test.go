package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"browser-mcp/internal/leak"
)

func TestRedactorPrintsCounts(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB, "w": tokenA})
	register(t, r, me, "pw", "", Password, Middling, "hunter2hunter")
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, "v", "")
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "r", r)
	encoded, err := json.Marshal(map[string]any{"r": r})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(r), fmt.Sprintf("%v %+v %#v %s %d %x", r, r, r, r, r, r), fmt.Sprintf("%v", []*Redactor{r}), log.String(), string(encoded)} {
		if found := leak.Scan([]byte(text), tokenA, tokenB, "hunter2hunter"); len(found) > 0 {
			t.Errorf("printed %q, found %v", text, found)
		}
	}
	if got, want := fmt.Sprint(r), "vault.Redactor{values: 3, fills: 1}"; got != want {
		t.Errorf("Sprint = %q, want %q", got, want)
	}
}

// TestCloseWipesAndWithholds: locked memory is gone, and what can no longer be searched
// does not leave.
func TestCloseWipesAndWithholds(t *testing.T) {
	r := NewRedactor()
	if err := r.Close(); err != nil || r.Redact(me, "text") != "text" {
		t.Errorf("an empty redactor after Close: %v, %q", err, r.Redact(me, "text"))
	}
	r = NewRedactor()
	register(t, r, me, "v", "", Token, Strong, tokenB)
	pages := []interface{ Bytes() []byte }{r.values[0].pages, r.index.memory[0], r.index.memory[1]}
	for range 2 {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range pages {
		if p.Bytes() != nil {
			t.Errorf("memory %d is open after Close", i)
		}
	}
	if got := r.Redact(me, "late "+tokenB); got != redacted {
		t.Errorf("Redact after Close = %q", got)
	}
	if got := r.RedactRuns(me, make([]Place, 2), []string{"a", ""}); got[0] != redacted || got[1] != "" {
		t.Errorf("RedactRuns after Close = %q", got)
	}
	s, _ := NewSecret([]byte(tokenA))
	defer s.Close()
	if err := r.Register(me, "w", "", Token, Strong, shop, s); !errors.Is(err, ErrClosed) {
		t.Errorf("Register after Close = %v, want ErrClosed", err)
	}
}

// TestFormsAreLocked is decision 33: no pattern and no window lies outside locked memory.
func TestFormsAreLocked(t *testing.T) {
	for _, value := range strongValues {
		r := redactorWith(t, Strong, map[SecretID]string{"v": value})
		area := r.values[0].pages.Bytes()
		for i, p := range r.values[0].patterns {
			if !within(area, p.kept) {
				t.Errorf("%q: pattern %d lies outside locked memory", value, i)
			}
		}
		if !within(area, r.values[0].raw) || !within(r.index.memory[1].Bytes(), r.index.slots) || !within(r.index.memory[0].Bytes(), r.index.filter) {
			t.Errorf("%q: raw value or index outside locked memory", value)
		}
	}
}

// within reports whether part is a slice of whole.
func within(whole, part []byte) bool {
	for i := range whole {
		if &whole[i] == &part[0] {
			return i+len(part) <= len(whole)
		}
	}
	return false
}

// TestRedactWorkIsBounded: a page that knows the value cannot make a scan slow, nor get the
// value through by being expensive.
func TestRedactWorkIsBounded(t *testing.T) {
	periodic := strings.Repeat("ab1", 2000)
	r := redactorWith(t, Strong, map[SecretID]string{"v": periodic, "w": tokenB})
	for _, text := range []string{strings.Repeat(periodic[:len(periodic)-1]+"!!!!", 20), strings.Repeat(tokenB, 3000), strings.Repeat(tokenB[:31], 3000), strings.Repeat("%2525", 40000)} {
		var steps int
		s := search{ix: r.index, wanted: func(*registered) bool { return true }, steps: workFactor*len(text) + leastSteps}
		before := s.steps
		s.scan(layers(text))
		if steps = before - s.steps; steps > before+2*len(periodic) {
			t.Errorf("a text of %d bytes took %d steps, limit %d", len(text), steps, before)
		}
		if found := leak.Scan([]byte(r.Redact(me, text)), tokenB); len(found) > 0 {
			t.Errorf("value got through: %v", found)
		}
	}
}

func TestRedactorConcurrently(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for k := range 20 {
				register(t, r, me, SecretID(fmt.Sprint(i, "-", k)), "", Token, Strong, generated(uint64(100*i+k)))
				r.Committed(CommittedDoc{Tab: "t1", Frame: "f", Loader: fmt.Sprint(i, k), Origin: shop, Top: true})
				if got := r.Redact(me, "x "+tokenB); got != "x [REDACTED:v]" {
					t.Errorf("Redact = %q", got)
				}
			}
		})
	}
	wg.Wait()
}
