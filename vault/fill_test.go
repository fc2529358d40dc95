package vault_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"browser-mcp/vault"
)

// TestFillOrder is secure-browser, section 6: registered before anything is written, decided
// again before each write, audited before the export.
func TestFillOrder(t *testing.T) {
	s := newCheckout(t)
	result, err := s.fill(t)
	if err != nil {
		t.Fatal(err)
	}
	if want := (vault.FillResult{Filled: true, Written: []string{"number", "cvc"}}); !reflect.DeepEqual(result, want) {
		t.Errorf("Fill = %+v, want %+v", result, want)
	}
	want := `observe e1 e2
audit fill
export card
register card "number" card guessable https://shop.example
register card "cvc" card guessable https://shop.example
record https://shop.example
observe e1
filled card "number" t1/F1/L1 https://shop.example 7
write e1
observe e2
filled card "cvc" t1/F1/L1 https://shop.example 7
write e2
audit filled`
	if got := s.String(); got != want {
		t.Errorf("order:\n%s\nwant:\n%s", got, want)
	}
	if want := map[string]string{"e1": "4242424242424242", "e2": "123"}; !reflect.DeepEqual(s.page.content, want) {
		t.Errorf("the page holds %v, want %v", s.page.content, want)
	}
	if len(s.counted.Exports()) != 1 {
		t.Errorf("%d exports, want 1", len(s.counted.Exports()))
	}
}

func TestFillForgetsTheValue(t *testing.T) {
	for name, s := range map[string]*stage{"success": newCheckout(t), "refusal": newCheckout(t)} {
		if name == "refusal" {
			s.page.outcomes["e2"] = vault.OutcomePartial
		}
		_, _ = s.fill(t)
		for _, w := range s.page.requests {
			if err := w.Value.Use(func([]byte) error { return nil }); !errors.Is(err, vault.ErrClosed) {
				t.Errorf("%s: a written part after the fill: %v, want it wiped", name, err)
			}
		}
		if err := s.store.given[0].Single.Use(func([]byte) error { return nil }); !errors.Is(err, vault.ErrClosed) {
			t.Errorf("%s: the exported value after the fill: %v, want it wiped", name, err)
		}
	}
}

func TestFillWriteRequest(t *testing.T) {
	s := newStage(t)
	s.bind("login", "sbm:origin", shop, "sbm:selector", "#p", "sbm:submit-origin", "https://id.example")
	s.request.Targets = []vault.Target{{Elements: []string{"e1", "e2"}}}
	if _, err := s.fill(t); err != nil {
		t.Fatal(err)
	}
	got := s.page.requests[0]
	got.Value = nil
	want := vault.WriteRequest{
		Elements: []string{"e1", "e2"}, Document: vault.Document{Frame: "F1", Loader: "L1"}, Origin: shop, URL: "https://shop.example/login?next=x", Selectors: []string{"#p"},
		SubmitOrigins: []string{shop, "https://id.example"}, Marker: "[REDACTED:secret-filled-field]",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Write got %+v, want %+v", got, want)
	}
	card := newCheckout(t)
	if _, err := card.fill(t); err != nil {
		t.Fatal(err)
	}
	if !card.page.requests[0].Separators {
		t.Error("a card number may not be grouped by the page, want Separators")
	}
}

// TestFillRefusedWithoutExport: nothing that is refused before the export asks for one, and
// none of it is written.
func TestFillRefusedWithoutExport(t *testing.T) {
	one := func(t vault.Target) []vault.Target { return []vault.Target{t} }
	for _, tt := range []struct {
		name         string
		spoil        func(*stage)
		code, reason string
	}{
		{"unknown id", func(s *stage) { s.request.Secret = "other" }, "unknown_secret", ""},
		{"impossible id", func(s *stage) { s.request.Secret = "a b\n" }, "unknown_secret", ""},
		{"empty id", func(s *stage) { s.request.Secret = "" }, "unknown_secret", ""},
		{"no targets", func(s *stage) { s.request.Targets = nil }, "invalid_request", "no_targets"},
		{"both forms", func(s *stage) { s.request.Targets = one(vault.Target{Element: "e1", Elements: []string{"e2"}}) }, "invalid_request", "request_invalid"},
		{"element twice", func(s *stage) { s.request.Targets = []vault.Target{{Element: "e1"}, {Element: "e1"}} }, "invalid_request", "duplicate_target"},
		{"wrong key", func(s *stage) {
			s.request.Secret, s.request.Targets = "card", one(vault.Target{Key: "pin", Element: "e1"})
		}, "destination_denied", "unknown_field_key"},
		{"unkeyed on a keyed secret", func(s *stage) { s.request.Secret = "card" }, "destination_denied", "unkeyed_target_for_field_binding"},
		{"malformed binding", func(s *stage) { s.bind("login", "sbm:origin", shop+"/") }, "destination_denied", "binding_invalid"},
		{"unbound", func(s *stage) { s.bind("login") }, "destination_denied", "unbound_secret"},
		{"wrong origin", func(s *stage) { s.bind("login", "sbm:origin", pay) }, "destination_denied", "top_level_origin_mismatch"},
		{"wrong path", func(s *stage) { s.bind("login", "sbm:origin", shop, "sbm:url-pattern", "/pay") }, "destination_denied", "url_pattern_mismatch"},
		{"wrong selector", func(s *stage) { s.bind("login", "sbm:origin", shop, "sbm:selector", "#other") }, "destination_denied", "selector_mismatch"},
		{"element gone", func(s *stage) { s.request.Targets[0].Element = "e9" }, "destination_denied", "target_not_observed"},
		{"hidden element", func(s *stage) { s.page.obs.Targets[0].Field.Hidden = true }, "element_not_fillable", ""},
		{"disabled element", func(s *stage) { s.page.obs.Targets[0].Field.Disabled = true }, "element_not_fillable", ""},
		{"read-only element", func(s *stage) { s.page.obs.Targets[0].Field.ReadOnly = true }, "element_not_fillable", ""},
		{"no text field", func(s *stage) { s.page.obs.Targets[0].Field.Editable = false }, "element_not_fillable", ""},
		{"scripted origin", func(s *stage) { s.registry.scripted = func(origin string) bool { return origin == shop } }, "document_scripted", ""},
		{"store down", func(s *stage) { s.store.listErr = errors.New("down") }, "backend_error", ""},
	} {
		s := newStage(t)
		tt.spoil(s)
		got := s.refusal(t)
		if got.Code != tt.code || got.Reason != tt.reason || len(got.Written) > 0 {
			t.Errorf("%s: refused with %q %q, want %q %q", tt.name, got.Code, got.Reason, tt.code, tt.reason)
		}
		if n := len(s.counted.Exports()); n != 0 || len(s.page.requests) != 0 || strings.Contains(s.String(), "register") {
			t.Errorf("%s: %d exports, %d writes, want none:\n%s", tt.name, n, len(s.page.requests), s)
		}
		if len(s.events) != 1 || s.events[0].Event != "fill_refused" || s.events[0].Code != tt.code {
			t.Errorf("%s: audit %+v, want one refusal", tt.name, s.events)
		}
	}
}

// TestFillApprovalModes: no mode is taken for "none", not even one that is missing.
func TestFillApprovalModes(t *testing.T) {
	for _, mode := range []vault.ApprovalMode{vault.ApproveConfirm, vault.ApprovePIN, vault.ApproveElicit, vault.ApproveCLI, vault.ApproveBackend, "", "None", "other"} {
		s := newStage(t)
		s.store.refs[0].Approval = mode
		if got := s.refusal(t); got.Code != "approval_failed" || got.Reason != "approval_mode_unsupported" {
			t.Errorf("mode %q: refused with %q %q", mode, got.Code, got.Reason)
		}
		if len(s.counted.Exports()) != 0 {
			t.Errorf("mode %q: exported", mode)
		}
	}
}

func TestFillExportErrors(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code string
	}{
		{errors.New("down"), "backend_error"},
		{fmt.Errorf("x: %w", vault.ErrUnknownSecret), "unknown_secret"},
		{fmt.Errorf("x: %w", vault.ErrPayload), "payload_invalid"},
	} {
		s := newStage(t)
		s.store.err = tt.err
		if got := s.refusal(t); got.Code != tt.code || !errors.Is(got, tt.err) {
			t.Errorf("export error %v: refused with %v, want %s", tt.err, got, tt.code)
		}
	}
}

// TestFillPayloadRules: what cannot be filled is refused before anything is written.
func TestFillPayloadRules(t *testing.T) {
	single := func(value string) *stage { s := newStage(t); s.store.values["login"] = value; return s }
	card := func(value string) *stage { s := newCheckout(t); s.store.values["card"] = value; return s }
	area := single("two\nlines\tand a tab")
	area.bind("login", "sbm:origin", shop, "sbm:selector", "textarea")
	area.page.obs.Targets[0].Field = vault.Field{Tag: "textarea", TextArea: true, Editable: true}
	for _, tt := range []struct {
		name string
		s    *stage
		ok   bool
	}{
		{"plain", single("hunter22"), true},
		{"letters beyond ASCII", single("pä$$wörd 日本"), true},
		{"line break in a single line", single("two\nlines"), false},
		{"line break in a textarea", area, true},
		{"NUL", single("a\x00b"), false},
		{"escape", single("a\x1bb"), false},
		{"DEL", single("a\x7fb"), false},
		{"C1 control", single("a\u0085b"), false},
		{"not UTF-8", single("a\xffb"), false},
		{"longest", single(strings.Repeat("a", vault.MaxSecret)), true},
		{"not JSON", card("4242424242424242"), false},
		{"array", card(`["4242"]`), false},
		{"number part", card(`{"number":4242,"cvc":"123"}`), false},
		{"nested part", card(`{"number":{},"cvc":"123"}`), false},
		{"empty part", card(`{"number":"4242","cvc":""}`), false},
		{"missing key", card(`{"number":"4242"}`), false},
		{"duplicate key", card(`{"number":"4242","cvc":"1","cvc":"2"}`), false},
		{"case of a key", card(`{"number":"4242","CVC":"123"}`), false},
		{"trailing", card(cardValue + "x"), false},
		{"half a surrogate", card(`{"number":"4242","cvc":"\ud800"}`), false},
		{"control in a part", card(`{"number":"4242","cvc":"1\n2"}`), false},
		{"further key", card(`{"number":"4242","cvc":"123","name":"A"}`), true},
	} {
		if tt.ok {
			if _, err := tt.s.fill(t); err != nil {
				t.Errorf("%s: %v, want it filled", tt.name, err)
			}
			continue
		}
		if got := tt.s.refusal(t); got.Code != "payload_invalid" || strings.Contains(tt.s.String(), "register") {
			t.Errorf("%s: %v, want payload_invalid before anything is registered:\n%s", tt.name, got, tt.s)
		}
	}
}

func TestFillPartsFromTheStore(t *testing.T) {
	s := newStage(t)
	s.store.values["login"] = ""
	if got := s.refusal(t); got.Code != "backend_error" {
		t.Errorf("empty value: %v", got)
	}
	parts := &vault.Payload{Parts: map[string]*vault.Secret{"number": secret(t, "4242424242424242"), "cvc": secret(t, "123")}}
	for _, tt := range []struct {
		s    *stage
		code string
	}{{newCheckout(t), ""}, {newStage(t), "payload_invalid"}} {
		tt.s.filler.Store = partsStore{tt.s.store, parts}
		_, err := tt.s.fill(t)
		refusal, _ := errors.AsType[*vault.Refusal](err)
		if (tt.code == "") != (err == nil) || refusal != nil && refusal.Code != tt.code {
			t.Errorf("a payload of parts: %v, want %q", err, tt.code)
		}
	}
}

type partsStore struct {
	*fakeStore
	payload *vault.Payload
}

func (s partsStore) Export(context.Context, vault.SecretID) (*vault.Payload, error) {
	return s.payload, nil
}

// TestFillOutcomes maps what a write came to.
func TestFillOutcomes(t *testing.T) {
	for outcome, want := range map[vault.Outcome]struct {
		code, reason string
		cleared      bool
	}{
		vault.OutcomePartial:      {"fill_incomplete", "", true},
		vault.OutcomeEmpty:        {"fill_incomplete", "", true},
		vault.OutcomeNoOption:     {"fill_incomplete", "", true},
		vault.OutcomeFocusLost:    {"focus_lost", "", false},
		vault.OutcomeNotFillable:  {"element_not_fillable", "", false},
		vault.OutcomeStale:        {"stale_element", "", false},
		vault.OutcomeOrigin:       {"destination_denied", "top_level_origin_mismatch", false},
		vault.OutcomeSelector:     {"destination_denied", "selector_mismatch", false},
		vault.OutcomeSubmitOrigin: {"destination_denied", "submit_origin_mismatch", false},
		"a new word":              {"internal_error", "", true},
	} {
		s := newStage(t)
		s.page.outcomes["e1"] = outcome
		got := s.refusal(t)
		if got.Code != want.code || got.Reason != want.reason || got.Cleared != want.cleared || len(got.Written) != 0 {
			t.Errorf("outcome %q: %+v, want %+v", outcome, got, want)
		}
		if cleared := strings.Contains(s.String(), "clear e1"); cleared != want.cleared {
			t.Errorf("outcome %q: cleared %v, want %v", outcome, cleared, want.cleared)
		}
	}
	s := newStage(t)
	s.page.outcomes["e1"] = vault.OutcomeUnverifiable
	if got, err := s.fill(t); err != nil || !got.Filled || !reflect.DeepEqual(got.Unverified, []string{"e1"}) {
		t.Errorf("unverifiable: %+v, %v, want it filled and said", got, err)
	}
}

func TestFillFrameOutcomeNamesTheFrame(t *testing.T) {
	s := newStage(t)
	s.bind("login", "sbm:origin", shop, "sbm:frame-origin", pay)
	s.page.obs = framed().obs
	s.page.outcomes["e1"] = vault.OutcomeOrigin
	if got := s.refusal(t); got.Reason != "frame_origin_mismatch" {
		t.Errorf("origin changed in a frame: %+v", got)
	}
	if e := s.events[0]; e.Event != "fill" || e.TopOrigin != shop || e.FrameOrigin != pay || e.Tab != "t1" || e.Secret != "login" {
		t.Errorf("audit %+v, want where it was to go", e)
	}
}

// TestFillWithTheRedactor: the interface that a fill needs is the redactor's own.
func TestFillWithTheRedactor(t *testing.T) {
	s := newStage(t)
	r := vault.NewRedactor()
	defer r.Close()
	s.request.Redactor = r
	if _, err := s.fill(t); err != nil {
		t.Fatal(err)
	}
	if !r.Tainted(shop) {
		t.Error("no taint after a fill")
	}
}

// TestFillRepeated: the same targets again are one more export and nothing else.
func TestFillRepeated(t *testing.T) {
	s := newCheckout(t)
	for range 5 {
		if _, err := s.fill(t); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.counted.Exports()); n != 5 || s.page.content["e1"] != "4242424242424242" {
		t.Errorf("%d exports, page %v", n, s.page.content)
	}
}

func TestFillBusy(t *testing.T) {
	s, entered, leave := newStage(t), make(chan struct{}), make(chan struct{})
	s.page.wait = func(context.Context) error {
		close(entered)
		<-leave
		return nil
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := s.fill(t); err != nil {
			t.Errorf("first fill: %v", err)
		}
	})
	<-entered
	again := *newStage(t)
	again.filler, again.registry = s.filler, s.registry
	again.request.Redactor = s.registry
	if got := again.refusal(t); got.Code != "busy" {
		t.Errorf("second fill in the context: %v, want busy", got)
	}
	if e := s.events[len(s.events)-1]; e.Event != "fill_refused" || e.Code != "busy" {
		t.Errorf("audit of the second fill: %+v", e)
	}
	again.request.Redactor = &fakeRegistry{j: again.journal}
	if _, err := again.filler.Fill(t.Context(), again.request); err != nil {
		t.Errorf("fill in another context: %v, want it filled", err)
	}
	close(leave)
	wg.Wait()
	again.request.Redactor = s.registry
	if _, err := again.filler.Fill(t.Context(), again.request); err != nil {
		t.Errorf("fill after the first: %v, want it filled", err)
	}
}
