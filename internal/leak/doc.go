// Package leak proves that a secret did not get out: it looks for values in transcripts,
// files and the process table in every encoding of secure-browser, tables 8.3 and 8.4, and
// for goroutines, descriptors and children that a test left behind.
//
// It shares no code with the redactor that it checks: encoders and readers are its own,
// written for plainness and not for speed.
//
// # Invariants
//
//  1. Whatever [Encodings] makes of a value, [Scan] finds, also inside other text, inside
//     JSON, and beside other letters (TestScanFindsEveryEncoding).
//  2. Text without the value has no findings, however long (TestScanQuietOnOtherText).
//  3. A value of fewer than 8 characters is found only where it stands alone
//     (TestScanShortValueStandsAlone).
//  4. A finding does not hold the value (TestFindingDoesNotHoldValue).
//  5. File contents, file names, arguments and environments are looked at
//     (TestTreeFindsContentsAndNames, TestProcessesFindArgumentsAndEnvironment).
//  6. A goroutine, a descriptor or a child left open is reported, one that ended is not
//     (TestBaselineBites).
//
// # Start at
//
// [Scan], [Transcript], [Baseline].
package leak
