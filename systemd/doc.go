// Package systemd speaks with the service manager: sockets that it passes, readiness, the
// watchdog, credentials, the journal, and the units that ask for all that. Everything works
// without one, too.
//
// # Invariants
//
//  1. Only descriptors that were meant for this process, few, and of the right kind are
//     taken over, and the variables that announced them are gone afterwards
//     (TestListenersByActivation, TestListenersRefusesOtherDescriptors,
//     TestListenersRefusesBadVariables, TestConnection).
//  2. A value cannot become another field of a journal record (FuzzAppendFields,
//     TestJournaldKeepsWhatWasSent), nor act on a terminal (FuzzEscape,
//     TestTextIsOneSafeLine).
//  3. Logging never waits and never fails, and what was dropped is told
//     (TestJournalNeverWaits, TestTextNeverWaits).
//  4. Credentials go from their file into locked memory and nowhere else (TestCredential).
//  5. The watchdog is fed only after a proof of life (TestWatchdogSpeaksOnlyWhileAlive).
//  6. After [HardenProcess] no process of the same user can read ours, no child inherits
//     more than it is given (TestThreatHardenProcess).
//  7. A peer is of our own user, or refused (TestThreatOwnPeerRefusesForeigners); its
//     program is named only when that is certain (TestPeerOf, TestPeerOfTheDead).
//  8. The units parse without a word from the manager and stay below their exposure
//     (TestUnitsVerify, TestUnitsExposure); what they must and must not contain is
//     TestThreatUnits.
//
// # Start at
//
// [Listeners], [NewHandler], [Units].
package systemd
