package tools

import (
	"context"
	"errors"

	"browser-mcp/cdp/browser"
	"browser-mcp/vault"
)

// page is a tab as the vault sees it. It translates words and decides nothing.
type page struct {
	context *browser.Context
	tab     *browser.Tab
	seen    map[vault.Document]browser.Generation // documents of its observations
}

var _ vault.Page = (*page)(nil)

// newPage is for one fill: what it has seen is forgotten with it.
func newPage(c *browser.Context, t *browser.Tab) *page {
	return &page{context: c, tab: t, seen: map[vault.Document]browser.Generation{}}
}

// Observe looks at the elements together, so that what is said of them is of one moment. Where one is gone, each is
// asked for alone, and those that are gone are left out.
func (p *page) Observe(ctx context.Context, probes []vault.Probe) (vault.Observation, error) {
	var targets []browser.Target
	for _, probe := range probes {
		targets = append(targets, browser.Target{UID: browser.UID(probe.Element), Selectors: probe.Selectors})
	}
	seen, err := p.tab.Observe(ctx, targets)
	if !errors.Is(err, browser.ErrStale) || len(probes) == 1 {
		return p.observation(seen, probes), err
	}
	var all vault.Observation
	for i := range probes {
		one, err := p.tab.Observe(ctx, targets[i:i+1])
		if errors.Is(err, browser.ErrStale) {
			continue
		}
		if err != nil {
			return vault.Observation{}, err
		}
		found := p.observation(one, probes[i:i+1])
		if all.Tab != "" && all.Top != found.Top {
			return vault.Observation{}, browser.ErrStale // the page went on in between
		}
		found.Targets = append(all.Targets, found.Targets...)
		all = found
	}
	if all.Tab == "" {
		return all, browser.ErrStale
	}
	return all, nil
}

// observation translates. A target whose selectors were not all understood has no evidence, and is refused for that.
func (p *page) observation(o browser.Observation, probes []vault.Probe) vault.Observation {
	out := vault.Observation{Tab: string(o.Tab), TopURL: o.TopURL, TopOrigin: o.TopOrigin, Top: p.document(o.Top)}
	for i, t := range o.Targets {
		seen := vault.TargetObservation{
			Element: string(t.UID), Document: p.document(t.Doc), Shadow: t.Shadow, SubmitOrigins: t.SubmitOrigins,
			Field: field(t.Field),
		}
		for _, f := range t.Chain {
			seen.Chain = append(seen.Chain, vault.FrameObservation{Document: p.document(f.Doc), URL: f.URL, Origin: f.Origin})
		}
		for j, matches := range t.Matches {
			if !t.SelectorErr && j < len(probes[i].Selectors) { // one that is no selector proves nothing, nor do its neighbours
				seen.Evidence = append(seen.Evidence, vault.Evidence{Selector: probes[i].Selectors[j], Matches: matches})
			}
		}
		out.Targets = append(out.Targets, seen)
	}
	return out
}

// document remembers which generation a document is, so that a write names exactly what was observed.
func (p *page) document(g browser.Generation) vault.Document {
	d := vault.Document{Frame: string(g.Frame), Loader: string(g.Loader)}
	p.seen[d] = g
	return d
}

// field translates what kind of element it is; the two packages do not import each other.
func field(f browser.Field) vault.Field {
	return vault.Field{
		Tag: f.Tag, Type: f.Type, Autocomplete: f.Autocomplete,
		Editable: f.Editable, Password: f.Password, Search: f.Search, TextArea: f.TextArea,
		ContentEditable: f.ContentEditable, Hidden: f.Hidden, Disabled: f.Disabled, ReadOnly: f.ReadOnly,
	}
}

// Record implements vault.Page.
func (p *page) Record(ctx context.Context, origins []string) error {
	return p.context.Record(ctx, origins)
}

// Write implements vault.Page. The value stays in the caller's locked memory.
func (p *page) Write(ctx context.Context, w vault.WriteRequest) (vault.Outcome, error) {
	doc, ok := p.seen[w.Document]
	if !ok {
		return vault.OutcomeStale, nil
	}
	order := browser.Write{
		UID: browser.UID(w.Elements[0]), Doc: doc, Origin: w.Origin, URL: w.URL,
		Selectors: w.Selectors, SubmitOrigins: w.SubmitOrigins,
		Marker: w.Marker, Separators: w.Separators,
	}
	for _, e := range w.Elements[1:] {
		order.Spread = append(order.Spread, browser.UID(e))
	}
	var outcome browser.Outcome
	err := w.Value.Use(func(value []byte) (err error) {
		order.Value = value
		outcome, err = p.tab.Write(ctx, order)
		return err
	})
	return vault.Outcome(outcome), err
}

// Clear implements vault.Page.
func (p *page) Clear(ctx context.Context, element string) error {
	return p.tab.Clear(ctx, browser.UID(element))
}
