// Package house holds the rules of this repository that no compiler checks, as tests. There is nothing to import.
//
// # Invariants
//
//  1. Packages import only what the design lets them, and the module only what it may (TestImportsPointDown,
//     TestModulesAreTheThree).
//  2. Every package says what it promises, and each promise names a test that exists (TestPackagesSayWhatTheyPromise).
//  3. Every claim of SECURITY.md names a test that exists (TestSecurityClaimsHaveTests), and README.md lists the tools
//     that the program has (TestReadmeListsTools; the codes are the affair of mcp/tools).
//  4. Files, goroutines, memory tricks, tests and secrets keep to the manners of CONTRIBUTING.md (TestFilesAreShort,
//     TestGoroutinesNameTheirOwner, TestUnsafeStaysInFsutil, TestTestsDoNotSkipOrSleep, TestSecretsAreNoStrings,
//     TestExportedNamesAreDocumented).
//  5. What is committed names no machine and no registry (TestNothingNamesAMachine, TestLockFilesNameNoServer).
//
// # Start at
//
// allowed in imports_test.go.
package house
