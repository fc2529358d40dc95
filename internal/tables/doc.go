// Command tables writes the Unicode folding table of the vault's redactor.
//
// The folding of one code point is: compatibility decomposition (NFKD), marks and
// default-ignorable code points taken out, full case folding and small letters,
// decomposition again; then decimal digits of every script become 0-9, letters and other
// numbers stay, and all else is a separator. NFKD instead of NFKC makes a composed letter
// and its parts equal once marks are gone.
//
// It is a module of its own, so that golang.org/x/text is needed to write the table and
// never to build the program. From the root of the repository:
//
//	go generate ./vault
//
// # Invariants
//
//  1. The committed table is what this command writes (TestCommittedTableIsCurrent).
//  2. Case, width, script of digits and marks make no difference, and what nobody sees is
//     ignored (TestFold).
//
// # Start at
//
// fold, then trie.
package main
