// What a control is called.

let labels = new Map(); // tree → Map of control → its labels; filled once a walk, for asking each control is quadratic

function labelsIn(root) {
  let found = labels.get(root);
  if (found === undefined) {
    found = new Map();
    for (const label of all(root, 'label')) {
      const control = controlOf(label);
      if (!control) continue;
      if (found.has(control)) found.get(control).push(label);
      else found.set(control, [label]);
    }
    labels.set(root, found);
  }
  return found;
}

// treeOf is the document or shadow root of a connected node, without asking for each node where that is plain.
let plain = true; // no shadow root was met in this walk
const treeOf = (node) => (plain ? born : rootOf(node));

function labelsOf(control) {
  return labelsIn(treeOf(control)).get(control) || [];
}

// referred is the text of the elements that an attribute names by id (ARIA, aria-labelledby, aria-describedby).
function referred(element, attribute) {
  const ids = attr(element, attribute);
  if (!ids) return null;
  const words = new Words();
  for (const id of ids.split(/\s+/, LIMITS.references)) {
    const target = id && byId(treeOf(element), id);
    if (!target) continue;
    const part = wordsOf(target);
    words.gap();
    words.text += part.text;
    words.fresh ||= part.fresh;
  }
  return words.done();
}

// labelOf is the name of a control: its label's text, else what ARIA calls it, else its title.
function labelOf(control) {
  const words = new Words();
  for (const label of labelsOf(control)) {
    const part = wordsOf(label);
    words.gap();
    words.text += part.text;
    words.fresh ||= part.fresh;
  }
  if (words.done().text !== '') return words;
  return nameByAttribute(control);
}

// nameByAttribute is a name that does not stand in the element's content, or null.
function nameByAttribute(element) {
  if (!hasAttrs(element)) return null;
  const by = referred(element, 'aria-labelledby');
  if (by && by.text !== '') return by;
  const text = attr(element, 'aria-label') || attr(element, 'title');
  return text ? onlyWords(text) : null;
}

// describe is what is said about a control beside its name.
function describe(control, name) {
  const by = referred(control, 'aria-describedby');
  if (by && by.text !== '') return by;
  const title = attr(control, 'title');
  return title && (!name || tidy(title) !== name.text) ? onlyWords(title) : null;
}
