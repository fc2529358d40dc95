// Writing one value over several boxes, a character at a time. Boxes of this kind move the focus on by themselves, and
// only a box that was declared may receive the next character.

async function spread(order, value) {
  const boxes = order.nodes.map(nodeOf);
  if (boxes.includes(undefined)) return 'stale';
  let outcome = spreadNow(boxes, order, value);
  if (outcome === 'ok') {
    await turn();
    outcome = boxes.some((box) => !isConnected(box)) ? 'ok' : verifySpread(boxes, order, value);
  }
  if (outcome !== 'ok') boxes.forEach(wipe);
  return outcome;
}

function spreadNow(boxes, order, value) {
  for (const box of boxes) {
    const refused = writeKind(box) === 'text' ? refusal(box, order) : 'not_fillable';
    if (refused !== '') return refused;
  }
  for (const box of boxes) {
    tagNode(box, order.marker, order.submitOrigins);
    typed.delete(box);
    if (!wipe(box)) return 'partial';
  }
  focusOn(boxes[0]);
  for (const character of value) {
    const outcome = put(boxes, order, character);
    if (outcome !== '') return outcome;
  }
  const last = boxes.find(isActive);
  if (last) commit(last);
  return 'ok';
}

// put writes one character into the declared box that has the focus, or into the next one if that is full.
function put(boxes, order, character) {
  let at = boxes.findIndex(isActive);
  if (at < 0) return 'focus_lost';
  if (isFull(boxes[at])) {
    if (++at === boxes.length) return 'partial';
    focusOn(boxes[at]);
  }
  const box = boxes[at];
  const refused = isActive(box) ? refusal(box, order) : 'focus_lost';
  if (refused !== '') return refused;
  caretToEnd(box);
  if (!isActive(box)) return 'focus_lost';
  execCommand(born, 'insertText', false, character);
  return '';
}

function isFull(box) {
  const most = maxLength(box);
  return most >= 0 && contentOf(box).length >= most;
}

// caretToEnd puts the caret behind the content. Not every kind of field has positions; each can be selected whole and
// the selection left at its end.
function caretToEnd(node) {
  if (contentOf(node) === '') return;
  selectContent(node);
  selectionOf(node).modify('move', 'forward', 'documentboundary');
}

function verifySpread(boxes, order, value) {
  const got = boxes.map(contentOf).join('');
  if (got === value || sameBare(got, value)) return 'ok';
  return got === '' ? 'empty' : 'partial';
}
