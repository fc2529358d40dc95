// Package strict reads JSON as RFC 8259 writes it, and nothing else: one
// linear pass that refuses what lenient decoders repair in silence.
//
// Go's own decoder replaces bad UTF-8, folds the case of member names and
// lets the last of two equal members win; each of these has let a checked
// document differ from the one that was used.
//
// # Invariants
//
//  1. Bytes that are not UTF-8 are refused before anything is decoded
//     (TestParseRules).
//  2. No object of an accepted document has two equal names, compared after
//     unescaping (TestParseRules, FuzzParse).
//  3. Every accepted document means to encoding/json what it means here
//     (FuzzParse).
//  4. Time is linear in the input and memory beside it bounded by the depth
//     limit and one object's names (BenchmarkHostile, TestParseAllocates).
//  5. Names match exactly: no case folding, no substitution
//     (TestThreatSecondSpelling).
//  6. An [Error] tells rule and place, never a value (TestErrorHoldsNoValue).
//
// # Start at
//
// [Parse] for a view of a document, [Unmarshal] for a Go value, [Error].
package strict
