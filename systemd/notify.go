package systemd

import (
	"fmt"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Notify tells the service manager something (sd_notify(3)): assignments, one a line.
// Without a manager that listens it does nothing. The caller logs an error and goes on.
func Notify(state string) error {
	if _, err := daemon.SdNotify(false, state); err != nil {
		return fmt.Errorf("notifying the service manager: %w", err)
	}
	return nil
}

// Ready ends the start-up of a Type=notify service.
func Ready() error { return Notify(daemon.SdNotifyReady) }

// Stopping announces that the service ends by itself. A connection that comes now waits
// in the socket unit for the next start.
func Stopping() error { return Notify(daemon.SdNotifyStopping) }
