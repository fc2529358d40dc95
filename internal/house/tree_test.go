package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "browser-mcp"

// file is one Go file of the repository.
type file struct {
	path  string // below the root, with slashes
	test  bool
	text  string
	set   *token.FileSet
	ast   *ast.File
	lines int
}

// pkg is the directory, which is the import path without the module's name.
func (f file) pkg() string { return path.Dir(f.path) }

func (f file) at(pos token.Pos) string {
	p := f.set.Position(pos)
	return f.path + ":" + strconv.Itoa(p.Line)
}

// internalOnly reports whether the file is support for tests, which obeys fewer rules than the product.
func (f file) internalOnly() bool { return f.test || strings.HasPrefix(f.path, "internal/") }

// root is the repository.
const root = "../.."

// files lists every file of the repository that could be committed, below the root.
var files = sync.OnceValue(func() []string {
	var list []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{".git", ".cache", "node_modules"}, entry.Name()) {
			return filepath.SkipDir
		}
		if entry.Type().IsRegular() {
			relative, err := filepath.Rel(root, name)
			list = append(list, filepath.ToSlash(relative))
			return err
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return list
})

// elsewhere reports whether a file belongs to a module of its own: a tool, which may need more than the product.
func elsewhere(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if slices.Contains(files(), dir+"/go.mod") {
			return true
		}
	}
	return false
}

// goFiles parses every Go file of this module once, but for programs that only go generate runs.
var goFiles = sync.OnceValue(func() []file {
	var list []file
	for _, name := range files() {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") || elsewhere(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			panic(err)
		}
		if strings.HasPrefix(string(text), "//go:build ignore\n") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		list = append(list, file{
			path: name, test: strings.HasSuffix(name, "_test.go"), text: string(text), set: set, ast: parsed,
			lines: strings.Count(string(text), "\n"),
		})
	}
	return list
})

// generated reports whether a tool wrote the file (go help generate).
func (f file) generated() bool { return ast.IsGenerated(f.ast) }

// testNames holds the name of every test, fuzz target, benchmark and example, with the packages that have it.
var testNames = sync.OnceValue(func() map[string][]string {
	names := map[string][]string{}
	for _, f := range goFiles() {
		if !f.test {
			continue
		}
		for _, decl := range f.ast.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && testName.MatchString(fn.Name.Name) {
				names[fn.Name.Name] = append(names[fn.Name.Name], f.pkg())
			}
		}
	}
	return names
})

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
