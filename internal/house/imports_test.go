package house

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const (
	sys     = "golang.org/x/sys/unix"
	argon   = "golang.org/x/crypto/argon2"
	chacha  = "golang.org/x/crypto/chacha20poly1305"
	systemd = "github.com/coreos/go-systemd/v22/"
)

// allowed says what each package may import besides the standard library. Domain packages do not know each
// other: cdp/browser and vault meet in mcp/tools only.
var allowed = map[string][]string{
	"fsutil":        {sys},
	"fsutil/strict": {},
	"systemd":       {"fsutil", sys, systemd + "activation", systemd + "daemon"},
	"systemd/spawn": {"systemd", "fsutil", "fsutil/strict", sys},
	"cdp":           {},
	"cdp/browser":   {"cdp", "fsutil", "fsutil/strict", "systemd/spawn", sys},
	"vault":         {"fsutil", "fsutil/strict"},
	"vault/local":   {"vault", "fsutil", "fsutil/strict", argon, chacha},
	"mcp":           {"fsutil/strict"},
	"mcp/tools":     {"mcp", "cdp/browser", "vault", "fsutil/strict"},
}

func TestImportsPointDown(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range goFiles() {
		if f.test || strings.HasPrefix(f.path, "internal/") || strings.HasPrefix(f.path, "cmd/") {
			continue
		}
		seen[f.pkg()] = true
		may, known := allowed[f.pkg()]
		if !known {
			t.Errorf("%s: package %s is not in the table of allowed imports", f.path, f.pkg())
			continue
		}
		for _, spec := range f.ast.Imports {
			name := strings.TrimPrefix(strings.Trim(spec.Path.Value, `"`), module+"/")
			first, _, _ := strings.Cut(name, "/")
			ours := strings.HasPrefix(spec.Path.Value, `"`+module+"/")
			if (ours || strings.Contains(first, ".")) && !slices.Contains(may, name) {
				t.Errorf("%s: package %s may not import %s", f.at(spec.Pos()), f.pkg(), name)
			}
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(allowed)) {
		if !seen[pkg] {
			t.Errorf("package %s is in the table of allowed imports and nowhere else", pkg)
		}
	}
}

// What the binary is made of must not depend on what only tests need.
func TestProductDoesNotImportTestSupport(t *testing.T) {
	for _, f := range goFiles() {
		if f.internalOnly() {
			continue
		}
		for _, spec := range f.ast.Imports {
			name := strings.Trim(spec.Path.Value, `"`)
			if strings.HasPrefix(name, module+"/internal/") && !slices.Contains(inProduct, name) {
				t.Errorf("%s: imports %s, which is for tests", f.at(spec.Pos()), name)
			}
			if name == "testing" || strings.HasPrefix(name, "testing/") || name == "net/http/httptest" {
				t.Errorf("%s: links package %s into the product", f.at(spec.Pos()), name)
			}
		}
	}
}

// inProduct lists what demo, the one command that tests the installation it is part of, takes from internal.
var inProduct = []string{module + "/internal/asuser", module + "/internal/leak"}
