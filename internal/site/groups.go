package site

// Group is one group of fixture pages.
type Group struct {
	Number int    // in the list of fixtures; 0 for the benchmark's own
	Name   string // its directory and the first part of its paths
	About  string
	Pages  []string // paths that load; what never loads is in Broken
	Broken []string
}

// Groups lists every page that the site has by itself.
var Groups = []Group{
	{1, "login", "A user name and a password: one page, two pages, a hidden step, no form, Enter only, a dialog, random names.",
		paths("login", "", "first.html", "second.html", "hidden.html", "formless.html", "enter.html", "dialog.html", "random.html", "account"), nil},
	{2, "checkout", "A card in four fields; fields built 2 s after a click; boxes that are ticked by default.",
		paths("checkout", "", "accordion.html", "save.html"), nil},
	{4, "formatting", "Inputs that rewrite what they hold: groups, slashes, masks, capitals, bullets, a node made anew, a revert.",
		paths("formatting", "grouped.html", "blur.html", "recreate.html", "expiry.html", "phone.html", "iban.html", "upper.html", "bullets.html", "revert.html"), nil},
	{5, "receipt", "A page that shows what it was sent, in one of the encodings that Receipts lists (?as=).",
		paths("receipt", ""), nil},
	{6, "shadow", "A login inside open, closed, nested, slotted, form-associated and focus-delegating shadow roots.",
		paths("shadow", "open.html", "closed.html", "nested.html", "slotted.html", "associated.html", "delegates.html", "across.html"), nil},
	{7, "inner", "The card field in a frame of the same origin: plain, srcdoc, about:blank, nested, restless, lazy.",
		paths("inner", "", "card.html", "srcdoc.html", "blank.html", "nested.html", "restless.html?by=test", "lazy.html"), nil},
	{8, "hosted", "The card fields in frames of the payment provider: three, one, wrapped, wrapped by a stranger, sandboxed, late, covered.",
		paths("hosted", "", "single.html", "wrapped.html", "evilwrapped.html", "sandboxed.html", "late.html", "covered.html", "field.html", "fields.html", "together.html", "controller.html"), nil},
	{10, "redirect", "A page that leaves for the hostile origin at a bad moment (?when=, ?ms=), by meta refresh, by 307, by a foreign form action.",
		paths("redirect", "", "meta.html", "forward.html", "action.html"), nil},
	{11, "focus", "Pages and frames that take the focus from a field: handlers, a foreign frame, a popup, a timer, a custom element.",
		paths("focus", "handler.html", "beforeinput.html", "frame.html", "thief.html", "popup.html", "blur.html", "delegate.html"), nil},
	{12, "hostile", "A page that replaces what a reader in its own world would rely on (?patch=).",
		paths("hostile", ""), nil},
	{13, "editable", "contenteditable in three spellings, an editor with a model, a rich editor, an input behind a box.",
		paths("editable", "", "code.html", "rich.html", "behind.html"), nil},
	{14, "autocomplete", "Every autocomplete token, and wrong ones.",
		paths("autocomplete", "", "wrong.html"), nil},
	{15, "framework", "Inputs whose state is the truth: controlled, debounced, remounted, locked, formatted, trusted events only, touched.",
		paths("framework", "controlled.html", "debounced.html", "remount.html", "locked.html", "formatted.html", "trusted.html", "touched.html"), nil},
	{18, "network", "Six ways for a value to leave a page, to the shop and to the hostile origin.",
		paths("network", ""), nil},
	{19, "slow", "Pages that never end, redirect for ever, are empty, huge, deep or use all memory. Site.TLS has a bad certificate.",
		paths("slow", "", "huge", "deep", "memory.html"), paths("slow", "forever", "picture.html", "loop", "empty")},
	{0, "bench", "What the benchmark measures on: a small page, five fields, lists, frames and shadow roots.",
		paths("bench", "small.html", "five.html", "frames.html", "list?elements=1000", "list?elements=10000"), nil},
}

func paths(group string, names ...string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = "/" + group + "/" + name
	}
	return list
}
