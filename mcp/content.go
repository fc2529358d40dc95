package mcp

import (
	"encoding/base64"
)

// Content is the result of a tool that has no outputSchema: what a model reads or sees, in order.
type Content []Block

// Block is one item of [Content]. Make it with TextBlock, ImageBlock, AudioBlock or LinkBlock.
type Block struct {
	kind string
	text Text   // of a text; the URI of a link
	name Text   // of a link
	mime string // a constant
	data []byte
}

// TextBlock is text for the model; keep all of a result's under [MaxText].
func TextBlock(t Text) Block { return Block{kind: "text", text: t} }

// ImageBlock is an encoded image; keep all of a result's under [MaxImages] as base64. mime is a constant.
func ImageBlock(mime string, data []byte) Block { return Block{kind: "image", mime: mime, data: data} }

// AudioBlock is encoded sound. Revision 2024-11-05 gets a note in its place. mime is a constant.
func AudioBlock(mime string, data []byte) Block { return Block{kind: "audio", mime: mime, data: data} }

// LinkBlock names a resource that the client may read. Revisions before 2025-06-18 get its URI as text. mime is a constant,
// or "".
func LinkBlock(uri, name Text, mime string) Block {
	return Block{kind: "resource_link", text: uri, name: name, mime: mime}
}

// appendContent writes blocks as rev knows them (MCP 2025-11-25, tools, tool result).
func appendContent(e *encoder, rev *revision, blocks []Block) {
	e.raw(`[`)
	for i, b := range blocks {
		e.comma(i)
		appendBlock(e, rev, b)
	}
	e.raw(`]`)
}

// appendBlock puts text where a revision does not know the block, so that a model still learns that there is something.
func appendBlock(e *encoder, rev *revision, b Block) {
	switch {
	case b.kind == "audio" && !rev.audio:
		e.raw(`{"type":"text","text":"[audio]"}`)
	case b.kind == "text", b.kind == "resource_link" && !rev.resourceLinks:
		e.raw(`{"type":"text","text":`)
		e.text(b.text)
		e.raw(`}`)
	case b.kind == "resource_link":
		e.raw(`{"type":"resource_link","uri":`)
		e.text(b.text)
		e.raw(`,"name":`)
		e.text(b.name)
		if b.mime != "" {
			e.raw(`,"mimeType":`)
			e.str(b.mime)
		}
		e.raw(`}`)
	default:
		e.raw(`{"type":"` + b.kind + `","data":"`)
		e.buf = base64.StdEncoding.AppendEncode(e.buf, b.data)
		e.raw(`","mimeType":`)
		e.str(b.mime)
		e.raw(`}`)
	}
}
