package mcp

// appendSchema writes a shape as JSON Schema 2020-12, in the few keywords that every client knows. Arguments are closed
// (additionalProperties false, no alternatives at the top: one model API refuses the whole list otherwise); results are
// left open, which saves bytes and forbids nothing that we send.
func appendSchema(e *encoder, sh *shape, s side) {
	e.raw(`{"type":`)
	e.str(sh.kind)
	if sh.doc != "" {
		e.raw(`,"description":`)
		e.str(sh.doc)
	}
	if len(sh.enum) > 0 {
		e.raw(`,"enum":`)
		appendStrings(e, sh.enum)
	}
	appendBounds(e, sh, s)
	switch {
	case sh.kind == "array":
		e.raw(`,"items":`)
		appendSchema(e, sh.elem, s)
	case sh.kind == "object" && sh.elem != nil:
		e.raw(`,"additionalProperties":`)
		appendSchema(e, sh.elem, s)
	case sh.kind == "object":
		appendProperties(e, sh, s)
	}
	e.raw(`}`)
}

// appendBounds states what an argument is checked for, so that a model need not find it out by trying.
func appendBounds(e *encoder, sh *shape, s side) {
	if s == result {
		return
	}
	number := func(name string, n float64) {
		e.raw(`,"` + name + `":`)
		e.float(n)
	}
	if sh.min != nil {
		number("minimum", *sh.min)
	}
	if sh.max != nil {
		number("maximum", *sh.max)
	}
	of := map[string]string{"string": "Length", "array": "Items"}[sh.kind]
	if of != "" && sh.minLen > 0 {
		number("min"+of, float64(sh.minLen))
	}
	if of != "" && sh.maxLen > 0 {
		number("max"+of, float64(sh.maxLen))
	}
	if sh.pattern != nil {
		e.raw(`,"pattern":`)
		e.str(sh.pattern.String())
	}
}

// appendProperties names what is required and, for arguments, forbids the rest.
func appendProperties(e *encoder, sh *shape, s side) {
	if len(sh.fields) > 0 {
		e.raw(`,"properties":{`)
		var required []string
		for i, f := range sh.fields {
			e.comma(i)
			e.str(f.name)
			e.raw(`:`)
			appendSchema(e, f.shape, s)
			if !f.optional {
				required = append(required, f.name)
			}
		}
		e.raw(`}`)
		if len(required) > 0 {
			e.raw(`,"required":`)
			appendStrings(e, required)
		}
	}
	if s == argument {
		e.raw(`,"additionalProperties":false`)
	}
}

func appendStrings(e *encoder, list []string) {
	e.raw(`[`)
	for i, s := range list {
		e.comma(i)
		e.str(s)
	}
	e.raw(`]`)
}
