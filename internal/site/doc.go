// Package site is the web that the tests drive a real Chromium against: a shop, its payment provider and a
// hostile page, each an origin of its own on loopback, with every request recorded.
//
// # Invariants
//
//  1. What reached an origin is in the log before the page sees the answer, byte for byte: method, path, query,
//     headers, body (TestLogHoldsWhatArrived, TestAwaitSeesLaterRequest).
//  2. A test changes what is served and what a loaded page does while it runs, and knows when the change has
//     happened (TestHandleReplacesPath, TestTellWaitsForPage).
//  3. Every page of [Groups] exists and is listed, and loads without an error of its own (TestGroupsListEveryPage,
//     TestPagesLoadInChromium).
//  4. Close ends every request, also those that never end by themselves (TestCloseEndsForeverPage).
//
// Pages are plain files below pages/, one directory a group of the fixture list; {{shop}}, {{pay}} and {{evil}}
// in them become the origins of the run. Forms that have no reason to do otherwise post to /submit, which
// answers with /thanks; whatever should never receive a value posts to /collect.
//
// # Start at
//
// [New], [Site.Requests] and [Groups].
package site
