// What is called from outside. Every call names a method and gives one plain value, a secret apart from it; answers
// are plain values.

function guarded(work) {
  return (argument, secret) => (document === born ? work(argument, secret) : 'reborn');
}

// piercing measures what a pierced read of the known trees would send, and in how many pieces.
function piercing() {
  let elements = 0;
  let size = 0;
  for (const root of roots()) {
    elements += all(root, '*').length;
    size += (root === born ? outerHTML(documentElement(root)) : shadowHTML(root)).length;
  }
  return { elements, size, pieces: piecesToPierce().length };
}

// piecesToPierce lists the known trees, and the elements at which to go on in those that are deeper than an answer of the
// browser can be.
function piecesToPierce() {
  const pieces = [];
  for (const root of roots()) {
    pieces.push(root);
    const depths = new Map();
    for (const element of all(root, '*')) {
      const depth = (depths.get(parentOf(element)) || 0) + 1;
      depths.set(element, depth);
      if (depth % LIMITS.pierceDepth === 0) pieces.push(element);
    }
  }
  return pieces;
}

function tagOne({ node: number, marker }) {
  const node = nodeOf(number);
  if (node === undefined) return 'stale';
  tagNode(node, marker, [self.origin]);
  return 'ok';
}

function tagAll({ marker }) {
  tagEverything = { marker, origins: [self.origin], choices: true };
  return 'ok';
}

return Object.freeze({
  walk: guarded(walk),
  record: guarded(takeRecord),
  observe: guarded(observe),
  where: guarded(where),
  piercing: guarded(piercing),
  pieces: guarded(piecesToPierce),
  document: guarded(() => born),
  adopt: guarded(adopt),
  tag: guarded(tagOne),
  tagAll: guarded(tagAll),
  write: guarded((order, secret) => (order.nodes.length > 1 ? spread(order, secret) : write(order, secret))),
  startKeys: guarded(startKeys),
  checkKeys: guarded(checkKeys),
  endKeys: guarded(endKeys),
  clear: guarded(clearField),
  aim: guarded(aim),
  corner: guarded(corner),
  root: guarded(() => documentElement(born)),
  pressDirectly: guarded(pressDirectly),
  guardKey: guarded(guardKey),
  type: guarded(type),
  endTyping: guarded(endTyping),
  select: guarded(selectByAgent),
  changed: guarded(changed),
});
