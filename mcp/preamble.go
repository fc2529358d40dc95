package mcp

import (
	"encoding/base64"
	"errors"
	"fmt"

	"browser-mcp/fsutil/strict"
)

// Preamble is the first line that a bridge sends on a listener's connection, ahead of its client's messages:
//
//	{"browserMcp":1,"label":"<22 characters of base64url>","profile":false,"fresh":false}
//
// It is at most 256 bytes and never answered. It asks and authenticates nothing.
type Preamble struct {
	Label   string // 16 random bytes, minted once a bridge; without padding
	Profile bool   // the session wants the configured profile
	Fresh   bool   // the session wants nothing of an earlier one
}

// Line is the preamble as it is sent, with its newline.
func (p Preamble) Line() []byte {
	e := encoder{}
	e.raw(`{"browserMcp":1,"label":`)
	e.str(p.Label)
	return fmt.Appendf(e.buf, `,"profile":%t,"fresh":%t}`+"\n", p.Profile, p.Fresh)
}

var errPreamble = errors.New("mcp: malformed preamble")

// parsePreamble tells a preamble from a message: it says browserMcp and not jsonrpc. One that is not exactly so is an error.
func parsePreamble(line []byte) (p Preamble, is bool, err error) {
	if len(line) > maxPreamble {
		return p, false, nil
	}
	v, err := strict.Parse(line, strict.Limits{})
	_, ours := v.Get("browserMcp")
	_, rpc := v.Get("jsonrpc")
	if !ours || rpc {
		return p, false, nil
	}
	var wire struct {
		Version int    `json:"browserMcp"`
		Label   string `json:"label"`
		Profile bool   `json:"profile,omitempty"`
		Fresh   bool   `json:"fresh,omitempty"`
	}
	if err != nil {
		return p, true, fmt.Errorf("%w: %w", errPreamble, err)
	}
	if err := v.Decode(&wire); err != nil {
		return p, true, fmt.Errorf("%w: %w", errPreamble, err)
	}
	label, err := base64.RawURLEncoding.Strict().DecodeString(wire.Label)
	if err != nil || len(label) != 16 || len(wire.Label) != 22 {
		return p, true, fmt.Errorf("%w: label is not 22 characters of base64url", errPreamble)
	}
	if wire.Version != 1 {
		return p, true, fmt.Errorf("%w: version %d, known 1", errPreamble, wire.Version)
	}
	return Preamble{Label: wire.Label, Profile: wire.Profile, Fresh: wire.Fresh}, true, nil
}

// introduce lets the server's owner decide on a preamble.
func (p *peer) introduce(pre Preamble) error {
	caller, err := p.server.config.Preamble(*p.caller.Load(), pre)
	if err != nil {
		return fmt.Errorf("refusing a preamble: %w", err)
	}
	p.caller.Store(&caller)
	p.log = p.log.With("session", caller.Label)
	return nil
}
