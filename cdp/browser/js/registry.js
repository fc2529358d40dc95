// What this world remembers of its document: which number names which node, and what was written where.
// All of it ends with the document, and page script can reach none of it.

const born = document; // a window may be given a new document (HTML, initial about:blank); then this world is stale

let nodes = []; // number - 1 → node, or undefined once it was found detached
const numbers = new WeakMap(); // node → number
let sweepAt = 4096; // registered nodes at which detached ones are let go

// numberOf names a node, the same way each time.
function numberOf(node) {
  let n = numbers.get(node);
  if (n === undefined || nodes[n - 1] !== node) {
    n = nodes.push(node);
    numbers.set(node, n);
  }
  return n;
}

// nodeOf resolves a number. A node that left the document is never found again, even if the page puts it back.
function nodeOf(number) {
  const node = nodes[number - 1];
  if (node !== undefined && (document !== born || !isConnected(node) || ownerDocument(node) !== born)) {
    nodes[number - 1] = undefined;
    return undefined;
  }
  return node;
}

// sweep lets go of detached nodes, so that a page which renders all the time does not grow by what we remember.
// Numbers are never given twice: holes stay.
function sweep() {
  if (nodes.length < sweepAt) return;
  for (let i = 0; i < nodes.length; i++) {
    if (nodes[i] !== undefined && !isConnected(nodes[i])) nodes[i] = undefined;
  }
  sweepAt = nodes.length + 4096;
}

// Tags. A tagged node received a secret, or stands in a document that history brought back after a fill. Its value
// never leaves this world, for the document's life.
const tags = new WeakMap(); // node → {marker, origins}
const tagShapes = new Map(); // shape of a tagged field → its tag, for fields that a page renders again
let tagEverything = null; // {marker, origins, choices}: all text controls, also later ones, and with choices all selects

// shapeOf describes a field by what the page calls it, never by what is in it: tags that follow a value would answer
// questions about it (threats.md N6).
function shapeOf(node) {
  return [nameOf(node), attr(node, 'name'), attr(node, 'id'), attr(node, 'autocomplete')].join('\u0000');
}

function tagNode(node, marker, origins) {
  const tag = { marker, origins };
  tags.set(node, tag);
  if (hasAttr(node, 'name') || hasAttr(node, 'id') || hasAttr(node, 'autocomplete')) tagShapes.set(shapeOf(node), tag);
}

// tagOf returns the tag of a control, or undefined.
function tagOf(node) {
  const own = tags.get(node);
  if (own !== undefined) return own;
  if (tagEverything !== null && (takesText(node) || (tagEverything.choices && isSelect(node)))) return tagEverything;
  if (tagShapes.size === 0 || !isField(node)) return undefined;
  const tag = tagShapes.get(shapeOf(node));
  if (tag !== undefined) tags.set(node, tag);
  return tag;
}

// locked says that a tagged node may only be filled, cleared, focused and left (threats.md rule 3). The only thing
// asked about its content is whether there is any.
function locked(node) {
  return tagOf(node) !== undefined && (isChoice(node) || !isEmpty(node));
}

// The agent's own words: what it typed into a node, to be told from what the page put there.
const typed = new WeakMap(); // node → text
const wasPassword = new WeakSet(); // a field once a password field stays one, whatever the page makes of it later
