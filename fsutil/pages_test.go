package fsutil_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"browser-mcp/fsutil"

	"golang.org/x/sys/unix"
)

func TestNewPagesBounds(t *testing.T) {
	for _, n := range []int{-1, 0, fsutil.MaxPages + 1} {
		_, err := fsutil.NewPages(n)
		wantError(t, fmt.Sprintf("NewPages(%d)", n), err, fsutil.ErrTooLarge)
	}
	for _, n := range []int{1, os.Getpagesize(), os.Getpagesize() + 1, fsutil.MaxPages} {
		p, err := fsutil.NewPages(n)
		check(t, err)
		b := p.Bytes()
		if len(b) != n || cap(b) != n || p.Len() != n || !bytes.Equal(b, make([]byte, n)) {
			t.Errorf("NewPages(%d): len %d, cap %d, Len %d, want all equal and zero bytes", n, len(b), cap(b), p.Len())
		}
		b[n-1] = 1
		check(t, p.Close())
		check(t, p.Close())
		if p.Bytes() != nil || p.Len() != 0 {
			t.Errorf("after Close: %d bytes", p.Len())
		}
	}
}

// vma is one mapping as /proc/PID/smaps shows it.
type vma struct {
	start, end  uint64
	perm, flags string
}

func mappings(t *testing.T) []vma {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	check(t, err)
	defer f.Close()
	var all []vma
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		var m vma
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &m.start, &m.end, &m.perm); n == 3 {
			all = append(all, m)
		} else if flags, ok := strings.CutPrefix(line, "VmFlags: "); ok {
			all[len(all)-1].flags = " " + flags + " "
		}
	}
	return all
}

func TestPagesFlags(t *testing.T) {
	page := os.Getpagesize()
	p, err := fsutil.NewPages(page + 1)
	check(t, err)
	defer p.Close()
	var address uint64
	_, err = fmt.Sscanf(fmt.Sprintf("%p", p.Bytes()), "0x%x", &address)
	check(t, err)
	var left, right bool
	for _, m := range mappings(t) {
		switch {
		case m.start == address:
			if m.end-m.start != uint64(2*page) || m.perm != "rw-p" {
				t.Errorf("mapping of %d bytes %s, want %d rw-p", m.end-m.start, m.perm, 2*page)
			}
			for _, flag := range []string{"lo", "dd", "wf"} { // proc(5): locked, no dump, wipe on fork
				if !strings.Contains(m.flags, " "+flag+" ") {
					t.Errorf("VmFlags %q lack %q", m.flags, flag)
				}
			}
		case m.end == address:
			left = m.perm == "---p"
		case m.start == address+uint64(2*page):
			right = m.perm == "---p"
		}
	}
	if !left || !right {
		t.Errorf("guard pages: left %v, right %v, want both", left, right)
	}
}

func TestNewPagesNeverGivesUnlockedMemory(t *testing.T) {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{memlockEnv + "=x"}
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "refused" {
		t.Errorf("child without RLIMIT_MEMLOCK: %v, %s", err, out)
	}
}

const memlockEnv = "FSUTIL_TEST_MEMLOCK"

// exhaustMemlock drops the right to exceed RLIMIT_MEMLOCK, then asks for locked memory.
func exhaustMemlock(string) {
	runtime.LockOSThread() // capabilities belong to the thread
	none := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capset(&none, &data[0]); err != nil {
		panic(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_MEMLOCK, &unix.Rlimit{}); err != nil {
		panic(err)
	}
	if p, err := fsutil.NewPages(1); err == nil {
		fmt.Printf("given %d bytes", p.Len())
	} else {
		fmt.Print("refused")
	}
	os.Exit(0)
}

func TestPagesPrint(t *testing.T) {
	p, err := fsutil.NewPages(8)
	check(t, err)
	defer p.Close()
	copy(p.Bytes(), "hunter22")
	type around struct {
		P *fsutil.Pages
		v fsutil.Pages
	}
	outer := around{P: p, v: *p}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%T", "%w"} {
		fmt.Fprintf(&out, verb+"\n", p)
		fmt.Fprintf(&out, verb+"\n", outer)
		fmt.Fprintf(&out, verb+"\n", &outer)
	}
	encoded, err := json.Marshal(outer)
	check(t, err)
	out.Write(encoded)
	log := slog.New(slog.NewJSONHandler(&out, nil))
	log.Info("x", "p", p, "outer", outer)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "p", p, "outer", outer)
	out.WriteString(p.String())
	for _, form := range []string{"hunter22", "68756e7465723232", "68756E7465723232", "104 117 110", "0x68, 0x75"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("printed as %q", form)
		}
	}
	if !strings.Contains(out.String(), "[REDACTED]") {
		t.Errorf("no marker in %q", out.String())
	}
}

const scanEnv = "FSUTIL_TEST_SCAN"

// scanSelf is the child of TestThreatPagesLeaveNothing: it reads the file in dir into Pages
// and counts how often the content is in its own writable memory, before and after Close.
func scanSelf(dir string) {
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		panic(err)
	}
	p, err := d.ReadSecret("canary", 1<<10)
	if err != nil {
		panic(err)
	}
	// What to look for stays masked, so that the looking is not what is found.
	masked := make([]byte, p.Len())
	for i, c := range p.Bytes() {
		masked[i] = c ^ 0x5a
	}
	before := countMasked(masked)
	if err := p.Close(); err != nil {
		panic(err)
	}
	fmt.Printf("%d %d", before, countMasked(masked))
	os.Exit(0)
}

// countMasked reads through a window that is left out of the scan.
func countMasked(masked []byte) (n int) {
	window, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		panic(err)
	}
	defer unix.Munmap(window)
	self := fmt.Sprintf("%p", window)
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		panic(err)
	}
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		panic(err)
	}
	defer mem.Close()
	for line := range strings.Lines(string(maps)) {
		var start, end uint64
		var perm string
		if c, _ := fmt.Sscanf(line, "%x-%x %s", &start, &end, &perm); c != 3 || !strings.HasPrefix(perm, "rw") {
			continue
		}
		if strings.HasPrefix(line, strings.TrimPrefix(self, "0x")) {
			continue
		}
		for at := start; at < end; at += uint64(len(window) - len(masked)) {
			got, _ := mem.ReadAt(window[:min(uint64(len(window)), end-at)], int64(at))
			n += countIn(window[:got], masked)
			clear(window)
		}
	}
	return n
}

func countIn(b, masked []byte) (n int) {
next:
	for i := 0; i+len(masked) <= len(b); i++ {
		for j, c := range masked {
			if b[i+j]^0x5a != c {
				continue next
			}
		}
		n++
	}
	return n
}

func TestThreatPagesLeaveNothing(t *testing.T) {
	dir := privateDir(t)
	put(t, filepath.Join(dir, "canary"), "canary-"+strings.Repeat("kx7q", 8))
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{scanEnv + "=" + dir}
	out, err := cmd.CombinedOutput()
	var before, after int
	if n, _ := fmt.Sscanf(string(out), "%d %d", &before, &after); n != 2 || err != nil {
		t.Fatalf("child: %v: %s", err, out)
	}
	// Exactly one before: the scan finds it, and nothing copied it on the way in.
	if before != 1 || after != 0 {
		t.Errorf("copies in memory: %d before Close, %d after, want 1 and 0", before, after)
	}
}
