package systemd

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

const journalSocket = "/run/systemd/journal/socket"

// onJournal says whether descriptor 2 is the stream that JOURNAL_STREAM names, as device
// and inode: not so after a redirection, which the variable survives.
func onJournal(stream string) bool {
	var st unix.Stat_t
	if unix.Fstat(2, &st) != nil {
		return false
	}
	return stream == fmt.Sprintf("%d:%d", st.Dev, st.Ino)
}

// journal sends records to journald by its native protocol.
type journal struct {
	fd         int
	address    unix.SockaddrUnix
	identifier string
	lost       atomic.Uint64
}

// openJournal makes the socket and does not connect it, so that a restarted journald is
// found again.
func openJournal(path, identifier string) (*journal, error) {
	st, err := os.Stat(path)
	if err == nil && st.Mode().Type() != os.ModeSocket {
		err = errors.New("not a socket")
	}
	if err != nil {
		return nil, fmt.Errorf("looking for the journal: %w", err)
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("making a socket for the journal: %w", err)
	}
	return &journal{fd: fd, address: unix.SockaddrUnix{Name: path}, identifier: identifier}, nil
}

func (j *journal) write(e entry) {
	lost := j.lost.Load()
	if err := j.send(appendFields(nil, j.fields(e, lost))); err != nil {
		j.lost.Add(1)
		return
	}
	j.lost.Add(^lost + 1) // minus what was reported
}

// fields keeps the record below its bound by leaving out what comes last.
func (j *journal) fields(e entry, lost uint64) []field {
	e, id := messageID(e)
	list := []field{
		{"MESSAGE", escape(string(sentence(nil, e, maxValue)), maxValue, "")},
		{"PRIORITY", priority(e.level)},
		{"SYSLOG_IDENTIFIER", escape(j.identifier, maxFieldName, "")},
	}
	if id != "" {
		list = append(list, field{"MESSAGE_ID", id})
	}
	if lost > 0 {
		list = append(list, field{fieldName("lost"), strconv.FormatUint(lost, 10)})
	}
	size := len(appendFields(nil, list))
	for _, p := range e.pairs {
		f := field{fieldName(p.keys...), escape(p.value, maxValue, "\n\t")}
		if size += fieldSize(f); size > maxRecord {
			break
		}
		list = append(list, f)
	}
	return list
}

// fieldSize is at least what appendFields makes of it.
func fieldSize(f field) int { return len(f.name) + len(f.value) + 10 }

// messageID takes the attribute out of the entry; it says what kind of event this is, for
// programs.
func messageID(e entry) (entry, string) {
	for i, p := range e.pairs {
		if len(p.keys) == 1 && p.keys[0] == "message_id" && isID(p.value) {
			pairs := append([]pair{}, e.pairs[:i]...)
			e.pairs = append(pairs, e.pairs[i+1:]...)
			return e, p.value
		}
	}
	return e, ""
}

// isID accepts a 128-bit id as journald writes it (sd-id128(3)).
func isID(s string) bool {
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 32
}

// priority is the syslog severity (RFC 5424, section 6.2.1).
func priority(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return "3"
	case l >= slog.LevelWarn:
		return "4"
	case l >= slog.LevelInfo:
		return "6"
	default:
		return "7"
	}
}

// send passes one serialised record on, at once or not at all.
func (j *journal) send(record []byte) error {
	err := unix.Sendto(j.fd, record, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT, &j.address)
	if errors.Is(err, unix.EMSGSIZE) || errors.Is(err, unix.ENOBUFS) {
		return j.sendSealed(record)
	}
	return err
}

// sendSealed is for a record that is too large for a datagram. journald takes a memfd from
// an ordinary user only if it can no longer change, with exactly these seals:
// MFD_NOEXEC_SEAL would add one that journald 252 refuses.
func (j *journal) sendSealed(record []byte) error {
	fd, err := unix.MemfdCreate("journal-record", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), "journal-record")
	defer f.Close()
	if _, err := f.Write(record); err != nil {
		return err
	}
	const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return err
	}
	rights := unix.UnixRights(fd)
	return unix.Sendmsg(j.fd, nil, rights, &j.address, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
}
