// Package tap stands between the program and its Chromium and speaks the DevTools protocol on the side, in the
// program's own sessions. Tests carry out attacks with it: what a hostile page, capture code or an unprotected tool
// could do to the very page that the program works on.
//
// # Invariants
//
//  1. What the program and the browser say to each other passes unchanged, and answers to the tap's own calls do not
//     reach the program (TestTapIsNotNoticed).
//
// # Start at
//
// Tap.Wrap, Tap.Page.
package tap
