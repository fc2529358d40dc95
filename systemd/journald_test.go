package systemd_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"

	"browser-mcp/systemd"

	"golang.org/x/sys/unix"
)

// largeField is more than the default socket buffer takes as one datagram.
var largeField = strings.Repeat("0123456789\n", 30_000)

// logForReal runs below systemd-cat(1), which connects standard error to journald, and sets
// the variable that a service manager adds.
func logForReal() error {
	var st unix.Stat_t
	if err := unix.Fstat(2, &st); err != nil {
		return err
	}
	os.Setenv("JOURNAL_STREAM", fmt.Sprintf("%d:%d", st.Dev, st.Ino))
	log := slog.New(systemd.NewHandler(systemd.HandlerOptions{Identifier: "browser-mcp-test"}))
	log.Warn("real\x1b[31m", "session", "s1", "event", "a\nMESSAGE=forged\n_UID=0", "message_id", strings.Repeat("0af1", 8))
	return systemd.SendRecord(systemd.JournalSocket, []systemd.Field{
		systemd.NewField("MESSAGE", "large"), systemd.NewField("BROWSER_MCP_LARGE", largeField),
	})
}

// journaldScript starts journald alone in mount namespaces of its own, over nothing of this
// machine's, runs $0 as an ordinary user and prints what the journal holds.
const journaldScript = `
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/systemd
mount -t tmpfs tmpfs /var/log
echo 0123456789abcdef0123456789abcdef >/run/id
mount --bind /run/id /etc/machine-id
cp "$0" /run/writer
chmod 755 /run/writer
/lib/systemd/systemd-journald 2>/run/journald.log & J=$!
until [ -S /run/systemd/journal/socket ] && [ -S /run/systemd/journal/stdout ]; do
	kill -0 $J || { cat /run/journald.log >&2; exit 1; }
	sleep .05
done
$AS systemd-cat -t cat /run/writer
journalctl --sync
journalctl -D /run/log/journal/* -o json --all --no-pager _TRANSPORT=journal
kill $J
wait $J || true
`

func TestJournaldKeepsWhatWasSent(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	args := []string{"--mount", "--propagation", "private"}
	env := []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", roleEnv + "=journal"}
	if os.Geteuid() == 0 {
		env = append(env, "AS=setpriv --reuid=65534 --regid=65534 --clear-groups")
	} else {
		args = append(args, "--map-root-user")
	}
	cmd := exec.Command("unshare", append(args, "/bin/sh", "-ec", journaldScript, self)...)
	cmd.Env = env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("needs root or user namespaces, unshare (util-linux) and systemd-journald (systemd): %v: %s", err, stderr.String())
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		var r map[string]any
		check(t, json.Unmarshal([]byte(line), &r))
		switch {
		case r["SYSLOG_IDENTIFIER"] == "browser-mcp-test":
			seen["small"] = true
			for name, want := range map[string]any{
				"MESSAGE": `real\x1b[31m session=s1 event="a\\nMESSAGE=forged\\n_UID=0"`, "PRIORITY": "4",
				"BROWSER_MCP_SESSION": "s1", "BROWSER_MCP_EVENT": "a\nMESSAGE=forged\n_UID=0",
				"MESSAGE_ID": strings.Repeat("0af1", 8),
			} {
				if r[name] != want {
					t.Errorf("%s = %q, want %q", name, r[name], want)
				}
			}
			if uid, ok := r["_UID"].(string); !ok || os.Geteuid() == 0 && uid != "65534" {
				t.Errorf("_UID = %q, want the sender's", r["_UID"])
			}
		case r["MESSAGE"] == "large":
			seen["large"] = r["BROWSER_MCP_LARGE"] == largeField
		}
	}
	if !seen["small"] || !seen["large"] {
		t.Errorf("records in the journal: %v, want small and large, whole; got %d bytes; %s", seen, len(out), stderr.String())
	}
}
