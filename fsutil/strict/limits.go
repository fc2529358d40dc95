package strict

// Bounds of a document; a zero field of [Limits] means the one below.
// Source: MCP messages are bounded so, and nothing else we read is larger.
const (
	DefaultBytes    = 4 << 20 // bytes of the whole document
	DefaultDepth    = 64      // containers open at once
	DefaultMembers  = 1024    // members of one object
	DefaultElements = 65536   // elements of one array
)

const (
	maxPath    = 256 // bytes of an Error's Path
	maxSegment = 64  // bytes of one name in it
	fewNames   = 8   // names compared pairwise before a set is made
)

// Limits are the bounds of one document. The zero value is the default of
// each field.
type Limits struct{ Bytes, Depth, Members, Elements int }

// orDefault fills in what was left out.
func (l Limits) orDefault() Limits {
	or := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	or(&l.Bytes, DefaultBytes)
	or(&l.Depth, DefaultDepth)
	or(&l.Members, DefaultMembers)
	or(&l.Elements, DefaultElements)
	return l
}
