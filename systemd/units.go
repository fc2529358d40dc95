package systemd

import (
	"embed"
	"fmt"
)

//go:embed units
var unitFiles embed.FS

// Unit is one unit file, as it belongs into a directory of user units.
type Unit struct {
	Name string
	Body []byte
	// Enable marks what a user enables and starts; the rest follows by itself.
	Enable bool
}

// Units are the unit files for a user's service manager. They expect the program at
// /usr/bin/browser-mcp; a drop-in moves it.
func Units() []Unit {
	var units []Unit
	for _, u := range []Unit{
		{Name: "browser-mcp.socket", Enable: true},
		{Name: "browser-mcp-control.socket", Enable: true},
		{Name: "browser-mcp-browser.socket", Enable: true},
		{Name: "browser-mcp.service"},
		{Name: "browser-mcp-browser@.service"},
	} {
		body, err := unitFiles.ReadFile("units/" + u.Name)
		if err != nil {
			panic(fmt.Sprintf("systemd: internal error: unit %s is not embedded", u.Name))
		}
		u.Body = body
		units = append(units, u)
	}
	return units
}
