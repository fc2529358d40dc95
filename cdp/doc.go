// Package cdp speaks the Chrome DevTools Protocol over one byte stream, framed as Chromium's --remote-debugging-pipe
// frames it: one JSON object, then one NUL byte.
//
// # Invariants
//
//  1. One goroutine reads the stream and one writes it; Close waits for both (TestConnCloseWaitsForItsGoroutines).
//  2. A frame's bound is checked while it is read, before the buffer grows past it (TestFrameReaderStopsAtItsBound).
//  3. When the stream ends, every call in flight, every queued write and every subscription learns it at once
//     (TestConnDeathReachesEveryWaiter).
//  4. A call whose context ends returns, and its late answer is dropped (TestCallCancelledDropsItsAnswer).
//  5. The parameters given to CallSecret are written from the caller's memory and no other; when CallSecret returns,
//     nobody reads that memory any more (TestCallSecretNeverCopies, TestCallSecretCancelledLeavesItsMemoryAlone).
//  6. A lossless subscription that overflows ends the connection, a lossy one drops its oldest event and counts it
//     (TestSubscriptionOverflow).
//  7. When a CDP session is detached, the calls that wait on it fail at once (TestDetachFailsItsCalls).
//
// # Start at
//
// [NewConn], [Session.Call], [Conn.Subscribe]; envelope.go for the shape of a message.
package cdp
