package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"browser-mcp/vault"
)

const helpSecrets = `Usage: browser-mcp secrets import --name NAME --origin ORIGIN [options] --approval none
       browser-mcp secrets list [--json]
       browser-mcp secrets remove ID

Stores secrets on this machine, encrypted, each with the place where it may be filled. The value is read from the
terminal without echo, or from standard input; never from an argument.

Options of import:
  --name NAME             what the agent sees
  --origin ORIGIN         exact origin of the page, https://shop.example
  --url-pattern PATTERN   path on which it may be filled, /login
  --selector CSS          the field it may be filled into
  --fields JSON           for a value of several parts: {"number":"input[name=card]","cvc":"#cvc"}; the value is then
                          a JSON object with exactly these keys
  --frame-origin ORIGIN   exact origin of the frame that holds the field
  --property KEY=VALUE    a further property, also sbm: ones; may be given again
  --kind KIND             password (default), card, code, token or text
  --approval none         fill without asking anyone; it is the only mode yet, and must be typed

Examples:
  $ pass show shop | browser-mcp secrets import --name shop --origin https://shop.example \
      --url-pattern /login --selector 'input[type=password]' --approval none
  $ browser-mcp secrets list

Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 75 the store is in use, 77 run as root, 78 the store
or the configuration is not usable.
`

func runSecrets(ctx context.Context, inv *invocation) error {
	if len(inv.args) == 0 {
		return failf(exitUsage, "secrets needs one of import, list, remove").hint("browser-mcp secrets --help")
	}
	verb := inv.args[0]
	inv.args = inv.args[1:]
	switch verb {
	case "import":
		return runImport(ctx, inv)
	case "list":
		return runList(ctx, inv)
	case "remove":
		return runRemove(ctx, inv)
	}
	return failf(exitUsage, "secrets has no such subcommand").hint("browser-mcp secrets --help")
}

// keeper is the store as the commands use it: the daemon's through its socket, or our own hold of the files.
type keeper interface {
	list(context.Context) ([]secretEntry, error)
	remove(ctx context.Context, id string) error
	importSecret(ctx context.Context, what importRequest, value *vault.Secret) (secretEntry, error)
	close() error
}

// secretEntry is what the commands show of a reference. Nothing in it derives from the value.
type secretEntry struct {
	ID         string           `json:"secretId"`
	Name       string           `json:"name"`
	Kind       string           `json:"kind"`
	Approval   string           `json:"approval"`
	Properties []vault.Property `json:"properties"`
	Problem    string           `json:"bindingError,omitempty"`
}

// entryOf leaves out the classes of the values: they say how a value was judged.
func entryOf(r vault.Reference) secretEntry {
	return secretEntry{
		ID: string(r.ID), Name: r.Name, Kind: string(r.Kind), Approval: string(r.Approval),
		Properties: r.Properties, Problem: r.BindingError,
	}
}

func runList(ctx context.Context, inv *invocation) error {
	if _, err := parseArgs(inv.args, 0, jsonFlag(inv)); err != nil {
		return err
	}
	k, err := openKeeper(inv)
	if err != nil {
		return err
	}
	defer k.close()
	entries, err := k.list(ctx)
	if err != nil {
		return err
	}
	if inv.json {
		writeJSON(inv.out, map[string]any{"secrets": entries})
		return nil
	}
	if len(entries) == 0 {
		fmt.Fprintln(inv.out, "No secrets are stored. `browser-mcp secrets import --help` shows how.")
	}
	for _, e := range entries {
		printEntry(inv.out, e)
	}
	return nil
}

// printEntry shows a reference to a person. Names and properties may come from a file of somebody else's.
func printEntry(w io.Writer, e secretEntry) {
	fmt.Fprintf(w, "%s  %s  (%s, approval %s)\n", e.ID, printable(e.Name), e.Kind, e.Approval)
	for _, p := range e.Properties {
		fmt.Fprintf(w, "    %s = %s\n", printable(p.Key), printable(p.Value))
	}
	if e.Problem != "" {
		fmt.Fprintf(w, "    not fillable: %s\n", e.Problem)
	}
}

func runRemove(ctx context.Context, inv *invocation) error {
	words, err := parseArgs(inv.args, 1, jsonFlag(inv))
	if err != nil {
		return err
	}
	if len(words) != 1 {
		return failf(exitUsage, "secrets remove needs the id of one secret").hint("browser-mcp secrets list shows ids")
	}
	k, kerr := openKeeper(inv)
	if kerr != nil {
		return kerr
	}
	defer k.close()
	if err := k.remove(ctx, words[0]); err != nil {
		return err
	}
	if inv.json {
		writeJSON(inv.out, map[string]any{"removed": true})
		return nil
	}
	fmt.Fprintln(inv.out, "Removed.")
	return nil
}

// splitProperty reads KEY=VALUE. Its error does not hold the text, which may be anything.
func splitProperty(s string) (vault.Property, error) {
	key, value, ok := strings.Cut(s, "=")
	if !ok || key == "" {
		return vault.Property{}, failf(exitUsage, "a --property is not KEY=VALUE")
	}
	return vault.Property{Key: key, Value: value}, nil
}
