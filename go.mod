module browser-mcp

go 1.26.0

toolchain go1.26.8

require (
	github.com/coreos/go-systemd/v22 v22.7.0
	golang.org/x/crypto v0.59.0
	golang.org/x/sys v0.50.0
)
