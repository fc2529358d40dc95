// What an agent may do to a node that holds a secret, and to the form around it.

const allowedKeys = new Set(['Tab', 'Enter', 'Escape']);

// guardKey is asked in every frame before a key is pressed: the browser sends it to the one that has the focus.
function guardKey(key) {
  const node = deepActive();
  return { focus: hasFocus(born), refused: node === null ? '' : keyRefusal(node, key) };
}

function keyRefusal(node, key) {
  if (locked(node) && !allowedKeys.has(key)) return 'tagged';
  if (insideLocked(node) && !allowedKeys.has(key)) return 'tagged';
  return key === 'Enter' && submits(node) ? submitRefusal(formOf(node), submitOrigins(node)) : '';
}

// insideLocked says that node is part of a tagged editable region.
function insideLocked(node) {
  for (let at = flatParent(node); at; at = flatParent(at)) {
    if (nodeType(at) === 1 && editingHost(at) && locked(at)) return true;
  }
  return false;
}

// submits says that Enter in node could submit its form (HTML, implicit submission).
const submits = (node) => isInput(node) || isButton(node);

// pressRefusal is the same question for a press on node.
function pressRefusal(node) {
  const label = closest(node, 'label');
  const control = label instanceof HTMLLabelElement ? controlOf(label) : null;
  for (const toggle of [node, control]) if (toggle && isToggle(toggle) && locked(toggle)) return 'tagged';
  return sendRefusal(closest(node, 'button, input')) || sendRefusal(control);
}

// sendRefusal says whether a press on a button, or on its label, could send a secret where it may not go.
function sendRefusal(submitter) {
  if (submitter === null || !isSubmitter(submitter)) return '';
  const action = attr(submitter, 'formaction');
  const form = formOf(submitter);
  return submitRefusal(form, [actionOrigin(action !== null || !form ? action : attr(form, 'action'))]);
}

// submitRefusal says whether a form that holds a secret could be sent where that secret may not go (threats.md rule 23).
function submitRefusal(form, origins) {
  if (!form) return '';
  for (const control of formElements(form)) {
    if (!isField(control) || !locked(control)) continue;
    const allowed = tagOf(control).origins;
    if (!origins.every((origin) => allowed.includes(origin))) return 'submit_origin';
  }
  return '';
}
