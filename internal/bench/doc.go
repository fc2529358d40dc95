// Command bench measures browser-mcp and prints the table of README.md:
//
//	go run ./internal/bench
//
// Every ratio is taken in one run, against a floor that a bare CDP client (package bare) makes in a Chromium of its own
// with the same flags, on the same pages, by turns. Times are medians. "At most" is what the project asks of itself;
// nothing here fails when it is missed, because a busy machine misses it too. It needs no root and changes user when it
// has it, as the tests do.
//
// # Invariants
//
//  1. Floor and ours take turns, and each is measured as often as the other (TestRoundsTakeTurns).
//  2. A figure is a median of all rounds, and a failed round fails the table (TestMedian, TestRoundsReportFailure).
//  3. Ours speaks MCP over a pipe to the binary that is shipped, and what it says is checked, so that nothing fast and
//     wrong is measured (TestClientRefusesErrors).
//
// # Start at
//
// main, rows in pages.go, measure.
package main
