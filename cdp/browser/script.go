package browser

import (
	"bytes"
	"embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"browser-mcp/cdp"
)

//go:embed js/*.js
var scriptFiles embed.FS

// scriptOrder lists the files of the script that works inside pages; each uses what stands above it. They share one
// scope, and nothing of it is visible from outside but the methods that hands.js returns.
var scriptOrder = []string{
	"primordials", "registry", "tree", "field", "visible", "text", "label", "table", "likeness", "report", "reportfield", "walk",
	"record", "observe", "verify", "write", "choose", "spread", "bykeys", "guard", "pointer", "typing", "watch", "hands",
}

// layout is what only readers need: indentation, and lines that hold nothing but a comment.
var layout = regexp.MustCompile(`(?m)^\s+(//.*\n)?|^//.*\n`)

// script is the expression that makes the hands of a document, in the isolated world in which it is evaluated. It
// is sent to every document, and its length is most of what that costs.
var script = sync.OnceValue(func() string {
	limits, err := json.Marshal(pageLimits)
	if err != nil {
		panic("browser: internal error: page limits are not JSON")
	}
	var b strings.Builder
	b.WriteString("(()=>{'use strict';const LIMITS=Object.freeze(")
	b.Write(limits)
	b.WriteString(");\n")
	for _, name := range scriptOrder {
		body, err := scriptFiles.ReadFile("js/" + name + ".js")
		if err != nil {
			panic("browser: internal error: no script " + name)
		}
		b.Write(layout.ReplaceAll(body, nil))
	}
	b.WriteString("})()")
	return b.String()
})

// install are the parameters of CDP Runtime.evaluate for the script. The encoder would otherwise write six bytes for
// each < and > in it.
func install(id cdp.ExecutionContextID) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(cdp.ScriptEvaluation{Expression: script(), Context: id, Silent: true})
	return b.Bytes(), err
}
