package tools

import (
	"context"
	"testing"

	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// BenchmarkRegister is what every start of `browser-mcp mcp` pays before its first answer.
func BenchmarkRegister(b *testing.B) {
	for b.Loop() {
		t := New(Config{Open: func(context.Context) (*Backend, error) { return nil, errTest }, Audit: func(vault.AuditEvent) {}})
		s := mcp.NewServer(t.Configure(mcp.Config{Name: "b", Version: "0"}))
		t.Register(s)
	}
}

// BenchmarkView is what shaping 10,000 elements costs beside the walk.
func BenchmarkView(b *testing.B) {
	p := pageOf(10_000, "x")
	for b.Loop() {
		textView("s1", p).whole("", 0, 0)
	}
}

// BenchmarkProject is the redaction of 10,000 elements in a context that was never filled.
func BenchmarkProject(b *testing.B) {
	r := vault.NewRedactor()
	v := voice{r: r}
	p := pageOf(10_000, "x")
	for i := range p.items {
		p.items[i].Label = p.items[i].Text
	}
	for b.Loop() {
		v.redactItems(p.items)
	}
}
