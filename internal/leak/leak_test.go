package leak

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var secrets = []string{
	"hunter2-Correct/Horse+9", "4242424242424242", "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
	`p"w\d<&>=%41;é'`, "日本語のパスワード1234567",
}

func TestScanFindsEveryEncoding(t *testing.T) {
	for _, value := range secrets {
		for _, e := range Encodings(value) {
			if e.Loose && len(letters(value)) < loose {
				continue
			}
			quoted, err := json.Marshal(map[string]string{"text": "before " + e.Text + " behind"})
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"alone": e.Text, "in text": "before " + e.Text + " behind", "in JSON": string(quoted)} {
				if len(Scan([]byte(text), "not this one", value)) == 0 {
					t.Errorf("Scan of %q as %s, %s: nothing found in %q", value, e.Name, name, text)
				}
			}
		}
	}
}

func TestScanFindsValueBesideLetters(t *testing.T) {
	for _, value := range secrets {
		if len(Scan([]byte("abc"+value+"def"), value)) == 0 {
			t.Errorf("Scan missed %q between letters", value)
		}
	}
}

func TestScanQuietOnOtherText(t *testing.T) {
	var b strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&b, "line %d: 4242 then 5555, password field, c2VjcmV0 %x &amp; %%20 \\u0041\n", i, i*7919)
	}
	if found := Scan([]byte(b.String()), secrets...); len(found) != 0 {
		t.Errorf("Scan of other text found %v", found)
	}
}

func TestScanShortValueStandsAlone(t *testing.T) {
	for text, want := range map[string]bool{
		"cvc 737.":                      true,
		"n=%37%33%37&b":                 true,
		"a&#55;&#51;7":                  false,
		"id e7375":                      false,
		"17371":                         false,
		"MTIz 1-7-3-7 x":                false,
		"bNzM3b NzM3":                   true, // base64
		"737":                           true,
		`{"text":"\u0037\u0033\u0037"}`: true,
	} {
		if got := len(Scan([]byte(text), "737")) > 0; got != want {
			t.Errorf("Scan(%q) found 737: %v, want %v", text, got, want)
		}
	}
}

func TestFindingDoesNotHoldValue(t *testing.T) {
	for _, value := range secrets {
		found := Scan([]byte("x "+value), value)
		if len(found) == 0 {
			t.Fatalf("nothing found for %q", value)
		}
		if text := fmt.Sprintf("%v %+v %#v", found, found, found); strings.Contains(text, value) {
			t.Errorf("finding holds the value: %s", text)
		}
	}
}

func TestTranscriptFailsTheTest(t *testing.T) {
	var r recorder
	Transcript(&r, []byte("all is well"), secrets...)
	if r.failures != 0 {
		t.Errorf("Transcript without a value failed %d times", r.failures)
	}
	Transcript(&r, []byte("oh "+secrets[0]), secrets...)
	if r.failures == 0 {
		t.Error("Transcript with a value did not fail")
	}
}

// recorder counts what a helper reports.
type recorder struct {
	testing.TB
	failures int
	cleanups []func()
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failures++ }
func (r *recorder) Cleanup(f func())      { r.cleanups = append(r.cleanups, f) }

func TestTreeFindsContentsAndNames(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("clean/a", "nothing here")
	if found, err := Tree(dir, secrets...); err != nil || len(found) != 0 {
		t.Fatalf("Tree of a clean directory = %v, %v", found, err)
	}
	write("deep/down/b", "x\x00\x01"+secrets[2])
	write("sk_live_4eC39HqLyjWDarjtT1zdp7dc.txt", "")
	found, err := Tree(dir, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	where := fmt.Sprint(found)
	for _, want := range []string{"deep/down/b", "(its name)"} {
		if !strings.Contains(where, want) {
			t.Errorf("Tree found %v, want one in %s", found, want)
		}
	}
}

func TestProcessesFindArgumentsAndEnvironment(t *testing.T) {
	for _, test := range []struct {
		name, file string
		arg, env   string
	}{
		{"argument", "cmdline", secrets[2], "plain"},
		{"environment", "environ", "plain", secrets[2]},
		{"neither", "", "plain", "plain"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command("cat", "-", "--", test.arg)
			cmd.Env = []string{"VALUE=" + test.env}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			found, looked, err := Processes(0, secrets[2])
			if err != nil || looked == 0 {
				t.Errorf("Processes looked at %d files, %v", looked, err)
			}
			in.Close()
			_ = cmd.Wait() // cat finds no such file
			if got := fmt.Sprint(found); test.file == "" && len(found) != 0 || !strings.Contains(got, fmt.Sprintf("/proc/%d/%s", cmd.Process.Pid, test.file)) && test.file != "" {
				t.Errorf("Processes found %v, want one in %q", got, test.file)
			}
		})
	}
}

func TestBaselineBites(t *testing.T) {
	for _, test := range []struct {
		name string
		open func(t *testing.T) (end func())
	}{
		{"goroutine", func(t *testing.T) func() {
			stop, done := make(chan struct{}), make(chan struct{})
			go func() { <-stop; close(done) }()
			return func() { close(stop); <-done }
		}},
		{"descriptor", func(t *testing.T) func() {
			f, err := os.Open(os.DevNull)
			if err != nil {
				t.Fatal(err)
			}
			return func() { f.Close() }
		}},
		{"child", func(t *testing.T) func() {
			cmd := exec.Command("cat")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return func() { in.Close(); _ = cmd.Wait() }
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var leaky, clean recorder
			Baseline(&leaky)
			Baseline(&clean)
			end := test.open(t)
			leaky.cleanups[0]()
			if leaky.failures == 0 {
				t.Error("Baseline did not report what was open")
			}
			end()
			clean.cleanups[0]()
			if clean.failures != 0 {
				t.Errorf("Baseline reported %d things after the end", clean.failures)
			}
		})
	}
}
