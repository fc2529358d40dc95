// Package storetest counts what is asked of a secret store, for tests that claim that no
// export was requested.
//
// # Invariants
//
//  1. A call is counted before the store sees it, so that one which fails or blocks counts
//     (TestStoreCountsBeforeTheCall).
//
// # Start at
//
// Wrap.
package storetest
