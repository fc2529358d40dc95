// Package tools is what an agent can do: each tool decodes its arguments, calls the browser or the vault, and shapes
// the result. It holds no page knowledge and no secret; it knows which strings come from where, and gives each to the
// redactor with that provenance.
//
// # Invariants
//
//  1. A session sees only its own tabs, elements and fills; it ends with its connection, and no other connection takes
//     it up, whatever label it brings (TestThreatLabelTakesNothingUp). Taking a session up again is not built: a
//     label is kept for the journal alone.
//  2. Every string that a page, the store or a caller could have shaped is redacted before it is cut, counted, paged,
//     compared or waited for (TestThreatRedactThenCut, TestThreatWaitSeesTheProjection).
//  3. Nothing is evaluated in a page that the agent wrote: no selector, no script (TestNoToolTakesASelector).
//  4. A failed call says a code of codes.go and its fixed sentence; no text of the browser, of the store or of an
//     argument is in it (TestFailuresSayNothingElse).
//  5. Calls of one session that touch pages run one after the other; a second fill is answered busy
//     (TestSessionCallsTakeTurns, TestSecondFillIsBusy).
//  6. A document that has to be tagged is tagged before it is read (TestThreatTaggedBeforeRead).
//
// # Start at
//
// [New] and [Tools.Register]; session.go for what a connection holds; codes.go for every code and its next step.
package tools
