// Package program builds browser-mcp for the tests of a package and gives them its path.
//
// Tests that start Chromium run as an ordinary user (internal/asuser), who has no build cache. So the program is built
// before they become that user, and removed when they are over.
//
// # Invariants
//
//  1. The program is the one of this tree, and the user of the tests can run it (TestProgramIsBuilt).
//  2. A result of a package that uses it is never kept by the go command, which does not see what the tests depend on
//     (TestNoResultIsKept).
//
// # Start at
//
// [Main].
package program
