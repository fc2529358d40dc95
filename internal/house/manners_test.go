package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// rule reports what breaks it in one file; what it says begins with the place.
type rule func(file) []string

// check applies a rule to every file that it is meant for.
func check(t *testing.T, r rule, meant func(file) bool) {
	t.Helper()
	for _, f := range goFiles() {
		if !meant(f) || f.generated() {
			continue
		}
		for _, fault := range r(f) {
			t.Error(fault)
		}
	}
}

func every(file) bool           { return true }
func inProductCode(f file) bool { return !f.internalOnly() }

func TestFilesAreShort(t *testing.T)         { check(t, short, every) }
func TestTestsDoNotSkipOrSleep(t *testing.T) { check(t, awake, file.internalOnly) }
func TestGoroutinesNameTheirOwner(t *testing.T) {
	check(t, owned, func(f file) bool { return !f.test })
}
func TestNothingIsUnfinished(t *testing.T) { check(t, finished, every) }
func TestUnsafeStaysInFsutil(t *testing.T) { check(t, safe, every) }

// The demo is exempt: it plays the human who knows the password and the shop that checks it.
func TestSecretsAreNoStrings(t *testing.T) {
	check(t, noStrings, func(f file) bool { return inProductCode(f) && !strings.HasPrefix(f.path, "cmd/browser-mcp/demo") })
}

// maxLines bounds a file. A longer one says why within its first lines.
const maxLines = 400

var reason = regexp.MustCompile(`(?m)^// This file is long because .+`)

func short(f file) []string {
	if f.lines <= maxLines || reason.MatchString(f.text[:min(len(f.text), 2000)]) {
		return nil
	}
	return []string{f.path + ": " + strconv.Itoa(f.lines) + " lines without a line \"// This file is long because …\" at its top"}
}

// owned: whoever reads a go statement must find who owns the goroutine, when it ends and who waits: in the line above
// or behind it. One comment may stand above a run of them.
func owned(f file) []string {
	var faults []string
	ends := map[int]bool{} // lines on which a comment, or a goroutine that has one, ends
	behind := map[int]bool{}
	for _, group := range f.ast.Comments {
		ends[f.set.Position(group.End()).Line] = true
		behind[f.set.Position(group.Pos()).Line] = true
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if !startsGoroutine(n) {
			return true
		}
		line := f.set.Position(n.Pos()).Line
		if !ends[line-1] && !behind[line] {
			faults = append(faults, f.at(n.Pos())+": goroutine without a comment above it")
		}
		ends[f.set.Position(n.End()).Line] = true
		return true
	})
	return faults
}

// startsGoroutine recognises go statements and wg.Go(func() {…}).
func startsGoroutine(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	statement, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := statement.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == "Go"
}

var asleep = regexp.MustCompile(`^(?:t|b|tb|f)\.Skip(?:f|Now)?$|^testing\.Short$|^time\.Sleep$`)

// awake: a test waits for events. Inside synctest.Test sleeping is one, as the clock is the test's own.
func awake(f file) []string {
	var faults []string
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && qualified(call.Fun) == "synctest.Test" {
			return false
		}
		if name := qualified(n); asleep.MatchString(name) {
			faults = append(faults, f.at(n.Pos())+": "+name)
		}
		return true
	})
	return faults
}

// qualified returns x.y of a selector on a name, else nothing.
func qualified(n ast.Node) string {
	if selector, ok := n.(*ast.SelectorExpr); ok {
		if x, ok := selector.X.(*ast.Ident); ok {
			return x.Name + "." + selector.Sel.Name
		}
	}
	return ""
}

var secretName = regexp.MustCompile(`(?i:password|passphrase|plaintext|privatekey|secretvalue|datakey|storekey|masterkey)$|^secret$`)

// noStrings is a heuristic: what is named like a secret is not a string; vault.Secret and fsutil.Pages are for that.
// A field whose tag says that it is an id is one, and so is an exported Secret, in wire shapes.
func noStrings(f file) []string {
	var faults []string
	look := func(names []*ast.Ident, kind ast.Expr) {
		if name, ok := kind.(*ast.Ident); !ok || name.Name != "string" {
			return
		}
		for _, name := range names {
			if secretName.MatchString(name.Name) {
				faults = append(faults, f.at(name.Pos())+": "+name.Name+" is a string")
			}
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Field:
			if x.Tag == nil || !strings.Contains(x.Tag.Value, "_id") {
				look(x.Names, x.Type)
			}
		case *ast.ValueSpec:
			look(x.Names, x.Type)
		}
		return true
	})
	return faults
}

var unfinished = regexp.MustCompile(`\b(?:TO` + `DO|FIX` + `ME|XX` + `X)\b`)

func finished(f file) []string {
	var faults []string
	for _, group := range f.ast.Comments {
		if unfinished.MatchString(group.Text()) {
			faults = append(faults, f.at(group.Pos())+": file an issue instead")
		}
	}
	return faults
}

func safe(f file) []string {
	var faults []string
	for _, spec := range f.ast.Imports {
		if spec.Path.Value == `"C"` || spec.Path.Value == `"unsafe"` && f.pkg() != "fsutil" {
			faults = append(faults, f.at(spec.Pos())+": import of "+spec.Path.Value)
		}
	}
	for _, group := range f.ast.Comments {
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//go:linkname") {
				faults = append(faults, f.at(comment.Pos())+": linkname")
			}
		}
	}
	return faults
}

// A rule that finds nothing anywhere may be broken itself.
func TestRulesFindFaults(t *testing.T) {
	for _, test := range []struct {
		name   string
		rule   rule
		source string
		faults int
	}{
		{"long", short, strings.Repeat("// line\n", maxLines+1), 1},
		{"long with a reason", short, "// This file is long because it is a table.\n" + strings.Repeat("// line\n", maxLines), 0},
		{"unowned", owned, "func f() {\n\tgo f()\n\n\twg.Go(f)\n}", 2},
		{"owned", owned, "func f() {\n\t// Ends with f.\n\tgo f()\n\twg.Go(f)\n\n\tgo f() // ends with f\n}", 0},
		{"asleep", awake, "func f() { t.Skip(); time.Sleep(1); tb.SkipNow(); testing.Short(); time.Now() }", 4},
		{"asleep in a bubble", awake, "func f() { synctest.Test(t, func(t *testing.T) { time.Sleep(1) }); time.Sleep(1) }", 1},
		{"strings", noStrings, "type t struct { masterKey, name string; password bool }\nfunc f(dbPassword string) { var secret string }", 3},
		{"unfinished", finished, "// TO" + "DO: more\n", 1},
		{"unsafe", safe, "import \"unsafe\"\n//go:linkname f g\n", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "package p\n\n" + test.source
			set := token.NewFileSet()
			parsed, err := parser.ParseFile(set, "p.go", text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			f := file{path: "p/p.go", text: text, set: set, ast: parsed, lines: strings.Count(text, "\n")}
			if got := test.rule(f); len(got) != test.faults {
				t.Errorf("faults = %q, want %d", got, test.faults)
			}
		})
	}
}
