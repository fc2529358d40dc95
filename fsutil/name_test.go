package fsutil_test

import (
	"path"
	"strings"
	"testing"

	"browser-mcp/fsutil"
)

func FuzzSplitPath(f *testing.F) {
	for _, seed := range []string{"", "a", "a/b", "/a", "a/", "a//b", "..", "a/..", "./a", "a\x00", "...", strings.Repeat("x", 256), strings.Repeat("x/", 2048), "é/日本"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		parts, err := fsutil.SplitPath(in)
		if err != nil {
			wantError(t, in, err, fsutil.ErrName)
			if parts != nil {
				t.Errorf("SplitPath(%q) = %q with an error", in, parts)
			}
			return
		}
		// What is accepted names the same thing to everyone and cannot leave.
		if got := strings.Join(parts, "/"); got != in || path.Clean(in) != in || path.IsAbs(in) || strings.HasPrefix(in, "..") && parts[0] == ".." {
			t.Errorf("SplitPath(%q) = %q, accepted though not clean", in, parts)
		}
		for _, part := range parts {
			if err := fsutil.CheckName(part); err != nil {
				t.Errorf("SplitPath(%q) has part %q: %v", in, part, err)
			}
		}
	})
}
