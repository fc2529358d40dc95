// The record of a document: every text that is in it, seen or not, taken before a secret is written. What a later walk
// tells and is not in the record was not there before (threats.md N4).

const recorded = ['title', 'aria-label', 'placeholder', 'alt', 'name', 'id', 'autocomplete', 'role', 'href'];

// takeRecord takes the record once. A second one would make what a page wrote after the first fill look old.
function takeRecord() {
  if (record !== null) return false;
  const seenTexts = new Set([location.href, tidy(titleOf(born))]);
  for (const root of roots()) recordTree(root, seenTexts);
  record = seenTexts;
  return true;
}

function recordTree(root, into) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (nodeType(node) === 3) into.add(tidy(dataOf(node)));
    else recordElement(node, into);
  }
}

function recordElement(element, into) {
  // The walk reads an element without elements in it in one go, also where its text is in pieces.
  if (firstElement(element) === null) into.add(tidy(textContent(element)));
  if (isField(element) && !isPassword(element)) into.add(contentOf(element)).add(validationMessage(element));
  if (element instanceof HTMLOptionElement) into.add(tidy(optionLabel(element))).add(optionValue(element));
  if (editingHost(element)) into.add(tidy(textContent(element)));
  if (!hasAttrs(element)) return;
  for (const name of recorded) {
    const text = attr(element, name);
    if (text) into.add(tidy(text));
  }
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) into.add(addressOf(element, baseURI(born) === location.href));
}
