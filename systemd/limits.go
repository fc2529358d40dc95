package systemd

const (
	// maxListeners bounds LISTEN_FDS: our units pass two, an operator may add a few.
	maxListeners = 16
	// firstPassed is the first descriptor that a service manager passes (sd_listen_fds(3)).
	firstPassed = 3

	// maxValue, maxFields and maxRecord bound one journal record, in bytes; above some
	// 200 KB the default socket buffer refuses a datagram, and journalctl shows no field
	// over 4096 bytes without --all.
	maxValue  = 16 << 10
	maxFields = 64
	maxRecord = 48 << 10
	// maxFieldName is the journal's own bound (journal_field_valid in systemd).
	maxFieldName = 64
	// maxLine is PIPE_BUF: a pipe that poll calls writable takes this much at once (pipe(7)).
	maxLine = 4096
	// maxDepth bounds groups in groups; the values of slog can be cyclic.
	maxDepth = 8
)
