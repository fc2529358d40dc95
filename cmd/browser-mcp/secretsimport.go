package main

import (
	"context"
	"fmt"

	"browser-mcp/vault"
)

// importRequest is everything about a new secret but its value.
type importRequest struct {
	Name       string           `json:"name"`
	Kind       string           `json:"kind"`
	Approval   string           `json:"approval"`
	Properties []vault.Property `json:"properties"`
}

func runImport(ctx context.Context, inv *invocation) error {
	request, err := parseImport(inv)
	if err != nil {
		return err
	}
	binding, state, problem := vault.ParseBinding(request.Properties)
	if state != vault.Bound {
		return failf(exitUsage, "the binding is not usable: %s", problem).hint("%s", vault.BindingHint(request.Properties))
	}
	warnings := request.warnings(binding)
	for _, w := range warnings {
		warn(inv.err, "%s", w)
	}
	k, err := openKeeper(inv)
	if err != nil {
		return err
	}
	defer k.close()
	value, err := readValue(inv.in, inv.err)
	if err != nil {
		return err
	}
	defer value.Close()
	entry, err := k.importSecret(ctx, request, value)
	if err != nil {
		return err
	}
	if inv.json {
		writeJSON(inv.out, map[string]any{"secret": entry, "warnings": warnings})
		return nil
	}
	fmt.Fprint(inv.out, "Imported ")
	printEntry(inv.out, entry)
	return nil
}

// parseImport reads the command line.
func parseImport(inv *invocation) (importRequest, error) {
	var r importRequest
	var b bindingFlags
	_, ferr := parseArgs(inv.args, 0, append(b.options(), jsonFlag(inv), option{name: "name", text: &r.Name},
		option{name: "kind", text: &r.Kind}, option{name: "approval", text: &r.Approval})...)
	if ferr != nil {
		return r, ferr.hint("browser-mcp secrets --help; the value itself is read from the terminal or from standard input")
	}
	if r.Name == "" || b.origin == "" {
		return r, failf(exitUsage, "--name and --origin are needed").hint("browser-mcp secrets --help")
	}
	kind, err := vault.ParseKind(r.Kind)
	if err != nil {
		return r, failf(exitUsage, "--kind is none of password, card, code, token, text")
	}
	r.Kind = string(kind)
	if err := checkApproval(r.Approval); err != nil {
		return r, err
	}
	r.Properties, err = b.properties()
	return r, err
}

// bindingFlags are the flags of which a binding is made.
type bindingFlags struct {
	origin, pattern, selector, fields, frame string
	further                                  []string // KEY=VALUE
}

func (b *bindingFlags) options() []option {
	return []option{
		{name: "origin", text: &b.origin}, {name: "url-pattern", text: &b.pattern}, {name: "selector", text: &b.selector},
		{name: "fields", text: &b.fields}, {name: "frame-origin", text: &b.frame}, {name: "property", list: &b.further},
	}
}

// properties writes the flags as static properties, in one order, so that equal commands make equal references.
func (b *bindingFlags) properties() ([]vault.Property, error) {
	if b.selector != "" && b.fields != "" {
		return nil, failf(exitUsage, "--selector and --fields exclude each other").
			hint("a value of several parts is filled part by part, each into its own field")
	}
	var list []vault.Property
	for _, p := range []vault.Property{
		{Key: "sbm:origin", Value: b.origin}, {Key: "sbm:url-pattern", Value: b.pattern}, {Key: "sbm:selector", Value: b.selector},
		{Key: "sbm:fields", Value: b.fields}, {Key: "sbm:frame-origin", Value: b.frame},
	} {
		if p.Value != "" {
			list = append(list, p)
		}
	}
	for _, s := range b.further {
		p, err := splitProperty(s)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// checkApproval insists that the weakest mode is typed out: an absent or misspelt mode never means it.
func checkApproval(mode string) error {
	switch {
	case mode == string(vault.ApproveNone):
		return nil
	case mode == "":
		return failf(exitUsage, "--approval is needed").
			hint("--approval none lets the agent fill this secret, where its binding allows, without asking anyone")
	case vault.ApprovalMode(mode).Known():
		return failf(exitUsage, "this version cannot ask for approvals; its only mode is none")
	}
	return failf(exitUsage, "--approval is not a mode; this version has none")
}

// warnings say what the binding leaves open, and how a card is best written.
func (r importRequest) warnings(b vault.Binding) []string {
	list := vault.BindingWarnings(b)
	if r.Kind == string(vault.Card) {
		list = append(list, "give card numbers, expiry and codes as digits only: pages put in separators themselves")
	}
	return list
}
