package vault_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"browser-mcp/internal/storetest"
	"browser-mcp/vault"
)

// journal is the order in which the parties of a fill were called.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, "\n")
}

// fakeStore has references with their plaintexts.
type fakeStore struct {
	j       *journal
	refs    []vault.Reference
	values  map[vault.SecretID]string
	given   []*vault.Payload
	listErr error
	err     error
}

func (s *fakeStore) List(context.Context) ([]vault.Reference, error) { return s.refs, s.listErr }

func (s *fakeStore) Export(_ context.Context, id vault.SecretID) (*vault.Payload, error) {
	s.j.add("export %s", id)
	if s.err != nil {
		return nil, s.err
	}
	value, err := vault.NewSecret([]byte(s.values[id]))
	if err != nil {
		return nil, err
	}
	p := &vault.Payload{Single: value}
	s.given = append(s.given, p)
	return p, nil
}

// fakePage is a tab whose elements are the targets of an observation. change, if set, runs
// before each observation with its number, from 1.
type fakePage struct {
	j        *journal
	obs      vault.Observation
	change   func(n int, obs *vault.Observation)
	outcomes map[string]vault.Outcome // by element; none is OutcomeOK
	observed int
	content  map[string]string
	requests []vault.WriteRequest
	wait     func(ctx context.Context) error // inside Write
	clearErr error
}

func (p *fakePage) Observe(_ context.Context, probes []vault.Probe) (vault.Observation, error) {
	p.observed++
	if p.change != nil {
		p.change(p.observed, &p.obs)
	}
	obs := p.obs
	obs.Targets = nil
	var names []string
	for _, probe := range probes {
		names = append(names, probe.Element)
		for _, t := range p.obs.Targets {
			if t.Element == probe.Element {
				t.Evidence = nil
				for _, s := range probe.Selectors {
					t.Evidence = append(t.Evidence, vault.Evidence{Selector: s, Matches: s != "#other"})
				}
				obs.Targets = append(obs.Targets, t)
			}
		}
	}
	p.j.add("observe %s", strings.Join(names, " "))
	return obs, nil
}

func (p *fakePage) Record(_ context.Context, origins []string) error {
	p.j.add("record %s", strings.Join(origins, " "))
	return nil
}

func (p *fakePage) Write(ctx context.Context, w vault.WriteRequest) (vault.Outcome, error) {
	p.j.add("write %s", strings.Join(w.Elements, " "))
	p.requests = append(p.requests, w)
	if p.wait != nil {
		if err := p.wait(ctx); err != nil {
			return "", err
		}
	}
	outcome, set := p.outcomes[w.Elements[0]]
	if !set {
		outcome = vault.OutcomeOK
	}
	err := w.Value.Use(func(b []byte) error {
		p.content[w.Elements[0]] = string(b)
		return nil
	})
	return outcome, err
}

func (p *fakePage) Clear(ctx context.Context, element string) error {
	p.j.add("clear %s", element)
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.clearErr == nil {
		delete(p.content, element)
	}
	return p.clearErr
}

// fakeRegistry notes instead of redacting.
type fakeRegistry struct {
	j        *journal
	scripted func(origin string) bool
	err      error
}

func (r *fakeRegistry) Register(_ vault.Owner, ref vault.SecretID, key string, kind vault.Kind, class vault.Class, origin string, value *vault.Secret) error {
	r.j.add("register %s %q %s %s %s", ref, key, kind, class, origin)
	if err := value.Use(func([]byte) error { return nil }); err != nil {
		return err
	}
	return r.err
}

func (r *fakeRegistry) Filled(doc vault.Doc, ref vault.SecretID, key string) {
	r.j.add("filled %s %q %s/%s/%s %s %d", ref, key, doc.Tab, doc.Frame, doc.Loader, doc.Origin, doc.Entry)
}

func (r *fakeRegistry) Scripted(origin string) bool { return r.scripted != nil && r.scripted(origin) }

// stage is a filler with everything around it: a sign-in page, a checkout page, and the
// references "login" and "card" that may be filled there.
type stage struct {
	*journal
	store    *fakeStore
	counted  *storetest.Store
	page     *fakePage
	registry *fakeRegistry
	filler   *vault.Filler
	events   []vault.AuditEvent
	request  vault.FillRequest
}

const (
	loginValue = `Tr0ub4dor&3 "quoted" <b>é`
	cardValue  = `{"number":"4242424242424242","cvc":"123"}`
)

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{journal: &journal{}}
	login := vault.NewReference("login", "shop login", vault.Password, vault.ApproveNone, props("sbm:origin", shop, "sbm:url-pattern", "/login"))
	login.Classes = map[string]vault.Class{"": vault.Middling}
	card := vault.NewReference("card", "shop card", vault.Card, vault.ApproveNone, props("sbm:origin", shop, "sbm:fields", `{"number":"#n","cvc":"#c"}`))
	s.store = &fakeStore{j: s.journal, refs: []vault.Reference{login, card}, values: map[vault.SecretID]string{"login": loginValue, "card": cardValue}}
	s.counted = storetest.Wrap(s.store)
	obs := checkout().obs
	obs.Entry = 7
	s.page = &fakePage{j: s.journal, obs: obs, content: map[string]string{}, outcomes: map[string]vault.Outcome{}}
	s.registry = &fakeRegistry{j: s.journal}
	s.filler = &vault.Filler{Store: s.counted, Audit: func(e vault.AuditEvent) {
		s.add("audit %s", e.Event)
		s.events = append(s.events, e)
	}}
	s.request = vault.FillRequest{Owner: vault.Owner{1}, Secret: "login", Targets: []vault.Target{{Element: "e1"}}, Page: s.page, Redactor: s.registry}
	return s
}

func newCheckout(t *testing.T) *stage {
	s := newStage(t)
	s.request.Secret = "card"
	s.request.Targets = []vault.Target{{Key: "number", Element: "e1"}, {Key: "cvc", Element: "e2"}}
	return s
}

func (s *stage) fill(t *testing.T) (vault.FillResult, error) {
	t.Helper()
	return s.filler.Fill(t.Context(), s.request)
}

// refusal wants the fill refused.
func (s *stage) refusal(t *testing.T) *vault.Refusal {
	t.Helper()
	result, err := s.fill(t)
	refusal, ok := errors.AsType[*vault.Refusal](err)
	if !ok || result.Filled || result.Written != nil {
		t.Fatalf("Fill = %+v, %v, want a refusal", result, err)
	}
	return refusal
}

// bind replaces the properties of a reference.
func (s *stage) bind(id vault.SecretID, pairs ...string) {
	for i, ref := range s.store.refs {
		if ref.ID == id {
			s.store.refs[i] = vault.NewReference(id, ref.Name, ref.Kind, ref.Approval, props(pairs...))
		}
	}
}
