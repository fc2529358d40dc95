package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"browser-mcp/vault"
)

// terminal opens a pseudo-terminal: what a person types goes into person, the program has the other end.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fd := int(person.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err := errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)); err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = person.Close(); _ = program.Close() })
	return person, program
}

func reveal(t *testing.T, s *vault.Secret) string {
	t.Helper()
	var text string
	if err := s.Use(func(b []byte) error { text = string(b); return nil }); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestValueFromATerminalIsNotEchoed(t *testing.T) {
	person, program := terminal(t)
	if !isTerminal(program) {
		t.Fatal("isTerminal(terminal) = false")
	}
	before, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	var prompt bytes.Buffer
	done := make(chan error, 1)
	var got string
	go func() { // owned by the test, which waits for done
		value, err := readValue(program, &prompt)
		if err == nil {
			got = reveal(t, value)
			err = value.Close()
		}
		done <- err
	}()
	waitEcho(t, program, false)
	for range 2 {
		if _, err := person.WriteString("hunter2 é\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		t.Fatalf("readValue: %v", err)
	}
	if got != "hunter2 é" {
		t.Errorf("readValue = %q, want %q", got, "hunter2 é")
	}
	after, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	if err != nil || after.Lflag != before.Lflag {
		t.Errorf("terminal flags after = %#x, %v; want %#x", after.Lflag, err, before.Lflag)
	}
	if echoed := readAvailable(t, person); strings.Contains(echoed, "hunter2") {
		t.Errorf("the terminal shows %q", echoed)
	}
	if want := "Value (not shown): \nThe same again: \n"; prompt.String() != want {
		t.Errorf("prompt = %q, want %q", prompt.String(), want)
	}
}

// waitEcho waits until the terminal's echo is as wanted, without a clock: each look lets others run.
func waitEcho(t *testing.T, f *os.File, want bool) {
	t.Helper()
	for {
		state, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		if (state.Lflag&unix.ECHO != 0) == want {
			return
		}
		if t.Context().Err() != nil {
			t.Fatal(t.Context().Err())
		}
	}
}

// readAvailable reads what is there without waiting.
func readAvailable(t *testing.T, f *os.File) string {
	t.Helper()
	var text []byte
	for {
		fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, 0); err != nil || n == 0 {
			return string(text)
		}
		b := make([]byte, 4096)
		n, err := unix.Read(int(f.Fd()), b)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, b[:n]...)
	}
}

func TestDifferentValuesAreRefused(t *testing.T) {
	person, program := terminal(t)
	done := make(chan error, 1)
	go func() { // owned by the test, which waits for done
		_, err := readValue(program, io.Discard)
		done <- err
	}()
	waitEcho(t, program, false)
	if _, err := person.WriteString("one\ntwo\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; codeOf(err) != exitFailed {
		t.Errorf("readValue of two different values = %v, want a failure", err)
	}
	waitEcho(t, program, true)
}

func TestValueFromAPipe(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"secret", "secret"}, {"secret\n", "secret"}, {"secret\r\n", "secret"}, {"two\nlines\n", "two\nlines"}, {"spaces  \n", "spaces  "},
		{strings.Repeat("x", vault.MaxSecret), strings.Repeat("x", vault.MaxSecret)},
		{strings.Repeat("x", vault.MaxSecret) + "\n", strings.Repeat("x", vault.MaxSecret)},
	} {
		value, err := readAll(strings.NewReader(c.in))
		if err != nil {
			t.Errorf("readAll(%.20q…) = %v", c.in, err)
			continue
		}
		if got := reveal(t, value); got != c.want {
			t.Errorf("readAll(%.20q…) = %.20q…, want %.20q…", c.in, got, c.want)
		}
		_ = value.Close()
	}
	for _, in := range []string{"", "\n", strings.Repeat("x", vault.MaxSecret+1), strings.Repeat("x", 2*vault.MaxSecret)} {
		if _, err := readAll(strings.NewReader(in)); codeOf(err) != exitUsage || strings.Contains(err.Error(), "xxx") {
			t.Errorf("readAll of %d bytes = %v, want it refused without its text", len(in), err)
		}
	}
}
