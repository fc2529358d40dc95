// Package mcp is a Model Context Protocol server: JSON-RPC 2.0 read strictly, the lifecycle of the revisions 2024-11-05 to
// 2025-11-25, and tools, over any byte stream.
//
// # Invariants
//
//  1. Every [Text] passes Config.Redact in the moment of writing, and no other string of a result can be written at all
//     (TestEveryTextIsRedacted, TestAddToolRefusesTypes).
//  2. A bad message is answered, if it has an answer, and the next one is served (TestStrictness).
//  3. An id is echoed byte for byte, or the message is refused: it is never rounded (TestStrictness, FuzzReceive).
//  4. Nothing follows a call's answer or its cancellation: no progress, no second answer (TestCancelledIsSilent).
//  5. What is written is whole lines of UTF-8 with exactly the members that strict clients accept (TestTranscripts,
//     FuzzReceive).
//  6. A client that does not read loses its connection and nobody else's; the memory that it holds is bounded
//     (TestClientThatNeverReads).
//  7. When Serve returns, its goroutines have ended (TestConnectionsLeaveNothing).
//
// # Start at
//
// [Server] and [AddTool] for use; peer.receive for the way of a message in, encoder for the way out, revisions for what
// differs between versions.
package mcp
