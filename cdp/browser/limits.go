package browser

import "time"

// Every bound of the package, with its unit and its reason.
const (
	// maxURL bounds an address that a tool gives, in bytes. Servers take no more than about 8 KiB.
	maxURL = 8 << 10

	// maxTabs bounds the tabs of one context. A page that opens more popups gets the next ones closed at once.
	maxTabs = 32

	// maxContexts bounds the contexts of one browser: each holds a renderer or two, some 40 MiB.
	maxContexts = 32

	// maxFrames bounds the frames of one tab that we follow. Later ones are not listed.
	maxFrames = 256

	// entryTries bounds the questions for a history entry after one commit. One or two are enough, on a loaded machine
	// some ten.
	entryTries = 200

	// keptLoaders is how many documents back a navigation still finds its own: pages redirect by script a few times.
	keptLoaders = 16

	// maxTabEvents bounds the events that wait in a tab for the next result (decision 5).
	maxTabEvents = 20

	// maxEventText bounds the text of one tab event, in bytes; a longer one is left out. Chromium cuts a dialog's text at
	// 10 Ki characters (ChromeClient, TruncateDialogMessage), so one of that size may lack its end.
	maxEventText = 10<<10 - 1

	// maxMIME bounds a MIME type, maxNetError the browser's name of an error, in bytes. Real ones have 70 and 45.
	maxMIME, maxNetError = 128, 64

	// maxAsked bounds the addresses that a tab remembers to have been told. Chromium's history keeps 50.
	maxAsked = 64

	// maxNetwork bounds the network log of a context, in entries (secure-browser 3.8).
	maxNetwork = 500

	// maxLoggedURL bounds one address in the network log, in bytes. Longer ones lose their query, then their path, so
	// that nothing is cut in the middle of a value that the redactor has to recognise.
	maxLoggedURL = 4 << 10

	// eventQueue bounds the events that wait for the event loop. It is lossless: an overflow ends the browser. The
	// loop applies an event in microseconds, and Chromium throttles what a page can cause here.
	eventQueue = 1 << 15

	// networkQueue bounds the events that wait for the network log. It is lossy.
	networkQueue = 1 << 13

	// startTimeout bounds the start of Chromium, from the request to its first answer. A cold, loaded machine needs 5 s.
	startTimeout = 45 * time.Second

	// stopTimeout bounds a polite end before the process group is killed. Chromium needs 0.2 to 0.4 s (systemd.md).
	stopTimeout = 4 * time.Second

	// houseTimeout bounds the calls that the event loop makes by itself. Only the browser process answers them.
	houseTimeout = 15 * time.Second

	// defaultNavigation and maxNavigation bound a navigation (secure-browser 3.2).
	defaultNavigation = 30 * time.Second
	maxNavigation     = 120 * time.Second

	// requestGrace is how long a navigation that a page asked for may take to start before we take it for cancelled.
	requestGrace = 500 * time.Millisecond

	// effectBound is how long a click waits for the navigation that it started. What is not there by then is reported
	// by a later call.
	effectBound = 10 * time.Second
)
