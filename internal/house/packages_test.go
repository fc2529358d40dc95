package house

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	testName = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z_]\w*`)
	item     = regexp.MustCompile(`(?m)^\s*\d+\.\s`)
)

func TestPackagesSayWhatTheyPromise(t *testing.T) {
	docs := map[string]string{}
	for _, f := range goFiles() {
		if f.test {
			continue
		}
		if _, ok := docs[f.pkg()]; !ok {
			docs[f.pkg()] = ""
		}
		if strings.HasSuffix(f.path, "/doc.go") && f.ast.Doc != nil {
			docs[f.pkg()] = f.ast.Doc.Text()
		}
	}
	for pkg, doc := range docs {
		if doc == "" {
			t.Errorf("%s: no doc.go with a package comment", pkg)
			continue
		}
		_, rest, ok := strings.Cut(doc, "\n# Invariants\n")
		promises, _, start := strings.Cut(rest, "\n# Start at\n")
		if !ok || !start {
			t.Errorf("%s: the package comment needs the headings \"# Invariants\" and \"# Start at\"", pkg)
			continue
		}
		checkPromises(t, pkg, item.Split(promises, -1)[1:])
	}
}

func checkPromises(t *testing.T, pkg string, promises []string) {
	t.Helper()
	if len(promises) == 0 {
		t.Errorf("%s: no numbered invariant", pkg)
	}
	for i, promise := range promises {
		names := testName.FindAllString(promise, -1)
		if len(names) == 0 {
			t.Errorf("%s: invariant %d names no test", pkg, i+1)
		}
		for _, name := range names {
			if testNames()[name] == nil {
				t.Errorf("%s: invariant %d names %s, which does not exist", pkg, i+1, name)
			}
		}
	}
}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, f := range goFiles() {
		if f.internalOnly() || f.generated() || f.ast.Name.Name == "main" {
			continue
		}
		for _, decl := range f.ast.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s: %s has no comment", f.at(name.Pos()), name.Name)
			}
		}
	}
}

// undocumented returns the exported names of decl without a comment of their own or of their group.
func undocumented(decl ast.Decl) []*ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || receiverExported(d.Recv)) && !ordinary(d) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && s.Doc == nil && s.Comment == nil && s.Name.IsExported() {
					names = append(names, s.Name)
				}
			case *ast.ValueSpec:
				if d.Doc == nil && s.Doc == nil && s.Comment == nil {
					names = slices.AppendSeq(names, exported(s.Names))
				}
			}
		}
		return names
	}
	return nil
}

func exported(names []*ast.Ident) func(func(*ast.Ident) bool) {
	return func(yield func(*ast.Ident) bool) {
		for _, name := range names {
			if name.IsExported() && !yield(name) {
				return
			}
		}
	}
}

func receiverExported(list *ast.FieldList) bool {
	kind := list.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	if index, ok := kind.(*ast.IndexExpr); ok {
		kind = index.X
	}
	name, ok := kind.(*ast.Ident)
	return ok && name.IsExported()
}

// ordinary reports methods whose meaning the standard library gives.
func ordinary(d *ast.FuncDecl) bool {
	return d.Recv != nil && slices.Contains([]string{
		"Error", "Unwrap", "Is", "String", "GoString", "Format", "LogValue", "MarshalJSON", "MarshalText", "UnmarshalJSON",
		"Read", "Write", "Close", "Len", "Less", "Swap", "Enabled", "Handle", "WithAttrs", "WithGroup",
	}, d.Name.Name)
}
