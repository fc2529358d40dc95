package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"browser-mcp/internal/asuser"
)

// binaryVariable names the built browser-mcp for the second half of a run.
const binaryVariable = "BROWSER_MCP_BENCH_BINARY"

var rounds = flag.Int("n", 30, "`rounds` of each measurement; starts of Chromium take a third")

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run builds as whoever has the build cache, then measures as an ordinary user.
func run() error {
	if binary := os.Getenv(binaryVariable); binary != "" {
		release := asuser.Become()
		defer release()
		return report(binary)
	}
	dir, err := os.MkdirTemp("/tmp", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "browser-mcp")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./cmd/browser-mcp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := errors.Join(os.Chmod(dir, 0o755), build.Run()); err != nil {
		return fmt.Errorf("building browser-mcp, from the repository's top: %w", err)
	}
	// asuser copies what it runs again, so the second half may start from this process's own file.
	second := exec.Command("/proc/self/exe", os.Args[1:]...)
	second.Env = append(os.Environ(), binaryVariable+"="+binary)
	second.Stdout, second.Stderr = os.Stdout, os.Stderr
	return second.Run()
}

// report measures everything and prints the table.
func report(binary string) error {
	var lines []line
	for _, part := range []func(string) ([]line, error){starts, pages, server, redaction, wire} {
		measured, err := part(binary)
		if err != nil {
			return err
		}
		lines = append(lines, measured...)
	}
	fmt.Printf("Measured on %d CPUs, medians of %d rounds.\n\n", runtime.NumCPU(), *rounds)
	fmt.Println("| operation | floor | ours | ratio | at most |\n|---|---:|---:|---:|---:|")
	for _, l := range lines {
		fmt.Println("| " + strings.Join([]string{l.name, l.floor, l.ours, l.ratio, l.bar}, " | ") + " |")
	}
	return nil
}
