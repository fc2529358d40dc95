// Package asuser runs tests, and the commands that tests start, as an ordinary user.
//
// Chromium's sandbox refuses to work for root, and switching it off would test another product (decision 34).
// So a test binary that root starts runs itself again as the user [Name], which .ci/setup makes.
//
// # Invariants
//
//  1. No test runs as root, and none sees the home, state or runtime directory of whoever runs it
//     (TestRunsAsOrdinaryUser, TestDirectoriesArePrivate).
//  2. The exit status and the deadly signal of the inner run are those of the outer one
//     (TestExitStatusPasses, TestSignalPasses).
//  3. What the inner run wrote for the go command (profiles, coverage) arrives where it was asked for
//     (TestOutputsReturn).
//  4. The private directory is gone when the outer run ends (TestDirectoryRemoved).
//
// The binary is copied into a directory that the user can read: go test builds it below a 0700 folder of
// root's, where a test could run /proc/self/exe but not what os.Executable names. There is no use in calling
// the go command below this package: the build cache belongs to someone else.
//
// # Start at
//
// [Main] and [Command].
package asuser
