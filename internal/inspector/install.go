package inspector

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

//go:embed npm/package.json npm/package-lock.json
var npmFiles embed.FS

// tool is an installed inspector.
type tool struct{ node, launcher string }

// arch is Go's name of a processor in npm's words.
var arch = map[string]string{"amd64": "x64", "arm64": "arm64"}

// install makes sure that the pinned inspector is below cache and returns it. The directory is named by the lock file's
// digest and appears whole or not at all, so a run that is cut off or has company leaves nothing half made.
func install(ctx context.Context, cache string) (tool, error) {
	lock, err := npmFiles.ReadFile("npm/package-lock.json")
	if err != nil {
		return tool{}, err
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "browser-mcp-inspector-"+hex.EncodeToString(sum[:8]))
	t := tool{
		node:     filepath.Join(dir, "node_modules", "node-linux-"+arch[runtime.GOARCH], "bin", "node"),
		launcher: filepath.Join(dir, "node_modules", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js"),
	}
	if _, err := os.Stat(dir); err == nil {
		return t, nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return tool{}, err
	}
	fresh, err := os.MkdirTemp(cache, "browser-mcp-inspector-new-")
	if err != nil {
		return tool{}, err
	}
	defer os.RemoveAll(fresh)
	if err := npmInstall(ctx, fresh); err != nil {
		return tool{}, err
	}
	if err := os.Rename(fresh, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return tool{}, err
	}
	return t, nil
}

func npmInstall(ctx context.Context, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is missing; .ci/setup installs it: %w", err)
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := npmFiles.ReadFile("npm/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return err
		}
	}
	// npm itself may run on an older Node than the inspector's, which it warns of: the engine is ours to choose.
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, said.String())
	}
	return nil
}
