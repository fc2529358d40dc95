// Package threat carries out the attacks of the threat model against the real server, the real tools, an encrypted store
// and a real Chromium, and shows for each that it would work where nothing defends. It has tests only; rules that one
// package keeps alone are attacked there, under names that begin with TestThreat too.
//
// # Invariants
//
//  1. Two values of a class, the same calls, a site that does not depend on the value: the agents' transcripts are equal,
//     and a build that compares is told apart (TestTwinCandidatesOnThePage, TestTwinCandidatesTyped,
//     TestTwinCandidatesNavigated, TestTwinEachCandidateAsked, TestTwinAnotherSession, TestTwinSelectsAndRadios,
//     TestTwinChangesOnly, TestTwinHistoryBringsBack, TestTwinValidationAndKeys, TestTwinPasswords,
//     TestTwinControlsDiffer).
//  2. A strong value is hidden in every encoding, wherever its context shows it (TestThreatStrongValueIsHiddenEverywhere);
//     a guessable one by its shape, unseen, in its scope (TestThreatShapesAreMaskedUnseen).
//  3. What holds a value takes nothing but what empties or leaves it (TestThreatFilledFieldTakesNoInput), says nothing
//     about it (TestThreatComplaintIsWithheld, TestThreatFilledTextHasNoOtherName), and comes back from history hidden (TestThreatHistoryGivesNothingBack).
//  4. What is not defended is pinned (TestResidualPasswordDictionary, TestResidualPreparedEcho).
//
// # Start at
//
// assertTwins for the twins; stand for a page to attack; internal/tap for the attacker's hand.
package threat
