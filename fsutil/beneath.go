package fsutil

import (
	"errors"

	"golang.org/x/sys/unix"
)

// openBeneath opens path below dirfd and follows no link of any kind on the way. Where
// openat2 is absent (before Linux 5.6) or filtered by seccomp (which answers EPERM), it
// walks instead; walk forces that.
func openBeneath(dirfd int, path string, flags int, mode uint32, walk bool) (int, error) {
	parts, err := splitPath(path)
	if err != nil {
		return -1, err
	}
	if !walk {
		fd, err := openat2(dirfd, path, flags, mode)
		if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) {
			return fd, err
		}
	}
	return openWalk(dirfd, parts, flags, mode)
}

func openat2(dirfd int, path string, flags int, mode uint32) (int, error) {
	how := unix.OpenHow{
		Flags:   uint64(flags | unix.O_CLOEXEC),
		Mode:    uint64(mode),
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	for try := 0; ; try++ {
		fd, err := unix.Openat2(dirfd, path, &how)
		again := errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) && try < maxAgain
		if !again {
			return fd, err
		}
	}
}

// openWalk takes one component at a time, each relative to the descriptor of the one
// before, so that no name is ever resolved through a link or a second time.
func openWalk(dirfd int, parts []string, flags int, mode uint32) (int, error) {
	at := dirfd
	for _, part := range parts[:len(parts)-1] {
		next, err := openComponent(at, part, unix.O_PATH|unix.O_DIRECTORY, 0)
		if at != dirfd {
			_ = unix.Close(at)
		}
		if err != nil {
			return -1, err
		}
		at = next
	}
	fd, err := openComponent(at, parts[len(parts)-1], flags, mode)
	if at != dirfd {
		_ = unix.Close(at)
	}
	return fd, err
}

func openComponent(at int, name string, flags int, mode uint32) (int, error) {
	for {
		fd, err := unix.Openat(at, name, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, mode)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ENOTDIR) && isLink(at, name):
			// O_DIRECTORY|O_NOFOLLOW says ENOTDIR of a link; openat2 says ELOOP.
			return -1, unix.ELOOP
		default:
			return fd, err
		}
	}
}

// isLink only chooses the words of a refusal that has already happened.
func isLink(at int, name string) bool {
	var st unix.Stat_t
	err := unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	return err == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK
}
