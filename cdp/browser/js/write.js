// Writing a secret: everything from the last check to the last look happens in one task of this document, so no other
// frame and no timer comes between. Page code runs in it only where our own calls fire events; after each of these the
// checks are made again, and between the last of them and the insertion stands nothing that could run any.
//
// The answer is one word: ok, partial, empty, unverifiable, focus_lost, not_fillable, stale, origin, selector,
// submit_origin, no_option. No length, no content.

// refusal says why a node may not be written to, or ''.
function refusal(node, order) {
  if (document !== born || !isConnected(node) || ownerDocument(node) !== born) return 'stale';
  if (self.origin !== order.origin) return 'origin';
  if (order.url !== '' && !samePath(order.url)) return 'stale';
  if (!fillable(node, writeKind(node))) return 'not_fillable';
  if (!order.selectors.every((selector) => fits(node, selector) === true)) return 'selector';
  return submitOrigins(node).every((origin) => order.submitOrigins.includes(origin)) ? '' : 'submit_origin';
}

// samePath compares this document's address with an observed one, without query and fragment: no binding is about these.
function samePath(observed) {
  const now = new URL(location.href), then = new URL(observed);
  return now.origin === then.origin && now.pathname === then.pathname;
}

// write writes one value into one node and answers when the page has had its turn.
async function write(order, value) {
  const node = nodeOf(order.nodes[0]);
  if (node === undefined) return 'stale';
  const before = isField(node) ? null : editableText(node);
  const outcome = writeNow(node, order, value);
  if (outcome !== 'ok') return outcome;
  await turn();
  return settle(node, order, value, before);
}

// turn lets the page work off what the events gave it to do: frameworks and editors render in microtasks.
const turn = () => scheduler.postTask(() => {}, { priority: 'user-blocking' });

function writeNow(node, order, value) {
  const refused = refusal(node, order);
  if (refused !== '') return refused;
  tagNode(node, order.marker, order.submitOrigins);
  typed.delete(node);
  const kind = writeKind(node);
  if (kind === 'select') return choose(node, order, value);
  const most = maxLength(node);
  if (most >= 0 && value.length > most) { // nothing is written: the page would be shown what is cut off
    wipe(node);
    return 'partial';
  }
  const outcome = kind === 'setter' ? setValue(node, order, value) : edit(node, order, value);
  if (outcome === 'ok') commit(node);
  else if (outcome === 'partial' || outcome === 'unverifiable') wipe(node);
  return outcome;
}

// edit replaces the content by an editing command, as a person's typing would: framework-controlled fields accept it.
function edit(node, order, value) {
  const refused = ready(node, order);
  if (refused !== '') return refused;
  const heard = hear(node, 'input', () => execCommand(born, 'insertText', false, value));
  const verdict = verify(node, order, value);
  if (verdict === 'ok') return 'ok';
  if (heard && verdict === 'empty') return 'unverifiable'; // taken and emptied: a second try would double it
  if (writeKind(node) !== 'text' || refusal(node, order) !== '') return verdict; // page code ran
  return setValue(node, order, value);
}

// ready puts the focus on node and selects its content, with nothing left for the page to run before the insertion.
function ready(node, order) {
  focusOn(node);
  if (!isActive(node)) return 'focus_lost';
  const refused = refusal(node, order);
  if (refused !== '') return refused;
  selectContent(node);
  return isActive(node) && selectionInside(node) ? '' : 'focus_lost';
}

function selectContent(node) {
  if (isInput(node)) inputSelect(node);
  else if (isTextArea(node)) areaSelect(node);
  else selectionOf(node).selectAllChildren(node);
}

// selectionOf is the selection as seen from the node's tree; a shadow root has a view of its own.
function selectionOf(node) {
  const root = rootOf(node);
  return isShadow(root) ? shadowSelection(root) : getSelection();
}

// selectionInside says that an editing command would work inside node. The selection of a text control is its own.
function selectionInside(node) {
  if (isField(node)) return true;
  const selection = selectionOf(node);
  return selection.rangeCount > 0 && contains(node, selection.anchorNode) && contains(node, selection.focusNode);
}

// setValue uses the field's own setter, for kinds that cannot be typed and fields that refuse the editing command.
function setValue(node, order, value) {
  setContent(node, value);
  announce(node, 'input', 'change');
  return isConnected(node) ? verify(node, order, value) : 'ok';
}

// hear runs an action and says whether an event of a type reached node.
function hear(node, type, action) {
  let heard = false;
  const note = () => { heard = true; };
  listen(node, type, note, true);
  action();
  unlisten(node, type, note, true);
  return heard;
}

// commit moves the focus away, which makes the browser fire the change event that a person's leaving would; one is
// added if none came.
function commit(node) {
  if (!hear(node, 'change', () => blur(node)) && isField(node) && isConnected(node)) announce(node, 'change');
}

// settle looks once more after the page has reacted. A field that was replaced meanwhile had taken the value. A region
// that stands as before the write has an editor with a model of its own.
function settle(node, order, value, before) {
  if (document !== born) return 'unverifiable';
  if (!isConnected(node)) return 'ok';
  if (isSelect(node)) return isChosen(node, value) ? 'ok' : 'partial';
  const verdict = verify(node, order, value);
  if (verdict !== 'ok' && before !== null && editableText(node) === before) return 'unverifiable';
  if (verdict === 'partial') wipe(node);
  return verdict;
}

// wipe empties a field and leaves it, and says whether it is empty.
function wipe(node) {
  const empty = emptyOut(node);
  if (isConnected(node) && isActive(node)) blur(node);
  return empty;
}

// emptyOut empties a field by editing if it can have the focus, else by its setter, and says whether it is empty.
function emptyOut(node) {
  if (!isConnected(node)) return true;
  if (isChoice(node)) return false;
  if (isEmpty(node)) return true;
  focusOn(node);
  if (isActive(node) && !isReadOnly(node)) {
    selectContent(node);
    if (isActive(node) && selectionInside(node)) execCommand(born, 'delete', false);
  }
  if (isConnected(node) && isField(node) && contentOf(node) !== '') {
    setContent(node, '');
    announce(node, 'input', 'change');
  }
  return isEmpty(node);
}
