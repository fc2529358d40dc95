// What a walk says about one element.

const pressable = new Set(['button', 'link', 'textbox', 'checkbox', 'combobox', 'searchbox', 'spinbutton', 'radio',
  'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'slider', 'treeitem']);

// classify says as what an element is reported: 'field', 'button', 'link', 'label', 'region' (editable), 'other', or
// '' for not at all. A filled element is a region whatever it is else, and whatever the page makes of it later.
function classify(element, name) {
  if (withheld(element)) return 'region';
  switch (name) {
    case 'input': return isInput(element) && inputType(element) !== 'hidden' ? 'field' : '';
    case 'textarea': case 'select': return isField(element) ? 'field' : '';
    case 'button': case 'summary': return 'button';
    case 'label': return element instanceof HTMLLabelElement ? 'label' : '';
    case 'a': case 'area': if (hasAttr(element, 'href')) return 'link';
  }
  if (designMode(born) === 'on') return editingHost(element) ? 'region' : '';
  if (!hasAttrs(element)) return '';
  if (hasAttr(element, 'contenteditable') && editingHost(element)) return 'region';
  const role = attr(element, 'role');
  if (role !== null && pressable.has(role.trim().split(' ', 1)[0])) return 'other';
  const index = attr(element, 'tabindex');
  return (index !== null && Number(index) >= 0) || hasAttr(element, 'onclick') ? 'other' : '';
}

// report tells about one element and returns how to go on: 'skip' what is in it, 'named': its text is told, look for
// more controls in it, or 'open': walk it like any other.
function report(walk, element, name, what, kind, context) {
  if (what === 'label') return labelled(walk, element) ? 'named' : 'open';
  const flags = standing(walk, element, what, kind, context);
  if (flags < 0) return 'skip';
  if (what === 'field' || what === 'region') {
    if (walk.room()) reportField(walk, element, name, flags, context);
    return 'skip';
  }
  const words = wordsOf(element, what === 'other' ? LIMITS.otherName : LIMITS.name);
  if (walk.room()) reportAction(walk, element, name, flags, words, context);
  if (words.long) return 'open';
  return firstElement(element) === null && !shadowOf(element) ? 'skip' : 'named';
}

// labelled says that a label's text is told with its control.
function labelled(walk, label) {
  const control = controlOf(label);
  return control !== null && (isToggle(control) || isPainted(control));
}

// standing is how an element stands on the page, as flags, or -1 if it is not there for a person. A control without
// paint is there if its label is: that is how pages draw their own check boxes.
function standing(walk, element, what, kind, context) {
  const alone = what === 'field'; // something may be written there, so each is looked at
  if (!(alone ? isPainted(element) : walk.likeness.painted(element, kind))) {
    if (!alone || !isInput(element)) return -1;
    if (inputType(element) === 'file') return FLAG.hidden;
    return labelsOf(element).some(isPainted) ? FLAG.hidden : -1;
  }
  return (context.inert ? FLAG.disabled : 0) | place(walk, element, what, kind, context);
}

// place says whether an element is in view and uncovered. Most of a long page is out of view, and there the box of the
// parent tells for all that is in it.
function place(walk, element, what, kind, context) {
  if (outOfView(walk, context)) return FLAG.offScreen;
  const box = rectOf(element);
  if (!hasBox(box)) return what === 'field' && isInput(element) && labelsOf(element).length > 0 ? FLAG.hidden : -1;
  if (!inReach(box, walk.view)) return FLAG.hidden;
  if (!inView(box, walk.view)) return FLAG.offScreen;
  return covered(walk, element, box, kind, context) ? FLAG.covered : 0;
}

// outOfView says that an element whose inside is the context lies out of view, where scrolling would bring it in. After
// some neighbours below the view the next ones are taken to lie there too.
function outOfView(walk, context) {
  if (context.out !== undefined) return context.out;
  const outer = context.outer;
  if (outer !== null && outer.below >= LIMITS.alike) return context.out = true;
  const box = rectOf(context.element);
  if (outer !== null) outer.below = hasBox(box) && box.top >= walk.view.height ? outer.below + 1 : 0;
  return context.out = hasBox(box) && !inView(box, walk.view) && inReach(box, walk.view);
}

// covered asks once for each line of a parent: what lies over one control lies over its neighbour too, and asking what
// is at a point costs as much as ten elements. A press looks again for itself.
function covered(walk, element, box, kind, context) {
  if (context.lines === null) context.lines = new Map();
  const line = Math.floor((box.top + box.bottom) / (2 * LIMITS.line));
  if (context.lines.has(line)) return context.lines.get(line);
  const is = walk.likeness.covered(kind, () => isCovered(element, box, walk.view));
  context.lines.set(line, is);
  return is;
}

// A Report gathers the fields of one element.
class Report {
  fields = [];
  choices = [];

  constructor(walk, element, name, flags, context) {
    this.table = walk.table;
    this.element = element;
    this.flags = flags;
    this.symbol(FIELD.tag, name);
    if (context.shadow !== '') this.symbol(FIELD.shadow, context.shadow);
    this.attribute(FIELD.role, 'role');
  }

  symbol(field, text) { this.fields.push(field, this.table.put(text, false)); }
  number(field, n) { this.fields.push(field, n); }
  text(field, text) { if (text !== '') this.fields.push(field, this.table.put(text, isFresh(text))); }
  words(field, words) { if (words !== null && words.text !== '') this.fields.push(field, this.table.put(words.text, words.fresh)); }

  attribute(field, attribute) {
    const text = attr(this.element, attribute);
    if (text) this.text(field, tidy(text));
  }

  // state tells an aria- attribute that is true or false (ARIA, states and properties).
  state(attribute, yes, no) {
    const text = attr(this.element, attribute);
    if (text === 'true') this.flags |= yes;
    else if (text === 'false') this.flags |= no;
  }

  states(tag) {
    if (!hasAttrs(this.element)) return;
    this.state('aria-expanded', FLAG.expanded, FLAG.collapsed);
    this.state('aria-disabled', FLAG.disabled, 0);
    if (tag !== undefined) return;
    this.state('aria-checked', FLAG.checked, FLAG.unchecked);
    this.state('aria-pressed', FLAG.checked, FLAG.unchecked);
    this.state('aria-selected', FLAG.selected, FLAG.unselected);
  }

  done() { this.table.add(numberOf(this.element), this.flags, this.fields, this.choices); }
}

// reportAction tells about something to press.
function reportAction(walk, element, name, flags, words, context) {
  const r = new Report(walk, element, name, flags, context);
  r.words(FIELD.text, words);
  const named = nameByAttribute(element);
  if (named !== null && named.text !== words.text) r.words(FIELD.label, named);
  if (name === 'a' || name === 'area') r.text(FIELD.href, addressOf(element, walk.rooted));
  if (name === 'button') {
    r.text(FIELD.name, attr(element, 'name') || '');
    if (matches(element, ':disabled')) r.flags |= FLAG.disabled;
  }
  r.states(undefined);
  r.done();
}

// addressOf is a link's address: as written if it begins with / ? or # and means this origin, else in full.
function addressOf(link, rooted) {
  const written = attr(link, 'href') || '';
  if (rooted && /^(\/(?!\/)|[?#])/.test(written)) return written;
  if (link instanceof HTMLAnchorElement) return linkHref(link);
  return link instanceof HTMLAreaElement ? areaHref(link) : written;
}

// reportPressable tells about text that shows the hand.
function reportPressable(walk, element, words, context) {
  const flags = place(walk, element, 'other', context.kind, context);
  const r = new Report(walk, element, nameOf(element), Math.max(flags, 0), context);
  if (!hasAttr(element, 'role')) r.symbol(FIELD.role, 'clickable');
  r.words(FIELD.text, words);
  r.states(undefined);
  r.done();
}

// reportPicture tells about a picture that shows the hand, and about the text that stands for one.
function reportPicture(walk, element, kind, context) {
  const alt = nameByAttribute(element) || onlyWords(attr(element, 'alt') || '');
  if (!isPainted(element)) return;
  const pressed = walk.likeness.pressed(element, kind);
  if (!pressed && (alt.text === '' || !walk.wanted.text)) return;
  if (!walk.room()) return;
  if (pressed) return reportPressable(walk, element, alt, context);
  walk.table.add(0, 0, [FIELD.tag, walk.table.put(nameOf(element), false), FIELD.text, walk.table.put(alt.text, alt.fresh)], []);
}
