// Package mcptest is a Model Context Protocol client for tests: as strict as the strictest real one, and it keeps every
// byte of both directions.
//
// # Invariants
//
//  1. A message that a strict client would refuse fails the test that received it (TestClientRefuses).
//  2. Received returns all bytes that the server ever wrote to the client (TestClientKeepsBytes).
//
// # Start at
//
// [New], [Start] and [Dial] for a client; [Client.Initialize], [Client.Call].
package mcptest
