package fsutil

const (
	// maxComponent is NAME_MAX of every file system that we meet (limits.h).
	maxComponent = 255
	// maxPath is PATH_MAX without its final NUL (limits.h).
	maxPath = 4095
	// maxTreeDepth bounds the descriptors that RemoveTree holds at once; Chromium's
	// deepest profile directory is 9 levels down.
	maxTreeDepth = 64
	// maxTreeNames is how many names RemoveTree reads at a time.
	maxTreeNames = 512
	// maxLinks is the kernel's own bound on links in one path (path_resolution(7)).
	maxLinks = 40
	// maxAgain bounds repeats of openat2 when a rename elsewhere disturbs it (openat2(2), EAGAIN).
	maxAgain = 8
	// MaxPages is the largest single locked buffer, in bytes. The usual RLIMIT_MEMLOCK is
	// 8 MiB for the whole process tree.
	MaxPages = 1 << 20
)
