// Package spawn gets a helper process for one request: from its socket unit where a service
// manager offers one, else as a child of ours. Both look the same to either side.
//
// What goes over the connection:
//
//	asker  → helper   request, NUL          at most 64 KiB, no NUL inside
//	helper → asker    JSON object, NUL      at most 4 KiB; {"error":"…"} is a refusal
//	then whatever the two agree on: for the browser, CDP in NUL-framed messages
//
// # Invariants
//
//  1. Each side sends one bounded message and waits; more is refused
//     (TestStartRequestBounds, TestStartRefusesBadAnswers, FuzzMessage).
//  2. Who answered is the kernel's word, not the answer's: for a child the very process
//     that was started, for a unit a process of our own user, held by a pidfd
//     (TestStartRefusesBadAnswers, TestStartPrefersTheSocket).
//  3. Another user's program behind the socket's path gets no request
//     (TestThreatStartRefusesForeignListener).
//  4. A helper runs for nobody who has no connection of ours to give, and for no terminal
//     (TestAcceptRefusesDirectUse).
//  5. Kill ends a child's whole group, and what left the group and the session, and returns
//     when nothing of it is left (TestKillEndsTheWholeGroup, TestKillEndsWhatLeftTheGroup);
//     so does the end of the child itself (TestGroupEndsWithItsLeader); 200 starts leave no
//     process, zombie, goroutine or descriptor (Test200StartsLeaveNothing).
//  6. A child dies with us even after it became another program (TestProcessDiesWithItsParent).
//  7. The program that a helper becomes has the connection as descriptors 3 and 4, only the
//     environment it was given, and the helper's restrictions (TestBecomeExec).
//
// Not promised without a unit: after a SIGKILL of ours the child dies, but its descendants
// are not followed. Chromium's end when their browser process does.
//
// The package makes this process a child subreaper (prctl(2)), so that orphans of a child
// come to us and their end can be seen, and takes children in another session for such
// orphans: nothing else in the process may start a child with setsid.
//
// # Start at
//
// [Helper.Start], [Accept], [BecomeExec].
package spawn
