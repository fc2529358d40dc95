package vault_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"browser-mcp/vault"
)

const pay = "https://pay.example"

// scene is a request with what the browser saw, to be spoilt in one place by a test.
type scene struct {
	pairs   []string
	kind    vault.Kind
	targets []vault.Target
	obs     vault.Observation
}

func (s *scene) decide() vault.Reason {
	ref := vault.NewReference("s1", "name", s.kind, vault.ApproveNone, props(s.pairs...))
	return vault.Decide(ref, s.targets, s.obs)
}

func (s *scene) bind(pairs ...string)             { s.pairs = append(s.pairs, pairs...) }
func (s *scene) target() *vault.TargetObservation { return &s.obs.Targets[0] }

// signIn is a password field in the top document.
func signIn() *scene {
	top := vault.Document{Frame: "F1", Loader: "L1"}
	url := shop + "/login?next=x"
	return &scene{
		pairs:   []string{"sbm:origin", shop},
		kind:    vault.Password,
		targets: []vault.Target{{Element: "e1"}},
		obs: vault.Observation{Tab: "t1", TopURL: url, TopOrigin: shop, Top: top, Targets: []vault.TargetObservation{{
			Element: "e1", Document: top, Chain: []vault.FrameObservation{{top, url, shop}},
			Field:         vault.Field{Tag: "input", Type: "password", Editable: true, Password: true},
			SubmitOrigins: []string{shop},
		}}},
	}
}

// inFrames puts the field of signIn below the top document, each link of the chain given by
// its URL and origin in turn.
func inFrames(links ...string) *scene {
	s := signIn()
	t := s.target()
	for i := 0; i < len(links); i += 2 {
		t.Document = vault.Document{Frame: "F" + links[i], Loader: "L" + links[i]}
		t.Chain = append(t.Chain, vault.FrameObservation{Document: t.Document, URL: links[i], Origin: links[i+1]})
		t.SubmitOrigins = []string{links[i+1]}
	}
	return s
}

func framed() *scene {
	s := inFrames(pay+"/card", pay)
	s.bind("sbm:frame-origin", pay)
	return s
}

// checkout is two keys of a card.
func checkout() *scene {
	s := signIn()
	s.kind = vault.Card
	s.bind("sbm:fields", `{"number":"#n","cvc":"#c"}`)
	s.targets = []vault.Target{{Key: "number", Element: "e1"}, {Key: "cvc", Element: "e2"}}
	s.obs.Targets = append(s.obs.Targets, s.obs.Targets[0])
	s.obs.Targets[1].Element = "e2"
	s.obs.Targets[0].Evidence = []vault.Evidence{{Selector: "#n", Matches: true}}
	s.obs.Targets[1].Evidence = []vault.Evidence{{Selector: "#c", Matches: true}}
	return s
}

func spoil(s *scene, how func(*scene)) *scene { how(s); return s }

// TestDecideReasons has a scene for each reason, in the order of secure-browser, section 5.6.
func TestDecideReasons(t *testing.T) {
	tests := []struct {
		name string
		s    *scene
		want vault.Reason
	}{
		{"password field", signIn(), ""},
		{"two keys", checkout(), ""},
		{"bound frame", framed(), ""},
		{"no element", spoil(signIn(), func(s *scene) { s.targets[0].Element = "" }), "request_invalid"},
		{"element and elements", spoil(signIn(), func(s *scene) { s.targets[0].Elements = []string{"e2"} }), "request_invalid"},
		{"element that is no handle", spoil(signIn(), func(s *scene) { s.targets[0].Element = "e 1" }), "request_invalid"},
		{"too many targets", spoil(checkout(), func(s *scene) { s.targets = slices.Repeat(s.targets, 17) }), "request_invalid"},
		{"long key", spoil(checkout(), func(s *scene) { s.targets[0].Key = strings.Repeat("k", 65) }), "request_invalid"},
		{"no targets", spoil(signIn(), func(s *scene) { s.targets = nil }), "no_targets"},
		{"mixed keys", spoil(checkout(), func(s *scene) { s.targets[1].Key = "" }), "mixed_keyed_targets"},
		{"same key and element", spoil(checkout(), func(s *scene) { s.targets[1] = s.targets[0] }), "duplicate_target"},
		{"element under two keys", spoil(checkout(), func(s *scene) { s.targets[1].Element = "e1" }), "duplicate_target"},
		{"element twice in a row", spoil(signIn(), func(s *scene) { s.targets[0] = vault.Target{Elements: []string{"e1", "e1"}} }), "duplicate_target"},
		{"malformed", spoil(signIn(), func(s *scene) { s.bind("sbm:selecter", "x") }), "binding_invalid"},
		{"unbound", spoil(signIn(), func(s *scene) { s.pairs = nil }), "unbound_secret"},
		{"unkeyed for fields", spoil(checkout(), func(s *scene) { s.targets = []vault.Target{{Element: "e1"}} }), "unkeyed_target_for_field_binding"},
		{"unkeyed for fields with a selector", spoil(checkout(), func(s *scene) {
			s.bind("sbm:selector", "#n")
			s.targets = []vault.Target{{Element: "e1"}}
		}), "unkeyed_target_for_field_binding"},
		{"unknown key", spoil(checkout(), func(s *scene) { s.targets[1].Key = "pin" }), "unknown_field_key"},
		{"key for a single value", spoil(signIn(), func(s *scene) { s.targets[0].Key = "number" }), "unknown_field_key"},
		{"no tab", spoil(signIn(), func(s *scene) { s.obs.Tab = "" }), "observation_invalid"},
		{"no top document", spoil(signIn(), func(s *scene) { s.obs.Top = vault.Document{} }), "observation_invalid"},
		{"element observed twice", spoil(signIn(), func(s *scene) { s.obs.Targets = slices.Repeat(s.obs.Targets, 2) }), "observation_invalid"},
		{"endless chain", spoil(signIn(), func(s *scene) { s.target().Chain = slices.Repeat(s.target().Chain, 65) }), "observation_invalid"},
		{"other origin", spoil(signIn(), func(s *scene) { s.obs.TopURL = "https://evil.example/login" }), "top_level_origin_mismatch"},
		{"subdomain", spoil(signIn(), func(s *scene) { s.obs.TopURL = "https://a.shop.example/login" }), "top_level_origin_mismatch"},
		{"other port", spoil(signIn(), func(s *scene) { s.obs.TopURL = shop + ":8443/login" }), "top_level_origin_mismatch"},
		{"other scheme", spoil(signIn(), func(s *scene) { s.obs.TopURL = "http://shop.example/login" }), "top_level_origin_mismatch"},
		{"about:blank with the opener's origin", spoil(signIn(), func(s *scene) { s.obs.TopURL = "about:blank" }), "top_level_origin_mismatch"},
		{"third effective origin", spoil(signIn(), func(s *scene) { s.obs.TopOrigin = pay }), "top_level_origin_mismatch"},
		{"element gone", spoil(signIn(), func(s *scene) { s.obs.Targets = nil }), "target_not_observed"},
		{"empty chain", spoil(signIn(), func(s *scene) { s.target().Chain = nil }), "observation_inconsistent"},
		{"chain from another top", spoil(signIn(), func(s *scene) { s.obs.Top.Loader = "L2" }), "observation_inconsistent"},
		{"chain from another address", spoil(signIn(), func(s *scene) { s.obs.TopURL = shop + "/other" }), "observation_inconsistent"},
		{"chain to another document", spoil(signIn(), func(s *scene) { s.target().Document.Loader = "L2" }), "observation_inconsistent"},
		{"chain with a frame twice", spoil(framed(), func(s *scene) {
			s.target().Document.Frame = "F1"
			s.target().Chain[1].Document.Frame = "F1"
		}), "observation_inconsistent"},
		{"boxes of one key in two documents", spoil(checkout(), func(s *scene) {
			s.targets = []vault.Target{{Key: "number", Elements: []string{"e1", "e2"}}}
			s.obs.Targets[1].Document = vault.Document{Frame: "F2", Loader: "L2"}
			s.obs.Targets[1].Chain = append(s.obs.Targets[1].Chain[:1:1], vault.FrameObservation{Document: s.obs.Targets[1].Document, URL: shop + "/x", Origin: shop})
		}), "observation_inconsistent"},
		{"frame without document", spoil(framed(), func(s *scene) {
			s.target().Document.Loader = ""
			s.target().Chain[1].Document.Loader = ""
		}), "observation_inconsistent"},
		{"srcdoc", inFrames("about:srcdoc", shop), "unsupported_document_scheme"},
		{"sandboxed srcdoc", inFrames("about:srcdoc", "null"), "unsupported_document_scheme"},
		{"about:blank", inFrames("about:blank", shop), "unsupported_document_scheme"},
		{"blob", inFrames("blob:"+shop+"/1", shop), "unsupported_document_scheme"},
		{"data", inFrames("data:text/html,x", "null"), "unsupported_document_scheme"},
		{"blob between", inFrames("blob:"+shop+"/1", shop, pay+"/card", pay), "unsupported_document_scheme"},
		{"sandboxed top", spoil(signIn(), func(s *scene) { s.obs.TopOrigin, s.target().Chain[0].Origin = "null", "null" }), "opaque_origin"},
		{"sandboxed frame", spoil(framed(), func(s *scene) { s.target().Chain[1].Origin = "null" }), "opaque_origin"},
		{"sandboxed frame between", inFrames(shop+"/box", "null", pay+"/card", pay), "opaque_origin"},
		{"frame without frame origin", inFrames(pay+"/card", pay), "frame_binding_required"},
		{"same-origin frame without frame origin", inFrames(shop+"/card", shop), "frame_binding_required"},
		{"frame of another origin", spoil(framed(), func(s *scene) { s.target().Chain[1].Origin = "https://evil.example" }), "frame_origin_mismatch"},
		{"frame whose address has another origin", spoil(framed(), func(s *scene) { s.target().Chain[1].URL = shop + "/card" }), "frame_origin_mismatch"},
		{"third party between", spoil(inFrames("https://ads.example/", "https://ads.example", pay+"/card", pay), func(s *scene) { s.bind("sbm:frame-origin", pay) }), "unbound_intermediate_frame"},
		{"frame binding in the top document", spoil(signIn(), func(s *scene) { s.bind("sbm:frame-origin", pay) }), "frame_bound_top_level_target"},
		{"other path", spoil(signIn(), func(s *scene) { s.bind("sbm:url-pattern", "/pay/*") }), "url_pattern_mismatch"},
		{"other path of the frame", spoil(framed(), func(s *scene) { s.bind("sbm:frame-url-pattern", "/pay/*") }), "url_pattern_mismatch"},
		{"closed root", spoil(signIn(), func(s *scene) { s.target().Shadow = "closed" }), "unsupported_shadow_root"},
		{"user agent's root", spoil(signIn(), func(s *scene) {
			s.bind("sbm:shadow", "closed")
			s.target().Shadow = "user-agent"
		}), "unsupported_shadow_root"},
		{"no evidence", spoil(signIn(), func(s *scene) { s.bind("sbm:selector", "#p") }), "selector_evidence_missing"},
		{"evidence for another selector", spoil(checkout(), func(s *scene) { s.obs.Targets[1].Evidence[0].Selector = "#n" }), "selector_evidence_missing"},
		{"selector does not match", spoil(checkout(), func(s *scene) { s.obs.Targets[1].Evidence[0].Matches = false }), "selector_mismatch"},
		{"password in a text field", spoil(signIn(), func(s *scene) { s.target().Field = vault.Field{Tag: "input", Type: "text", Editable: true} }), "kind_mismatch"},
		{"form sends elsewhere", spoil(signIn(), func(s *scene) { s.target().SubmitOrigins = []string{shop, "https://evil.example"} }), "submit_origin_mismatch"},
		{"form sends to a script", spoil(signIn(), func(s *scene) { s.target().SubmitOrigins = []string{"null"} }), "submit_origin_mismatch"},
		{"frame's form sends to the top's origin", spoil(framed(), func(s *scene) { s.target().SubmitOrigins = []string{shop} }), "submit_origin_mismatch"},
	}
	var met []vault.Reason
	for _, tt := range tests {
		if got := tt.s.decide(); got != tt.want {
			t.Errorf("%s: Decide = %q, want %q", tt.name, got, tt.want)
		}
		if tt.want != "" && !slices.Contains(met, tt.want) {
			met = append(met, tt.want)
		}
	}
	if !reflect.DeepEqual(met, vault.Reasons()) {
		t.Errorf("reasons met %q, want every one in order %q", met, vault.Reasons())
	}
}

// TestDecideFirstReasonWins breaks everything at once and repairs it rule by rule.
func TestDecideFirstReasonWins(t *testing.T) {
	s := spoil(checkout(), func(s *scene) {
		s.targets[1].Key = "pin"
		s.obs.TopURL, s.obs.Targets[0].Chain[0].URL = "https://evil.example/", "about:blank"
		s.obs.Targets[0].Evidence, s.obs.Targets[0].SubmitOrigins = nil, []string{"null"}
		s.bind("sbm:url-pattern", "/pay")
	})
	url := shop + "/pay"
	for _, step := range []struct {
		want   vault.Reason
		repair func()
	}{
		{"unknown_field_key", func() { s.targets[1].Key = "cvc" }},
		{"top_level_origin_mismatch", func() { s.obs.TopURL = url }},
		{"observation_inconsistent", func() { s.obs.Targets[0].Chain[0].URL, s.obs.Targets[1].Chain[0].URL = url, url }},
		{"selector_evidence_missing", func() { s.obs.Targets[0].Evidence = []vault.Evidence{{Selector: "#n"}} }},
		{"selector_mismatch", func() { s.obs.Targets[0].Evidence[0].Matches = true }},
		{"submit_origin_mismatch", func() { s.obs.Targets[0].SubmitOrigins = nil }},
		{"", func() {}},
	} {
		if got := s.decide(); got != step.want {
			t.Fatalf("Decide = %q, want %q", got, step.want)
		}
		step.repair()
	}
}

// TestDecideFrames is secure-browser, table 5.7, as far as it allows something.
func TestDecideFrames(t *testing.T) {
	bound := func(s *scene) *scene { s.bind("sbm:frame-origin", pay); return s }
	for _, tt := range []struct {
		name string
		s    *scene
	}{
		{"frame of the top's origin between", bound(inFrames(shop+"/box", shop, pay+"/card", pay))},
		{"frame of the frame's origin between", bound(inFrames(pay+"/box", pay, pay+"/card", pay))},
		{"frame path matches", spoil(framed(), func(s *scene) { s.bind("sbm:frame-url-pattern", "/card") })},
		{"frame of the top's own origin, bound", spoil(inFrames(shop+"/box", shop), func(s *scene) { s.bind("sbm:frame-origin", shop) })},
		{"keys in several frames of the bound origin", spoil(checkout(), func(s *scene) {
			s.bind("sbm:frame-origin", pay)
			for i := range s.obs.Targets {
				o := &s.obs.Targets[i]
				o.Document = vault.Document{Frame: o.Element, Loader: "L"}
				o.Chain = append(o.Chain[:1:1], vault.FrameObservation{Document: o.Document, URL: pay + "/" + o.Element, Origin: pay})
				o.SubmitOrigins = []string{pay}
			}
		})},
		{"open root", spoil(signIn(), func(s *scene) { s.target().Shadow = "open" })},
		{"closed root, bound", spoil(signIn(), func(s *scene) {
			s.bind("sbm:shadow", "closed")
			s.target().Shadow = "closed"
		})},
		{"form sends to a listed origin", spoil(signIn(), func(s *scene) {
			s.bind("sbm:submit-origin", "https://id.example https://other.example")
			s.target().SubmitOrigins = []string{shop, "https://id.example"}
		})},
		{"boxes of one key", spoil(checkout(), func(s *scene) {
			s.targets = []vault.Target{{Key: "number", Elements: []string{"e1", "e2"}}}
			s.obs.Targets[1].Evidence[0].Selector = "#n"
		})},
	} {
		if got := tt.s.decide(); got != "" {
			t.Errorf("%s: Decide = %q, want it allowed", tt.name, got)
		}
	}
}

// TestThreatKindDecidesWithoutSelector is threats rule 9.
func TestThreatKindDecidesWithoutSelector(t *testing.T) {
	input := func(kind, autocomplete string) vault.Field {
		return vault.Field{Tag: "input", Type: kind, Autocomplete: autocomplete, Password: kind == "password", Search: kind == "search", Editable: true}
	}
	area, rich := vault.Field{Tag: "textarea", TextArea: true}, vault.Field{Tag: "div", ContentEditable: true}
	for _, tt := range []struct {
		kind  vault.Kind
		field vault.Field
		want  vault.Reason
	}{
		{vault.Password, input("password", ""), ""},
		{vault.Password, input("text", "current-password"), "kind_mismatch"},
		{vault.Password, area, "kind_mismatch"},
		{vault.Password, rich, "kind_mismatch"},
		{vault.Token, input("password", ""), ""},
		{vault.Token, input("text", ""), "kind_mismatch"},
		{vault.Card, input("text", "cc-number"), ""},
		{vault.Card, input("tel", "section-a billing CC-Number"), ""},
		{vault.Card, input("password", ""), ""},
		{vault.Card, input("text", "name"), "kind_mismatch"},
		{vault.Card, input("search", "cc-number"), "kind_mismatch"},
		{vault.Card, vault.Field{Tag: "textarea", TextArea: true, Autocomplete: "cc-number"}, "kind_mismatch"},
		{vault.Code, input("text", "one-time-code"), ""},
		{vault.Code, input("text", "cc-csc"), "kind_mismatch"},
		{vault.Code, input("password", ""), ""},
		{vault.Text, input("text", ""), ""},
		{vault.Text, input("email", ""), ""},
		{vault.Text, input("search", ""), "kind_mismatch"},
		{vault.Text, input("file", ""), "kind_mismatch"},
		{vault.Text, area, "kind_mismatch"},
		{vault.Text, rich, "kind_mismatch"},
		{vault.Kind("other"), input("text", ""), "kind_mismatch"},
	} {
		s := signIn()
		s.kind, s.target().Field = tt.kind, tt.field
		if got := s.decide(); got != tt.want {
			t.Errorf("%s into %+v: Decide = %q, want %q", tt.kind, tt.field, got, tt.want)
		}
		s.bind("sbm:selector", "#x")
		s.target().Evidence = []vault.Evidence{{Selector: "#x", Matches: true}}
		if got := s.decide(); got != "" {
			t.Errorf("%s into %+v with a selector: Decide = %q, want it allowed", tt.kind, tt.field, got)
		}
	}
}

// TestDecideReadsPropertiesAgain gives a reference whose derived parts say more than its
// properties do.
func TestDecideReadsPropertiesAgain(t *testing.T) {
	s := signIn()
	wide, _, _ := vault.ParseBinding(props("sbm:origin", shop))
	ref := vault.Reference{ID: "s1", Kind: vault.Password, Properties: props("sbm:origin", pay), Binding: wide, State: vault.Bound}
	if got := vault.Decide(ref, s.targets, s.obs); got != "top_level_origin_mismatch" {
		t.Errorf("Decide = %q, want the properties' origin to count", got)
	}
	ref.Properties, ref.State = props("sbm:origin", shop), vault.Invalid
	if got := vault.Decide(ref, s.targets, s.obs); got != "binding_invalid" {
		t.Errorf("Decide = %q, want a backend's own verdict to count", got)
	}
}
