// Shadow roots, and the chain of focus through them.

const closedRoots = new WeakMap(); // host → closed shadow root, handed in from a pierced read

function shadowOf(element) {
  return openShadow(element) || closedRoots.get(element) || null;
}

function isShadow(root) {
  return root instanceof ShadowRoot;
}

// shadowKind is '' in the document's own tree; one closed root on the way makes it 'closed'.
function shadowKind(node) {
  let kind = '';
  for (let root = rootOf(node); isShadow(root); root = rootOf(shadowHost(root))) {
    if (openShadow(shadowHost(root)) !== root) return 'closed';
    kind = 'open';
  }
  return kind;
}

// isActive says that node has the focus of this document: it is the active element of its own tree, and so is each
// host above it.
function isActive(node) {
  for (;;) {
    const root = rootOf(node);
    if (root !== born && !isShadow(root)) return false;
    if (activeIn(root) !== node) return false;
    if (root === born) return true;
    node = shadowHost(root);
  }
}

// deepActive is the node that has the focus of this document.
function deepActive() {
  let node = documentActive(born);
  while (node) {
    const root = shadowOf(node);
    const inner = root && shadowActive(root);
    if (!inner) return node;
    node = inner;
  }
  return null;
}

// flatParent is the parent in the tree that is painted.
function flatParent(node) {
  const slot = nodeType(node) === 1 ? slotOf(node) : null;
  if (slot) return slot;
  const parent = parentOf(node);
  return isShadow(parent) ? shadowHost(parent) : parent;
}

// holds says that inner is outer or painted inside it.
function holds(outer, inner) {
  for (let node = inner; node; node = flatParent(node)) {
    if (node === outer) return true;
  }
  return false;
}

// adopt takes a closed shadow root and says whether it was a new one.
function adopt(root) {
  const host = shadowHost(root);
  const known = closedRoots.get(host) === root;
  closedRoots.set(host, root);
  return !known;
}

// roots lists the trees of this document that are known: the document and the shadow roots in it.
function roots() {
  const found = [born];
  for (let i = 0; i < found.length; i++) {
    for (const element of all(found[i], '*')) {
      const root = shadowOf(element);
      if (root) found.push(root);
    }
  }
  return found;
}
