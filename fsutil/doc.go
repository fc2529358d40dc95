// Package fsutil opens, makes and replaces files without trusting names, and holds secrets
// in memory that is neither swapped nor dumped.
//
// # Invariants
//
//  1. No path below a [Dir] is resolved through a link, whoever planted it and whichever of
//     the two ways of opening is in use (TestThreatDirRefusesLinks).
//  2. Only a regular file is ever returned, and a fifo cannot hold the caller up
//     (TestDirOpenRefusesSpecialFiles).
//  3. A file that holds a secret is read only if it is ours, ours alone, and has one name
//     (TestThreatReadPrivateRefusesShared).
//  4. Nothing is allocated for a file before its size was held against the bound
//     (TestReadPrivateBound).
//  5. A publication overwrites nothing (TestPublishNeverOverwrites); a replacement killed
//     at any step leaves the old content or the new (TestReplaceKilledAtEachStep).
//  6. Removing a tree removes nothing outside it (TestThreatRemoveTreeStaysInside).
//  7. A lock has at most one holder and ends with its process (TestLockEndsWithProcess).
//  8. [Pages] are locked, undumped, wiped on fork and on Close
//     (TestPagesFlags, TestThreatPagesLeaveNothing), and print [REDACTED] (TestPagesPrint).
//  9. A restricted thread or process is denied everything that the rules do not name
//     (TestThreatLandlockDenies).
//  10. [CheckExecutable] accepts only what no ordinary user can change
//     (TestThreatCheckExecutable).
//
// # Start at
//
// [OpenDir], [Dir.Replace], [NewPages].
package fsutil
