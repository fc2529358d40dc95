// Writing a secret by key events, the last resort (secure-browser.md 7.3, step 5b): between two keys the page may run.
// So every text control is tagged first, and after each key the focus and the content are looked at.

function startKeys(order) {
  const node = nodeOf(order.nodes[0]);
  if (node === undefined) return 'stale';
  const refused = refusal(node, order);
  if (refused !== '') return refused;
  if (writeKind(node) !== 'text' && writeKind(node) !== 'editable') return 'not_fillable';
  tagEverything ??= { marker: order.marker, origins: order.submitOrigins };
  tagNode(node, order.marker, order.submitOrigins);
  return ready(node, order) || 'ok'; // all is selected: the first key replaces it
}

// checkKeys looks whether what was typed so far, and nothing else, stands in the node. On a mismatch it empties it.
function checkKeys(order, typedSoFar) {
  const node = nodeOf(order.nodes[0]);
  if (node === undefined) return 'stale';
  const refused = isActive(node) ? refusal(node, order) : 'focus_lost';
  const verdict = refused !== '' ? refused : verify(node, order, typedSoFar);
  if (verdict !== 'ok') wipe(node);
  return verdict;
}

function endKeys(order, value) {
  const verdict = checkKeys(order, value);
  if (verdict === 'ok') commit(nodeOf(order.nodes[0]));
  return verdict;
}
