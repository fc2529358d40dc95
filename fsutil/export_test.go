package fsutil

// WithWalk forces the fallback for kernels without openat2.
func (d *Dir) WithWalk() *Dir { d.walk = true; return d }

// OnStep has f told of each step of a publication.
func (d *Dir) OnStep(f func(string)) { d.step = f }

var (
	CheckName = checkName
	SplitPath = splitPath
)

const TemporaryPrefix = temporaryPrefix
