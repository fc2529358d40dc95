package systemd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"browser-mcp/fsutil"
)

// ErrNoCredential is wrapped when no credential of that name was passed.
var ErrNoCredential = errors.New("systemd: no such credential")

// Credential reads one credential of the unit (systemd.exec(5), Credentials), of at most
// limit bytes, straight into locked memory, which the caller closes. It is not read into
// anything else, and never through the environment.
func Credential(name string, limit int) (*fsutil.Pages, error) {
	path := os.Getenv("CREDENTIALS_DIRECTORY")
	if path == "" {
		return nil, fmt.Errorf("%w: none are passed to this process", ErrNoCredential)
	}
	dir, err := fsutil.OpenDir(path)
	if err != nil {
		return nil, fmt.Errorf("reading credential %.64q: %w", name, err)
	}
	defer dir.Close()
	p, err := dir.ReadSecret(name, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %.64q", ErrNoCredential, name)
	}
	return p, err
}
