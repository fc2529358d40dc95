package main

// Reading a secret's value: from the terminal without echo, or from standard input, always straight into locked
// memory. Never from an argument or a variable, where other processes and shell histories could read it.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// readValue reads a value from in. At a terminal it asks twice on prompt, without echo, for one line each. Elsewhere
// it asks nothing and takes everything up to the end, without one final line break.
func readValue(in *os.File, prompt io.Writer) (*vault.Secret, error) {
	restore, err := noEcho(in)
	if errors.Is(err, unix.ENOTTY) {
		return readAll(in)
	}
	if err != nil {
		return nil, failf(exitFailed, "turning off the terminal's echo: %w", err)
	}
	defer restore()
	fmt.Fprint(prompt, "Value (not shown): ")
	value, err := readLine(in, prompt)
	if err != nil {
		return nil, err
	}
	fmt.Fprint(prompt, "The same again: ")
	again, err := readLine(in, prompt)
	if err != nil {
		return nil, errors.Join(err, value.Close())
	}
	defer again.Close()
	if !value.Equal(again) {
		_ = value.Close()
		return nil, failf(exitFailed, "the two values differ; nothing was stored")
	}
	return value, nil
}

// isTerminal reports whether in is one.
func isTerminal(in *os.File) bool {
	_, err := unix.IoctlGetTermios(int(in.Fd()), unix.TCGETS)
	return err == nil
}

// noEcho turns echo off until restore; a signal that ends the process restores it first. The error is ENOTTY where in
// is no terminal.
func noEcho(in *os.File) (restore func(), err error) {
	fd := int(in.Fd())
	before, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return nil, err
	}
	quiet := *before
	quiet.Lflag &^= unix.ECHO
	quiet.Lflag |= unix.ICANON | unix.ISIG
	if err := unix.IoctlSetTermios(fd, unix.TCSETSF, &quiet); err != nil {
		return nil, err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	ended := make(chan struct{})
	// Owned by noEcho; ends when restore closes done, and restore waits.
	go func() {
		defer close(ended)
		select {
		case <-signals:
			_ = unix.IoctlSetTermios(fd, unix.TCSETS, before)
			os.Exit(exitFailed)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-ended
		_ = unix.IoctlSetTermios(fd, unix.TCSETS, before)
	}, nil
}

// readLine reads up to a line break. Nothing but the locked buffer holds what was typed.
func readLine(in *os.File, prompt io.Writer) (*vault.Secret, error) {
	buffer, err := fsutil.NewPages(vault.MaxSecret + 1)
	if err != nil {
		return nil, failf(exitFailed, "memory for the value: %w", err)
	}
	defer buffer.Close()
	b, n := buffer.Bytes(), 0
	for n < len(b) {
		// One byte at a time: what follows the line is not ours to take.
		if _, err := io.ReadFull(in, b[n:n+1]); err != nil || b[n] == '\n' {
			break
		}
		n++
	}
	fmt.Fprintln(prompt)
	return newValue(b[:n])
}

// readAll reads to the end.
func readAll(in io.Reader) (*vault.Secret, error) {
	buffer, err := fsutil.NewPages(vault.MaxSecret + 3) // room to see that there is more, beyond a line break
	if err != nil {
		return nil, failf(exitFailed, "memory for the value: %w", err)
	}
	defer buffer.Close()
	b := buffer.Bytes()
	n, err := io.ReadFull(in, b)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, failf(exitFailed, "reading the value from standard input: %w", err)
	}
	return newValue(trimBreak(b[:n]))
}

// trimBreak removes one line break at the end, which is the shell's and not the value's.
func trimBreak(b []byte) []byte {
	for _, end := range []byte{'\n', '\r'} {
		if len(b) > 0 && b[len(b)-1] == end {
			b = b[:len(b)-1]
		}
	}
	return b
}

// newValue copies b and checks its bounds, saying nothing about its length.
func newValue(b []byte) (*vault.Secret, error) {
	if len(b) == 0 {
		return nil, failf(exitUsage, "the value is empty").
			hint("give it on standard input, or run the command in a terminal and type it")
	}
	if len(b) > vault.MaxSecret {
		return nil, failf(exitUsage, "the value is longer than %d bytes", vault.MaxSecret)
	}
	s, err := vault.NewSecret(b)
	if err != nil {
		return nil, failf(exitFailed, "keeping the value: %w", err)
	}
	return s, nil
}
