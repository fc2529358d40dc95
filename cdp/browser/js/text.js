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
  long = false;

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

// Children are what is painted inside an element, in order: its shadow tree, what a slot was given, the summary of what
// is closed, or its own.
class Children {
  #given = null;
  #at = 0;
  #next;

  constructor(element) {
    const root = shadowOf(element);
    if (root !== null) {
      this.#next = firstChild(root);
    } else if (element instanceof HTMLSlotElement && assignedNodes(element).length > 0) {
      this.#give(assignedNodes(element));
    } else if (element instanceof HTMLDetailsElement && !hasAttr(element, 'open')) {
      this.#give([...all(rootOf(element), 'summary')].filter((summary) => parentOf(summary) === element));
    } else {
      this.#next = firstChild(element);
    }
  }

  #give(nodes) {
    this.#given = nodes;
    this.#next = nodes.length > 0 ? nodes[0] : null;
  }

  next() {
    const node = this.#next;
    if (node === null) return null;
    if (this.#given === null) this.#next = nextSibling(node);
    else this.#next = ++this.#at < this.#given.length ? this.#given[this.#at] : null;
    return node;
  }
}

// withheld says that an element which is no field holds a secret, or may have been given one back: none of its text is
// told, under whatever name, also when it can be edited no more.
function withheld(element) {
  return (tags.has(element) || (tagEverything !== null && editingHost(element))) && !isField(element);
}

// wordsOf is what an element says: its visible text and the alternative texts of its images. What stands in a field or
// in an editable region is content, not a name, and stays out. Words beyond the bound are none at all: a part of them
// could be a part of a secret that no matcher knows.
function wordsOf(element, most = LIMITS.name) {
  const words = new Words();
  if (withheld(element)) return words.done();
  if (firstElement(element) === null && shadowOf(element) === null) words.add(textContent(element));
  else gather(element, words, most, 0);
  words.long = words.text.length > most;
  if (words.long) words.text = '';
  return words.done();
}

function gather(element, words, most, depth) {
  if (depth > LIMITS.nameDepth) return;
  const children = new Children(element);
  for (let node = children.next(); node !== null && words.text.length <= most; node = children.next()) {
    const type = nodeType(node);
    if (type === 3) words.add(dataOf(node));
    else if (type === 1) gatherElement(node, words, most, depth);
  }
}

function gatherElement(element, words, most, depth) {
  const name = nameOf(element);
  if (name === 'img') {
    words.gap();
    words.add(attr(element, 'alt') || '');
    return;
  }
  if (name === 'br') words.gap();
  if (mute.has(name) && !(element instanceof SVGElement)) return;
  if (isField(element) || editingHost(element) || withheld(element) || !(name === 'title' || isPainted(element))) return;
  const apart = !inline.has(name);
  if (apart) words.gap();
  const label = attr(element, 'aria-label');
  if (label) words.add(label);
  else gather(element, words, most, depth + 1);
  if (apart) words.gap();
}
