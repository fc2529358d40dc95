// Typing for the agent: its own words, not a secret.

// startTyping puts the caret where typing goes on. What cannot be typed is set here, and nothing is left to do then.
function startTyping({ node: number, clear, text }) {
  const node = nodeOf(number);
  if (node === undefined) return { outcome: 'stale' };
  if (isChoice(node) || isDisabled(node) || isReadOnly(node)) return { outcome: 'not_fillable' };
  if (insideLocked(node)) return { outcome: 'tagged' };
  if (clear && !wipe(node)) return { outcome: 'not_fillable' };
  if (locked(node)) return { outcome: 'tagged' };
  const kind = writeKind(node);
  if (isInput(node) && kind === '') return { outcome: 'not_fillable' };
  const answer = { outcome: 'ok', password: isPassword(node), lines: !isInput(node), set: kind === 'setter' };
  if (answer.set) {
    setContent(node, text);
    announce(node, 'input', 'change');
    return answer;
  }
  focusOn(node);
  if (!isActive(node) && !holdsFocus(node)) return { outcome: 'focus_lost' };
  if (kind !== '') {
    typing = { node, before: contentOf(node) };
    caretToEnd(node);
  }
  return answer;
}

let typing = null; // what startTyping found

// holdsFocus says that the focus went into node, as that of a custom element does.
function holdsFocus(node) {
  const active = deepActive();
  return active !== null && holds(node, active);
}

// endTyping remembers the agent's words if they stand as it typed them, behind words that were its own.
function endTyping({ node: number, text }) {
  const node = nodeOf(number);
  const before = typing;
  typing = null;
  if (node === undefined || before === null || before.node !== node) return false;
  const own = before.before === '' || typed.get(node) === before.before;
  const now = isField(node) ? contentOf(node) : regionWords(node).text;
  if (own && now === before.before + text) typed.set(node, now);
  else typed.delete(node);
  return true;
}

function clearField({ node: number }) {
  const node = nodeOf(number);
  if (node === undefined) return 'stale';
  if (isDisabled(node) || isReadOnly(node) || isChoice(node)) return 'not_fillable';
  typed.delete(node);
  return wipe(node) ? 'ok' : 'partial';
}

// submitFrom asks whether Enter may be pressed in a node.
function submitFrom({ node: number }) {
  const node = nodeOf(number);
  if (node === undefined) return 'stale';
  return isActive(node) || holdsFocus(node) ? keyRefusal(node, 'Enter') || 'ok' : 'focus_lost';
}
