// The words of a page, and whether they were there before a secret was written.

let record = null; // Set of the texts of this document at the time of its record, or null

// isFresh says that a text was not in the document when its record was taken (threats.md N4). It depends on what the
// page says, never on what a secret is.
const isFresh = (text) => record !== null && text !== '' && !record.has(text);

// tidy makes white space what a person sees.
function tidy(text) {
  return /[\t\n\r\f\v]| {2}/.test(text) ? text.replace(/[\t\n\r\f\v ]+/g, ' ').trim() : text.trim();
}

const mute = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'datalist']);
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i',
  'ins', 'kbd', 'label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u',
  'var', 'wbr', 'slot']);

// A Words gathers the text of several nodes. It is fresh if any part is.
class Words {
  text = '';
  fresh = false;

  add(part) {
    if (part === '') return;
    this.text += part;
    if (record !== null && !this.fresh) this.fresh = isFresh(tidy(part));
  }

  gap() {
    if (this.text !== '' && !this.text.endsWith(' ')) this.text += ' ';
  }

  done() {
    this.text = tidy(this.text);
    return this;
  }
}

const onlyWords = (text) => {
  const words = new Words();
  words.add(text);
  return words.done();
};

// childrenOf lists what is painted inside element: its shadow tree, what a slot was given, or its children.
function childrenOf(element) {
  const root = shadowOf(element);
  if (root) return siblings(firstChild(root));
  if (element instanceof HTMLSlotElement) {
    const given = assignedNodes(element);
    if (given.length > 0) return given;
  }
  if (element instanceof HTMLDetailsElement && !hasAttr(element, 'open')) {
    return siblings(firstChild(element)).filter((node) => nodeType(node) === 1 && nameOf(node) === 'summary');
  }
  return siblings(firstChild(element));
}

function siblings(first) {
  const list = [];
  for (let node = first; node; node = nextSibling(node)) list.push(node);
  return list;
}

// wordsOf is what an element says: its visible text and the alternative texts of its images. What stands in a field or
// in an editable region is content, not a name, and stays out.
function wordsOf(element) {
  const words = new Words();
  if (firstElement(element) === null && !shadowOf(element)) words.add(textContent(element));
  else gather(element, words, 0);
  return words.done();
}

function gather(element, words, depth) {
  if (depth > LIMITS.nameDepth || words.text.length > LIMITS.name) return;
  for (const node of childrenOf(element)) {
    const type = nodeType(node);
    if (type === 3) words.add(dataOf(node));
    else if (type === 1) gatherElement(node, words, depth);
  }
}

function gatherElement(element, words, depth) {
  const name = nameOf(element);
  if (name === 'img') {
    words.gap();
    words.add(attr(element, 'alt') || '');
    return;
  }
  if (name === 'br') words.gap();
  if (mute.has(name) && !(element instanceof SVGElement)) return;
  if (isField(element) || editingHost(element) || !(name === 'title' || isPainted(element))) return;
  const apart = !inline.has(name);
  if (apart) words.gap();
  const label = attr(element, 'aria-label');
  if (label) words.add(label);
  else gather(element, words, depth + 1);
  if (apart) words.gap();
}
