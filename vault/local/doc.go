// Package local is a secret store in one encrypted file: the embedded default.
//
// FORMAT.md beside this file is the format, with byte counts and an example. The key comes
// from the service manager, a file, or a passphrase. Values are decrypted into locked
// memory; not wiped are what the ciphers of the standard library keep of a key on the Go
// heap, and the memory of argon2id.
//
// # Invariants
//
//  1. An import killed at any step leaves the old store or the new one, and nothing that
//     the next operation does not remove (TestImportKilledAtEachStep).
//  2. A file that is not ours alone is not read (TestThreatStoreFilesOfOthers,
//     TestThreatStoreForeignOwner).
//  3. No altered byte goes unnoticed (TestThreatStoreTampered), nor does a cut
//     (TestStoreTruncated), and no fault changes the file.
//  4. A value belongs to its metadata: id, name, kind, approval, classes, properties
//     (TestThreatRecordIsOnePiece), which is read without tolerance
//     (TestThreatMetadataIsReadStrictly).
//  5. A stored cost is held against its bounds before it is spent
//     (TestThreatStoredCostIsBounded).
//  6. Any number of processes use one store at once (TestStoreManyAtOnce).
//  7. The file is what FORMAT.md says (TestFormatExample, TestFormatSizes) and holds no
//     plaintext (TestStoreHoldsNoPlaintext).
//  8. A key is made only for a store that does not exist yet (TestFileKeyMadeAtFirstImport,
//     TestFileKeyNotMadeUnlessAllowed).
//
// # Start at
//
// [Open], [Store.Import], FORMAT.md.
package local
