// Typing for the agent: its own words, not a secret.

// type types text into a node, in one task, and answers {outcome, password, keys}: keys says that the caller has to type
// it by the keyboard, where the focus is now.
function type({ node: number, clear, text, submit }) {
  const node = nodeOf(number);
  if (node === undefined) return { outcome: 'stale' };
  const refused = typingRefusal(node, clear);
  if (refused !== '') return { outcome: refused };
  const password = isPassword(node);
  const kind = writeKind(node);
  if (kind === 'setter') {
    setContent(node, text);
    announce(node, 'input', 'change');
    return { outcome: 'ok', password };
  }
  focusOn(node);
  const active = deepActive();
  if (active === null || !holds(node, active)) return { outcome: 'focus_lost' };
  if (locked(active)) return { outcome: 'tagged' }; // the node handed the focus on
  if (kind !== '') caretToEnd(node);
  if (kind !== 'text') return { outcome: 'ok', password, keys: true };
  const before = contentOf(node);
  const own = before === '' || typed.get(node) === before;
  const words = isInput(node) ? text.replace(/\r\n?|\n/g, ' ') : text.replace(/\r\n?/g, '\n');
  const outcome = words.length > LIMITS.keyed ? insert(node, words) : strike(node, words);
  if (own && contentOf(node) === before + words) typed.set(node, before + words);
  else typed.delete(node);
  return { outcome: outcome === 'ok' && submit ? submitVerdict(node) : outcome, password };
}

function typingRefusal(node, clear) {
  if (isChoice(node) || isDisabled(node) || isReadOnly(node)) return 'not_fillable';
  if (isInput(node) && writeKind(node) === '') return 'not_fillable';
  if (insideLocked(node)) return 'tagged';
  if (clear && !emptyOut(node)) return 'not_fillable';
  return locked(node) ? 'tagged' : '';
}

// holdsFocus says that the focus went into node, as that of a custom element does.
function holdsFocus(node) {
  const active = deepActive();
  return active !== null && holds(node, active);
}

function insert(node, words) {
  execCommand(born, 'insertText', false, words);
  return 'ok';
}

// strike types character by character, with the key events that pages listen for. They are not trusted, but the input is;
// real keys would take a way through the browser for each. A page may move the focus on, as split boxes do, but what it
// moves to must be a field that the agent may type into.
function strike(node, words) {
  const entered = new Set([node]); // fields that held no secret when the first character went there
  for (const character of words) {
    const detail = keyOf(character);
    const at = deepActive() || node;
    const wanted = dispatch(at, new KeyboardEvent('keydown', detail)) && dispatch(at, new KeyboardEvent('keypress', detail));
    const into = deepActive();
    if (into === null || (into !== node && !takesText(into))) return 'focus_lost';
    if (!entered.has(into) && locked(into)) return 'tagged';
    entered.add(into);
    if (wanted) execCommand(born, 'insertText', false, character);
    dispatch(into, new KeyboardEvent('keyup', detail));
  }
  return 'ok';
}

// keyOf is what a keyboard says of the key of a character (UI Events KeyboardEvent key and code values).
function keyOf(character) {
  const upper = character.toUpperCase();
  const code = /^[A-Z]$/.test(upper) ? 'Key' + upper : /^[0-9]$/.test(character) ? 'Digit' + character : '';
  const keyCode = code === '' ? 0 : upper.charCodeAt(0);
  const key = character === '\n' ? 'Enter' : character;
  return { key, code, keyCode, which: keyCode, charCode: 0, bubbles: true, cancelable: true, composed: true, view: window };
}

// submitVerdict says whether Enter may be pressed in a node.
function submitVerdict(node) {
  if (!isConnected(node)) return 'ok';
  return isActive(node) || holdsFocus(node) ? keyRefusal(node, 'Enter') || 'ok' : 'focus_lost';
}

// endTyping is for what was typed by the keyboard: it remembers the agent's words, and answers for Enter.
function endTyping({ node: number, text, submit }) {
  const node = nodeOf(number);
  if (node === undefined) return submit ? 'stale' : 'ok';
  if (editingHost(node) && regionWords(node).text === tidy(text)) typed.set(node, tidy(text));
  return submit ? submitVerdict(node) : 'ok';
}

function clearField({ node: number }) {
  const node = nodeOf(number);
  if (node === undefined) return 'stale';
  if (isDisabled(node) || isReadOnly(node) || isChoice(node)) return 'not_fillable';
  typed.delete(node);
  return wipe(node) ? 'ok' : 'partial';
}
