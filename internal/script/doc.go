// Package script runs txtar scripts against a command: arguments, standard input, exit code, both outputs, and the
// files and sockets that are left or not left.
//
// # Invariants
//
//  1. A script passes only if every line of it did what it says; an unknown line fails (TestUnknownCommandFails).
//  2. No process that a script started outlives it (TestBackgroundEndsWithScript).
//
// # Start at
//
// [Run] for a directory of scripts, [Parse] for the archive form.
package script
