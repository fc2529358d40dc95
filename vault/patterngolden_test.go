package vault_test

import (
	"encoding/json"
	"flag"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/internal/asuser"
	"browser-mcp/vault"
)

var update = flag.Bool("update", false, "record testdata again from the installed Chromium")

const goldenPatterns = "testdata/urlpattern.json"

// golden is what Chromium's own URLPattern answers: for each pattern "" if it is refused,
// else one digit for each path.
type golden struct {
	Browser  string
	Paths    []string
	Patterns []string
	Answers  map[string]string
}

// TestPatternAnswersAsChromium holds every pattern of the recording against the browser's
// own implementation. What we accept must give the same answer on every path; what the
// browser refuses we refuse; the few that only we refuse are marked in the recording.
func TestPatternAnswersAsChromium(t *testing.T) {
	data, err := os.ReadFile(goldenPatterns)
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	if *update {
		record(t, &g)
	}
	if len(g.Answers) != len(g.Patterns) || len(g.Patterns) < 100 {
		t.Fatalf("recording has %d answers to %d patterns", len(g.Answers), len(g.Patterns))
	}
	for _, marked := range g.Patterns {
		pattern, refused := strings.CutPrefix(marked, "refused by us: ")
		p, err := vault.CompilePattern(shop, pattern)
		if want := g.Answers[marked]; (err != nil) != (want == "" || refused) {
			t.Errorf("CompilePattern(%q): %v, Chromium %q", marked, err, want)
		} else if err == nil {
			compare(t, p, pattern, g.Paths, want)
		}
	}
}

func compare(t *testing.T, p *vault.Pattern, pattern string, paths []string, want string) {
	t.Helper()
	for i, path := range paths {
		if got := p.Match(shop + path); got != (want[i] == '1') {
			t.Errorf("pattern %q, Match(%q) = %v, Chromium %c", pattern, path, got, want[i])
		}
	}
}

// The page prints the answers as JSON; --dump-dom prints the page.
const page = `<!doctype html><meta charset=utf-8><pre id=out></pre><script>
const input = INPUT, answers = {};
for (const marked of input.Patterns) {
  let answer = "";
  try {
    const pattern = new URLPattern({pathname: marked.replace("refused by us: ", ""), baseURL: "https://shop.example"});
    for (const path of input.Paths) answer += pattern.test("https://shop.example" + path) ? 1 : 0;
  } catch (refused) {}
  answers[marked] = answer;
}
out.textContent = JSON.stringify({...input, Browser: navigator.userAgent.match(/Chrom\w+\/\d+/)[0], Answers: answers});
</script>`

func record(t *testing.T, g *golden) {
	t.Helper()
	g.Answers = nil
	input, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("/tmp", "urlpattern-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(strings.Replace(page, "INPUT", string(input), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	dom, err := asuser.Command("chromium", "--headless", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	_, answer, _ := strings.Cut(string(dom), `<pre id="out">`)
	answer, _, _ = strings.Cut(answer, "</pre>")
	if err := json.Unmarshal([]byte(html.UnescapeString(answer)), g); err != nil {
		t.Fatalf("the page printed %.200q: %v", answer, err)
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(g); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenPatterns, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
