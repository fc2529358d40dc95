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
	var origin, pattern, selector, fields, frame string
	var further []string
	_, ferr := parseArgs(inv.args, 0, jsonFlag(inv),
		option{name: "name", text: &r.Name}, option{name: "kind", text: &r.Kind}, option{name: "approval", text: &r.Approval},
		option{name: "origin", text: &origin}, option{name: "url-pattern", text: &pattern}, option{name: "selector", text: &selector},
		option{name: "fields", text: &fields}, option{name: "frame-origin", text: &frame}, option{name: "property", list: &further})
	if ferr != nil {
		return r, ferr.hint("browser-mcp secrets --help; the value itself is read from the terminal or from standard input")
	}
	if r.Name == "" || origin == "" {
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
	if selector != "" && fields != "" {
		return r, failf(exitUsage, "--selector and --fields exclude each other").
			hint("a value of several parts is filled part by part, each into its own field")
	}
	for _, p := range []vault.Property{
		{Key: "sbm:origin", Value: origin}, {Key: "sbm:url-pattern", Value: pattern}, {Key: "sbm:selector", Value: selector},
		{Key: "sbm:fields", Value: fields}, {Key: "sbm:frame-origin", Value: frame},
	} {
		if p.Value != "" {
			r.Properties = append(r.Properties, p)
		}
	}
	for _, s := range further {
		p, err := splitProperty(s)
		if err != nil {
			return r, err
		}
		r.Properties = append(r.Properties, p)
	}
	return r, nil
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
