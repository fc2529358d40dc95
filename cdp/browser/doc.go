// Package browser owns one Chromium: it starts it, opens tabs in contexts that share nothing, follows every document,
// and reads and writes pages in isolated worlds.
package browser
