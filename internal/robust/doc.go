// Package robust tests what is left when something dies, breaks or behaves badly: the real program, real Chromium with its
// sandbox on, an ordinary user, and directories that nobody else has. It holds tests only.
//
// A kill comes at a moment that is counted, never timed: so many bytes of a request, of the answer, or of what browser and
// server say to each other in between, which the kernel counts for the browser's process. Every process that loses its parent
// becomes the tests' own child, so none can get out of sight. -robust.kills says how often something is killed, over all kinds;
// a test that fails prints the seed of its moments.
//
// # Invariants
//
//  1. A browser that dies at any moment takes no session along: the call is answered by code, the next ones start another
//     (TestBrowserKilledAtAnyMoment); so it is for a page whose process dies, and the other pages notice nothing
//     (TestRendererKilledAtAnyMoment).
//  2. A client that dies takes its own session along, and nothing else (TestClientKilledAtAnyMoment).
//  3. A server that dies takes everything along, one that is told to stop leaves nothing, and the next start finds nothing in
//     its way (TestDaemonKilledAtAnyMoment, TestServerAloneKilledAtAnyMoment).
//  4. Connections that have gone leave no tab, process, goroutine or descriptor (TestConnectionsLeaveNothing), and clients see
//     nothing of each other (TestClientsAreApart).
//  5. What is missing, spoilt or taken is told by code, and all that does not need it works (TestBrowserMissing,
//     TestStoreSpoilt, TestStoreSpoiltBeforeTheStart, TestSecondDaemonIsRefused, TestUnusableDaemonAnswersEveryClient).
//  6. Nonsense ends no connection (TestNonsenseKeepsTheConnection), and another user's process gets no answer
//     (TestStrangerGetsNoAnswer).
//  7. An idle daemon ends and its socket listens on (TestIdleDaemonEndsAndTheSocketListensOn); a server without a daemon
//     touches nothing before the first call (TestAloneTouchesNothingBeforeTheFirstCall).
//
// # Start at
//
// newStage in killbrowser_test.go, and moment_test.go for how a moment is found.
package robust
