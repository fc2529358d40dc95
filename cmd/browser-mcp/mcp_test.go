package main

import (
	"errors"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPollableGivesThePipeBack(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	blocking := func(f *os.File) bool {
		flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0) // Fd makes this descriptor's own file blocking again, not others
		if err != nil {
			t.Fatal(err)
		}
		return flags&unix.O_NONBLOCK == 0
	}
	shared, err := unix.Dup(int(r.Fd())) // as another process that has the same pipe
	if err != nil {
		t.Fatal(err)
	}
	other := os.NewFile(uintptr(shared), "other")
	defer other.Close()
	in, restore := pollable(r)
	done := make(chan error, 1)
	go func() { // owned by the test; ends when the pipe is closed below
		_, err := in.Read(make([]byte, 1))
		done <- err
	}()
	_ = in.Close()
	if err := <-done; !errors.Is(err, os.ErrClosed) && !errors.Is(err, io.EOF) {
		t.Errorf("read of a closed pipe = %v, want %v", err, os.ErrClosed)
	}
	restore()
	if !blocking(other) {
		t.Error("the pipe stays non-blocking for others")
	}
}

func TestPollableLeavesFilesAlone(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if in, restore := pollable(f); in != f {
		restore()
		t.Error("pollable made another file of a device")
	}
}

func TestBridgedWords(t *testing.T) {
	if err := bridged(nil); err != nil {
		t.Errorf("bridged(nil) = %v", err)
	}
	if err := bridged(errors.New("other")); codeOf(err) != exitTryAgain {
		t.Errorf("bridged(other) = %v, want code %d", err, exitTryAgain)
	}
}
