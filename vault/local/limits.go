package local

const (
	// maxStore bounds the file in bytes. It is read whole; at its bound it holds 250 values
	// of the largest size, or maxRecords of the usual ones.
	maxStore = 16 << 20
	// maxRecords bounds the references. Each costs a look at every list.
	maxRecords = 1024
	// maxMetadata bounds one record's JSON in bytes.
	maxMetadata = 64 << 10
	// maxName bounds a reference's name in bytes.
	maxName = 128
	// maxNames is how many names the store's directory may have for leftovers to be removed.
	maxNames = 64
	// maxKeyFile is a key in hexadecimal with a line break (CRLF at worst), in bytes.
	maxKeyFile = 66

	// Cost of a passphrase (RFC 9106, section 4, second recommended option, with the lanes of
	// a small machine). A stored cost outside the floors and ceilings is refused: the one
	// would make guessing cheap, the other is memory and time on an attacker's word.
	defaultPasses, minPasses, maxPasses = 3, 2, 16
	defaultMemory, minMemory, maxMemory = 64 << 10, 19 << 10, 1 << 20 // KiB
	defaultLanes, minLanes, maxLanes    = 4, 1, 16
)
