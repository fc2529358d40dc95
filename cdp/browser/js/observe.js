// What is true of an element now, for the decision whether a secret may go there. Nothing about its value is told.

// where is this document as it sees itself. A sandboxed one has the origin "null", whatever its address says.
function where() {
  return { origin: self.origin, url: location.href };
}

function observe(targets) {
  return { where: where(), targets: targets.map(observeOne) };
}

function observeOne({ node: number, selectors }) {
  const node = nodeOf(number);
  if (node === undefined) return { gone: true };
  const kind = writeKind(node);
  return {
    shadow: shadowKind(node),
    matches: selectors.map((selector) => fits(node, selector) === true),
    badSelector: selectors.some((selector) => fits(node, selector) === null),
    tag: nameOf(node),
    type: isInput(node) ? inputType(node) : '',
    autocomplete: tidy(attr(node, 'autocomplete') || ''),
    editable: kind !== '' && fillable(node, kind),
    password: isPassword(node),
    search: (isInput(node) && inputType(node) === 'search') || attr(node, 'role') === 'searchbox',
    textArea: isTextArea(node),
    contentEditable: kind === 'editable',
    hidden: !isVisible(node),
    disabled: isDisabled(node),
    readOnly: isReadOnly(node),
    maxLength: maxLength(node),
    submitOrigins: submitOrigins(node),
  };
}

// fits says whether a selector matches the node itself, within its own tree; null if it is not a selector.
function fits(node, selector) {
  try {
    return matches(node, selector);
  } catch {
    return null;
  }
}

function fillable(node, kind) {
  return kind !== '' && isVisible(node) && !isDisabled(node) && !isReadOnly(node);
}

// submitOrigins lists the origins to which the form that owns a node could send it: its own action and those of its
// submit buttons (threats.md rule 23). A node without a form sends nothing.
function submitOrigins(node) {
  const form = formOf(node);
  if (!form) return [];
  const origins = new Set([actionOrigin(attr(form, 'action'))]);
  for (const control of formElements(form)) {
    if (isSubmitter(control) && hasAttr(control, 'formaction')) origins.add(actionOrigin(attr(control, 'formaction')));
  }
  for (const image of all(rootOf(form) === born ? born : rootOf(form), 'input[type=image][formaction]')) {
    if (formOf(image) === form) origins.add(actionOrigin(attr(image, 'formaction'))); // form.elements leaves these out
  }
  return [...origins];
}

function isSubmitter(control) {
  if (isButton(control)) return buttonType(control) === 'submit';
  return isInput(control) && (inputType(control) === 'submit' || inputType(control) === 'image');
}

// actionOrigin resolves an action as submission does (HTML, form submission algorithm): none means this document's
// address. What is not http(s) has the origin "null".
function actionOrigin(action) {
  let url;
  try {
    url = new URL(action ? action : location.href, baseURI(born));
  } catch {
    return 'null';
  }
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : 'null';
}
