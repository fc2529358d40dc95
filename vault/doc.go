// Package vault holds secrets, decides where they may go, puts them there, and hides them
// from everything that leaves the process.
//
// It knows no browser and no file: [Page] and [Store] are what it needs of them.
//
// # Invariants
//
//  1. A [Secret] prints [REDACTED] under every verb and encoder (TestSecretPrints), and is
//     wiped by Close once its readers have left (TestSecretCloseWaitsForUse).
//  2. A malformed part of a binding never stands for a looser binding (TestBindingTable,
//     FuzzBinding).
//  3. A [Pattern] answers as Chromium does (TestPatternAnswersAsChromium), in time linear
//     in the path (TestPatternLinear).
//  4. [Decide] depends on its arguments alone, reads the properties each time
//     (TestDecideReadsPropertiesAgain), and reports the first broken rule of one order
//     (TestDecideReasons, TestDecideFirstReasonWins).
//  5. Without a selector the kind decides which fields take a value
//     (TestThreatKindDecidesWithoutSelector).
//  6. A fill that is refused before its export exports nothing and writes nothing
//     (TestFillRefusedWithoutExport).
//  7. A value is registered before it is written (TestFillOrder), decided upon again before
//     each write (TestThreatFillChecksBeforeEachWrite), and forgotten after the last
//     (TestFillForgetsTheValue).
//  8. Nothing is filled where capture code has run (TestThreatFillRefusesScriptedOrigins).
//  9. What a fill reports differs for no two values that the page treats alike
//     (TestThreatFillTellsNothing), and after three incomplete ones a human must act
//     (TestThreatFillLocksAfterThreeIncomplete).
//  10. No approval mode is taken for "none" (TestFillApprovalModes).
//  11. A class errs downwards: people's passwords are never strong, numbers never compared
//     (TestClassTable, TestClassSentencesAreNotStrong).
//  12. The [Redactor] hides a strong value in every encoding that it knows
//     (TestRedactHidesEveryEncoding, FuzzRedact), also spread over elements
//     (TestThreatRunsHideSplitValue), and parts of it that nobody guesses and no others
//     (TestPartsHoldTheirBits); it leaves other text alone (TestRedactLeavesOtherTextAlone).
//  13. Two guessable values of a class look alike wherever they are shown, and so do two
//     middling ones outside fresh text of the filled origin
//     (TestTwinGuessableValuesLookAlike, TestTwinMiddlingElsewhere, TestTwinControlDiffers).
//  14. Shapes are masked in their scope and nowhere else (TestMaskShapes, TestScopeOfShapes);
//     taint comes back with history and ends with its last trace
//     (TestThreatHistoryRestoresTaint, TestTaintEndsWithItsLastTrace).
//  15. After a fill no query of its origin is reported (TestThreatReportedURLs).
//  16. A marker names a reference only to who filled it (TestThreatMarkerNamesOnlyOwnFills),
//     and page text cannot pass for one (TestThreatMarkerImitation).
//  17. Forms and index of values lie in locked memory (TestFormsAreLocked), wiped by Close,
//     after which nothing leaves unsearched (TestCloseWipesAndWithholds).
//  18. A scan is linear in its text; what takes more is withheld (TestRedactWorkIsBounded).
//
// # Start at
//
// [Filler], [Decide], [ParseBinding]; [Redactor] for what is hidden.
package vault
