package vault_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestThreatFillChecksBeforeEachWrite changes the page at each observation in turn. The
// value never follows, and what was written before is cleared and reported.
func TestThreatFillChecksBeforeEachWrite(t *testing.T) {
	redirect := func(o *vault.Observation) {
		o.TopURL, o.TopOrigin, o.Top = "https://evil.example/login", "https://evil.example", vault.Document{Frame: "F1", Loader: "L2"}
		for i := range o.Targets {
			o.Targets[i].Document = o.Top
			o.Targets[i].Chain = []vault.FrameObservation{{Document: o.Top, URL: o.TopURL, Origin: o.TopOrigin}}
		}
	}
	reload := func(o *vault.Observation) {
		o.Top.Loader = "L2"
		for i := range o.Targets {
			o.Targets[i].Document = o.Top
			o.Targets[i].Chain = []vault.FrameObservation{{Document: o.Top, URL: o.TopURL, Origin: o.TopOrigin}}
		}
	}
	otherTab := func(o *vault.Observation) { o.Tab = "t2" }
	formaction := func(o *vault.Observation) { o.Targets[1].SubmitOrigins = []string{"https://evil.example"} }
	for _, tt := range []struct {
		name         string
		at           int // observation: 1 decides, 2 and 3 precede the writes
		how          func(*vault.Observation)
		code, reason string
		written      []string
	}{
		{"redirected before the first write", 2, redirect, "destination_denied", "top_level_origin_mismatch", nil},
		{"redirected between the writes", 3, redirect, "destination_denied", "top_level_origin_mismatch", []string{"number"}},
		{"reloaded before the first write", 2, reload, "stale_element", "", nil},
		{"reloaded between the writes", 3, reload, "stale_element", "", []string{"number"}},
		{"another tab", 2, otherTab, "stale_element", "", nil},
		{"form action changed between the writes", 3, formaction, "destination_denied", "submit_origin_mismatch", []string{"number"}},
		{"element gone between the writes", 3, func(o *vault.Observation) { o.Targets = o.Targets[:1] }, "destination_denied", "target_not_observed", []string{"number"}},
		{"element disabled between the writes", 3, func(o *vault.Observation) { o.Targets[1].Field.Disabled = true }, "element_not_fillable", "", []string{"number"}},
	} {
		s := newCheckout(t)
		s.page.change = func(n int, o *vault.Observation) {
			if n == tt.at {
				tt.how(o)
			}
		}
		got := s.refusal(t)
		if got.Code != tt.code || got.Reason != tt.reason || !reflect.DeepEqual(got.Written, tt.written) || got.Cleared != (tt.written != nil) {
			t.Errorf("%s: %+v, want %s %s, written %v and cleared", tt.name, got, tt.code, tt.reason, tt.written)
		}
		if len(s.page.content) != 0 || len(s.page.requests) != len(tt.written) {
			t.Errorf("%s: the page holds %v after %d writes", tt.name, s.page.content, len(s.page.requests))
		}
	}
}

// TestThreatFillRefusesScriptedOrigins is threats rule 1: before the export, and again right
// before each write, for the top origin and the frame's.
func TestThreatFillRefusesScriptedOrigins(t *testing.T) {
	for _, origin := range []string{shop, pay} {
		for exports := range 2 { // capture code runs before the fill, or while the store is asked
			s := newStage(t)
			s.bind("login", "sbm:origin", shop, "sbm:frame-origin", pay)
			s.page.obs = framed().obs
			s.registry.scripted = func(o string) bool { return o == origin && len(s.counted.Exports()) >= exports }
			if got := s.refusal(t); got.Code != "document_scripted" || len(s.page.requests) != 0 || len(s.counted.Exports()) != exports {
				t.Errorf("%s scripted after %d exports: %v after %d writes", origin, exports, got, len(s.page.requests))
			}
		}
	}
}

// TestThreatFillLocksAfterThreeIncomplete is threats N6.
func TestThreatFillLocksAfterThreeIncomplete(t *testing.T) {
	s := newStage(t)
	s.page.outcomes["e1"] = vault.OutcomePartial
	for i := range 3 {
		if got := s.refusal(t); got.Code != "fill_incomplete" || got.Reason != "" {
			t.Fatalf("fill %d: %v", i+1, got)
		}
	}
	s.page.outcomes["e1"] = vault.OutcomeOK
	exports := len(s.counted.Exports())
	if got := s.refusal(t); got.Code != "fill_incomplete" || got.Reason != "locked" || len(s.counted.Exports()) != exports {
		t.Errorf("fourth fill: %v after %d exports, want it locked without another", got, len(s.counted.Exports()))
	}
	// Another context sees the same document of a shared profile as locked too.
	other := s.request
	other.Redactor = &fakeRegistry{j: s.journal}
	if _, err := s.filler.Fill(t.Context(), other); err == nil {
		t.Error("locked reference was filled from another context")
	}
	// Another reference, and another document, are not affected.
	card := newCheckout(t)
	card.filler.Store = s.filler.Store
	s.request.Secret, s.request.Targets = "card", card.request.Targets
	if _, err := s.fill(t); err != nil {
		t.Errorf("another reference: %v", err)
	}
	s.request.Secret, s.request.Targets = "login", []vault.Target{{Element: "e1"}}
	s.filler.Unlock("login")
	if _, err := s.fill(t); err != nil {
		t.Errorf("after a human's word: %v", err)
	}
}

func TestFillLockIsPerDocument(t *testing.T) {
	s := newStage(t)
	s.page.outcomes["e1"] = vault.OutcomeEmpty
	document := 0
	s.page.change = func(n int, o *vault.Observation) {
		o.Top.Loader = fmt.Sprint("L", document)
		o.Targets[0].Document, o.Targets[0].Chain[0].Document = o.Top, o.Top
	}
	// More documents than are counted at once, each short of the lock.
	for document = range 1100 {
		for range 2 {
			if got := s.refusal(t); got.Reason != "" {
				t.Fatalf("document %d: %v", document, got)
			}
		}
	}
	if got := s.refusal(t); got.Reason != "" {
		t.Fatalf("third in the last document: %v", got)
	}
	if got := s.refusal(t); got.Reason != "locked" {
		t.Errorf("fourth in the last document: %v, want locked", got)
	}
}

// TestFillPartialFailureReports: what was written is named, cleared, and said to be.
func TestFillPartialFailureReports(t *testing.T) {
	s := newCheckout(t)
	s.page.outcomes["e2"] = vault.OutcomePartial
	got := s.refusal(t)
	if got.Code != "fill_incomplete" || !reflect.DeepEqual(got.Written, []string{"number"}) || !got.Cleared || len(s.page.content) != 0 {
		t.Errorf("refused with %+v, page %v", got, s.page.content)
	}
	if e := s.events[len(s.events)-1]; !reflect.DeepEqual(e.Written, []string{"number"}) || e.Code != "fill_incomplete" {
		t.Errorf("audit %+v", e)
	}
	s = newCheckout(t)
	s.page.outcomes["e2"], s.page.clearErr = vault.OutcomeFocusLost, errors.New("gone")
	if got := s.refusal(t); got.Cleared || !reflect.DeepEqual(got.Written, []string{"number"}) {
		t.Errorf("clearing that failed: %+v, want it said", got)
	}
}

// TestFillGivenUpStillClears ends the caller's context in the middle of the second write.
func TestFillGivenUpStillClears(t *testing.T) {
	s := newCheckout(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.page.wait = func(ctx context.Context) error {
		if len(s.page.requests) == 2 {
			cancel()
		}
		return ctx.Err()
	}
	_, err := s.filler.Fill(ctx, s.request)
	refusal, ok := errors.AsType[*vault.Refusal](err)
	if !ok || !errors.Is(err, context.Canceled) || !refusal.Cleared || !reflect.DeepEqual(refusal.Written, []string{"number"}) {
		t.Errorf("Fill: %v, want the cause, what was written and that it was cleared", err)
	}
	if got := s.String(); !strings.Contains(got, "clear e1\nclear e2") || len(s.page.content) != 0 {
		t.Errorf("page %v after:\n%s", s.page.content, got)
	}
}

func TestFillPageErrorsPassThrough(t *testing.T) {
	s, gone := newStage(t), errors.New("gone")
	s.page.wait = func(context.Context) error { return gone }
	_, err := s.fill(t)
	if _, isRefusal := errors.AsType[*vault.Refusal](err); isRefusal || !errors.Is(err, gone) {
		t.Errorf("Fill: %v, want the page's error", err)
	}
	if !strings.Contains(s.String(), "clear e1") {
		t.Errorf("not cleared after a write that failed half-way:\n%s", s)
	}
}

func TestFillRegistryErrors(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code string
	}{{fmt.Errorf("x: %w", vault.ErrTooMany), "too_many"}, {vault.ErrClosed, "internal_error"}} {
		s := newStage(t)
		s.registry.err = tt.err
		if got := s.refusal(t); got.Code != tt.code || len(s.page.requests) != 0 {
			t.Errorf("registry error %v: %v after %d writes", tt.err, got, len(s.page.requests))
		}
	}
}

// TestThreatFillTellsNothing prints all that a fill gives to others, for two values: it must
// be the same but for the page's own content.
func TestThreatFillTellsNothing(t *testing.T) {
	told := func(number, cvc string, outcome vault.Outcome) string {
		s := newCheckout(t)
		s.store.values["card"] = fmt.Sprintf(`{"number":%q,"cvc":%q}`, number, cvc)
		s.page.outcomes["e2"] = outcome
		result, err := s.fill(t)
		encoded, _ := json.Marshal([]any{result, s.events, s.page.requests})
		all := fmt.Sprintf("%+v %v %+v %#v %s %s", result, err, s.events, s.page.requests, encoded, s)
		for _, w := range s.page.requests { // pointers differ from run to run
			all = strings.ReplaceAll(all, fmt.Sprintf("%p", w.Value), "p")
		}
		for _, value := range []string{number, cvc} {
			if strings.Contains(all, value) {
				t.Errorf("%q was told: %s", value, all)
			}
		}
		return all
	}
	for _, outcome := range []vault.Outcome{vault.OutcomeOK, vault.OutcomePartial, vault.OutcomeStale} {
		a, b := told("4242424242424242", "987", outcome), told("5555555555554444", "654", outcome)
		if a != b {
			t.Errorf("outcome %q tells values apart:\n%s\n%s", outcome, a, b)
		}
	}
}

func TestRefusalCodesAreAll(t *testing.T) {
	codes := vault.RefusalCodes()
	if len(codes) != 14 || len(vault.Reasons()) != 24 {
		t.Errorf("%d codes, %d reasons: the README's tables list 14 and 24", len(codes), len(vault.Reasons()))
	}
	r := &vault.Refusal{Code: "busy", Reason: "why", Err: errors.New("cause")}
	if got := r.Error(); got != "vault: fill refused: busy (why): cause" {
		t.Errorf("Error = %q", got)
	}
}
