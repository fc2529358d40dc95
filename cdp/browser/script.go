package browser

import (
	"embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

//go:embed js/*.js
var scriptFiles embed.FS

// scriptOrder lists the files of the script that works inside pages; each uses what stands above it. They share one
// scope, and nothing of it is visible from outside but the methods that hands.js returns.
var scriptOrder = []string{
	"primordials", "registry", "tree", "field", "visible", "text", "label", "table", "likeness", "report", "reportfield", "walk",
	"record", "observe", "verify", "write", "choose", "spread", "bykeys", "guard", "pointer", "typing", "watch", "hands",
}

// remarks are lines that hold nothing but a comment.
var remarks = regexp.MustCompile(`(?m)^\s*//.*\n`)

// script is the expression that makes the hands of a document, in the isolated world in which it is evaluated.
var script = sync.OnceValue(func() string {
	limits, err := json.Marshal(pageLimits)
	if err != nil {
		panic("browser: internal error: page limits are not JSON")
	}
	var b strings.Builder
	b.WriteString("(() => { 'use strict';\nconst LIMITS = Object.freeze(")
	b.Write(limits)
	b.WriteString(");\n")
	for _, name := range scriptOrder {
		body, err := scriptFiles.ReadFile("js/" + name + ".js")
		if err != nil {
			panic("browser: internal error: no script " + name)
		}
		b.Write(remarks.ReplaceAll(body, nil)) // each new document is sent the whole
	}
	b.WriteString("})()")
	return b.String()
})
