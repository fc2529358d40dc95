package main

// walk is the floor of a snapshot: one pass over a document and the shadow roots and frames that script can reach, a
// line for everything that has a box and can be used or read. No isolated world, no references, no redaction.
const walk = `(() => {
	const lines = [];
	const seen = root => {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
		for (let e = walker.nextNode(); e; e = walker.nextNode()) {
			if (e.shadowRoot) seen(e.shadowRoot);
			if (e.localName === 'iframe') { if (e.contentDocument) seen(e.contentDocument); continue; }
			const text = e.localName === 'input' ? e.name + ' ' + e.value : e.childElementCount ? '' : e.textContent.trim();
			if (!text && e.localName !== 'input' && e.localName !== 'button') continue;
			const box = e.getBoundingClientRect();
			if (box.width && box.height) lines.push(e.localName + ' "' + text.slice(0, 120) + '"');
		}
	};
	seen(document);
	return lines.join('\n');
})()`
