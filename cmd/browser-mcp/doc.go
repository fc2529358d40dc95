// Command browser-mcp lets an AI agent use a real Chromium while stored secrets go into pages by reference and
// never into the agent's transcript.
//
// # Invariants
//
//  1. No secret value is ever an argument, and no argument's value is repeated in a message (TestArgsNeverEcho).
//  2. One function resolves every path, for the daemon and for the commands (TestPathsOneFunction).
//  3. What an agent's own client configuration can set, environment and flags of `browser-mcp mcp`, only tightens
//     (TestThreatEnvironmentOnlyTightens, TestThreatMovedConfigKeepsTheOwnersLimits, TestThreatWindowStaysOnTheUsersScreen).
//  4. `browser-mcp mcp` reads no file and starts nothing before the first tool call (TestMCPTouchesNothing).
//  5. Every command documents its exit codes, takes --json and answers --help (TestEveryCommand).
//
// # Start at
//
// main.go has the table of commands; server.go is the wiring of the rooms; daemon.go and mcp.go are its two users.
package main
