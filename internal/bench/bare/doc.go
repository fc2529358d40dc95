// Package bare is the least CDP client that works: the floor that the benchmark measures against, and an eye of its
// own for tests that must not trust ours.
//
// It has one goroutine, the caller's: it writes a request, then reads until the answer is there, and keeps the events
// that come in between. No safety, no references, no contexts; a minute without any message ends every wait.
//
// # Invariants
//
//  1. An answer reaches the call that asked for it, whatever comes in between (TestAnswersFindTheirCalls).
//  2. Close ends Chromium and removes its profile (TestCloseLeavesNothing).
//
// # Start at
//
// [Start], [Browser.Call], [Browser.Wait].
package bare
