package main

// Exit codes. Commands a human runs use 0, 1 and 2 and the few below; the daemon and the helpers use the same
// sysexits numbers for their causes, and 64 in place of 2, because systemd's RestartPreventExitStatus= and
// `doctor` read them (systemd.exec(5), "Process Exit Codes").
const (
	exitOK          = 0
	exitFailed      = 1  // the command ran and its answer is no: a failed check, a refused import
	exitUsage       = 2  // wrong command line of a human's command
	exitDaemonUsage = 64 // EX_USAGE: wrong command line of the daemon or a helper
	exitUnavailable = 69 // EX_UNAVAILABLE: something needed is not installed or does not run
	exitInternal    = 70 // EX_SOFTWARE: our own fault
	exitTryAgain    = 75 // EX_TEMPFAIL: held by another process
	exitRefused     = 77 // EX_NOPERM: refused for safety, for example as root
	exitConfig      = 78 // EX_CONFIG: configuration or store not usable
)
