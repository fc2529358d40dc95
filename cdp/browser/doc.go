// Package browser owns one Chromium: it starts it, opens tabs in contexts that share nothing, follows every document,
// and reads and writes pages in isolated worlds.
//
// One half of it is the house: it launches, keeps the tree of tabs and frames by the browser's events, navigates, and
// reports what happened. The other half are the hands: snapshots, elements, input and the write of a secret.
//
// # Invariants
//
//  1. Pages run in Chromium's own sandbox, and the whole browser under no_new_privs and Landlock
//     (TestThreatSandboxIsOn, TestThreatFilesAreOutOfReach).
//  2. Chromium gets flags from an allow-list, an executable of root's and a named environment, whoever asks
//     (TestThreatFlagsAreAnAllowList, TestThreatChromePathMustBeRoots, TestEnvironmentIsScrubbed).
//  3. Nothing typed reaches the disk, and what a browser keeps goes when it goes; after a SIGKILL the next start sweeps
//     what it can prove to be its own and dead (TestThreatNothingTypedReachesTheDisk, TestSweepRemovesOnlyTheDead,
//     TestKilledDaemonTakesItsBrowserAlongAndTheNextStartSweeps).
//  4. Only http and https are navigated to, and no redirect leads elsewhere (TestParseURLRefuses, TestNavigateFails,
//     TestThreatAllowedHostsHoldOnEveryRequest).
//  5. The observer hears of a document before anyone can read it, in the order of the browser
//     (TestObserverLearnsOfEveryDocument).
//  6. A document that was left is never shown again; going back makes a new one (TestThreatBackMakesANewDocument).
//  7. Contexts share nothing, and a closed one leaves nothing (TestContextsShareNothing, TestContextsLeaveNothing).
//  8. A lost browser fails what was open with ErrGone, and the next call starts another
//     (TestBrowserDeathFailsWhatWasOpenAndTheNextCallStartsAnother).
//  9. Dialogs, popups, choosers, downloads and permission prompts hold nobody up (TestDialogsAreDismissedAndReported,
//     TestPopupsAreAdopted, TestDownloadsAndChoosersAreReportedAndNothingMore, TestPermissionsAreDenied).
//  10. The network log holds metadata, whole addresses or none (TestNetworkKeepsMetadataOfEveryFrameAndWorker,
//     TestLoggedAddressesAreNeverCutInTheMiddle).
//  11. An element belongs to one document; with it gone the element is stale, never looked for again
//     (TestUIDsLiveAsLongAsTheirDocument).
//  12. A secret is written into the element that was meant or nowhere (TestFocusTheftNeverMovesTheSecret,
//     TestWriteNeverReachesAnotherDocument).
//  13. A node that holds a secret is write-only (TestThreatTaggedNodeIsWriteOnly), and no snapshot tells its content or a
//     password's (TestSnapshotNeverTellsAPassword).
//
// # Start at
//
// [New], life.go and loop.go for the house; [Tab.Snapshot] and [Tab.Write] for the hands.
package browser
