// What kinds of elements there are, and what is in them.

const textTypes = new Set(['text', 'password', 'email', 'tel', 'url', 'search', 'number']);
const setterTypes = new Set(['date', 'month', 'week', 'time', 'datetime-local', 'color', 'range']);
const toggleTypes = new Set(['checkbox', 'radio']);

const isInput = (node) => node instanceof HTMLInputElement;
const isTextArea = (node) => node instanceof HTMLTextAreaElement;
const isSelect = (node) => node instanceof HTMLSelectElement;
const isButton = (node) => node instanceof HTMLButtonElement;
const isField = (node) => isInput(node) || isTextArea(node) || isSelect(node);
const isToggle = (node) => isInput(node) && toggleTypes.has(inputType(node));
const isChoice = (node) => isSelect(node) || isToggle(node);

// editingHost says that node is the root of an editable region.
function editingHost(node) {
  if (!(node instanceof HTMLElement) || !isContentEditable(node)) return false;
  const parent = parentOf(node);
  return !(parent instanceof HTMLElement) || !isContentEditable(parent);
}

// writeKind says how a value gets into node: 'text' by editing, 'setter' by its value, 'select' by an option,
// 'editable' by editing a region; '' not at all.
function writeKind(node) {
  if (isInput(node)) {
    const type = inputType(node);
    return textTypes.has(type) ? 'text' : setterTypes.has(type) ? 'setter' : '';
  }
  if (isTextArea(node)) return 'text';
  if (isSelect(node)) return selectMultiple(node) ? '' : 'select';
  return editingHost(node) ? 'editable' : '';
}

function takesText(node) {
  const kind = writeKind(node);
  return kind === 'text' || kind === 'setter' || kind === 'editable';
}

function isPassword(node) {
  if (!isInput(node)) return false;
  if (inputType(node) === 'password') wasPassword.add(node);
  return wasPassword.has(node);
}

function isDisabled(node) {
  if (matches(node, ':disabled')) return true;
  for (let at = node; at; at = flatParent(at)) {
    if (nodeType(at) === 1 && hasAttr(at, 'inert')) return true;
  }
  return false;
}

function isReadOnly(node) {
  if (isInput(node)) return inputReadOnly(node);
  return isTextArea(node) && areaReadOnly(node);
}

function contentOf(node) {
  if (isInput(node)) return inputValue(node);
  if (isTextArea(node)) return areaValue(node);
  if (isSelect(node)) return selectValue(node);
  return textContent(node);
}

// isEmpty says that there is nothing in a field, or nothing that shows in an editable region.
function isEmpty(node) {
  return isField(node) ? contentOf(node) === '' : textContent(node).replace(/[\s\u200b\ufeff]/g, '') === '';
}

// setContent gives a field a value as its own setter does, past setters that a page put on the node.
function setContent(node, value) {
  if (isInput(node)) setInputValue(node, value);
  else if (isTextArea(node)) setAreaValue(node, value);
}

function maxLength(node) {
  if (isInput(node)) return textTypes.has(inputType(node)) ? inputMaxLength(node) : -1;
  return isTextArea(node) ? areaMaxLength(node) : -1;
}

function formOf(node) {
  if (isInput(node)) return inputForm(node);
  if (isTextArea(node)) return areaForm(node);
  if (isSelect(node)) return selectForm(node);
  if (isButton(node)) return buttonForm(node);
  return null;
}

function validationMessage(node) {
  if (isInput(node)) return inputMessage(node);
  if (isTextArea(node)) return areaMessage(node);
  return isSelect(node) ? selectMessage(node) : '';
}

// announce fires the events that a person's change of a control fires. They are not trusted; nothing else can be done
// where a value is set and not typed.
function announce(node, ...types) {
  for (const type of types) dispatch(node, new Event(type, { bubbles: true, composed: type === 'input' }));
}
