// Package e2e is the acceptance suite: an agent's calls through the real server over a socket, with the real Chromium and
// its sandbox, on the pages of internal/site. Each test ends with a search for its values in every byte that a client
// received, in the log, and in the process table.
//
// # Invariants
//
//  1. An agent signs in and pays, on every fixture page that is made for it, and never sees a value (TestLogin,
//     TestLoginVariants, TestCheckout, TestShadowRoots, TestHostedFields, TestFrameworkInputs, TestContentEditable).
//  2. A refused fill says its code and exports nothing (TestRefusalsExportNothing, TestFrames).
//  3. What pages do to a value before, while and after it is written shows it to no tool (TestFormattingPages,
//     TestReceiptsHideAKey, TestReceiptsHideAPassword, TestReceiptsHideACard, TestNetworkListing).
//  4. The value is in its field or nowhere (TestFocusTheft, TestHostilePrototypes, TestPagesThatLeave).
//  5. Nothing but http and https is opened, and nothing of the agent's is evaluated
//     (TestNavigateRefusesEveryOtherScheme, TestToolsHaveNoEvaluation).
//  6. The program leaves no value behind, and its clients do not see each other (TestNothingKeepsTheValue,
//     TestTwoClientsOfOneDaemon).
//
// # Start at
//
// newHouse in house_test.go, and agent in agent_test.go.
package e2e
