// One walk over the document, in the order in which it reads, that tells what is there.

const headings = new Map([['h1', 1], ['h2', 2], ['h3', 3], ['h4', 4], ['h5', 5], ['h6', 6]]);
const spoken = new Set(['alert', 'status', 'log', 'dialog', 'alertdialog', 'heading']);
const pictures = new Set(['img', 'svg', 'canvas']);

class Walk {
  elements = 0; // met so far
  truncated = false;
  trees = [born];
  table = new Table();
  view = viewport();
  rooted = baseURI(born) === location.href; // addresses are relative to this document's own
  likeness = new Likeness();
  #count = 0; // of items
  #words = null; // the run of text that is open
  #from = null; // the context in which it began

  constructor(wanted) {
    this.wanted = wanted; // {text, max}
  }

  run() {
    const top = bodyOf(born) || documentElement(born);
    if (top) {
      const outside = { element: top, outer: null, kind: 0, shadow: '', inert: false, block: 'body', role: '', named: false,
        apart: true, painted: undefined, out: undefined, below: 0, lines: null };
      const inside = this.#element(top, outside);
      if (inside) this.#tree(top, inside);
      this.#flush();
    }
    return this.#answer();
  }

  #answer() {
    const t = this.table;
    const url = t.put(location.href, isFresh(location.href));
    const title = tidy(titleOf(born));
    return JSON.stringify({ origin: self.origin, url, title: t.put(title, isFresh(title)), strings: t.strings,
      fresh: t.fresh, items: t.items, recorded: record !== null, elements: this.elements,
      truncated: this.truncated || t.overflow });
  }

  // room counts an item and says whether there is room for it.
  room() {
    this.truncated = this.#count === this.wanted.max || this.table.size > LIMITS.total;
    if (!this.truncated) this.#count++;
    return !this.truncated;
  }

  // tree walks all that is in an element. It keeps its own stack: a page may nest deeper than a script engine does.
  #tree(element, context) {
    const stack = [];
    let children = new Children(element);
    while (!this.truncated) {
      const node = children.next();
      if (node === null) {
        if (context.apart) this.#flush();
        if (stack.length === 0) return;
        context = stack.pop();
        children = stack.pop();
        continue;
      }
      const type = nodeType(node);
      if (type === 3) this.#text(node, context);
      if (type !== 1) continue;
      const inside = this.#element(node, context);
      if (inside === null || stack.length >= 2 * LIMITS.depth) continue;
      stack.push(children, context);
      children = new Children(node);
      context = inside;
    }
  }

  #text(node, context) {
    if (context.named || !this.wanted.text) return;
    const data = dataOf(node);
    if (this.#words === null) {
      if (!/\S/.test(data)) return;
      this.#words = new Words();
      this.#from = context;
    }
    if (context.painted === undefined) context.painted = this.likeness.painted(context.element, context.kind);
    if (context.painted) this.#words.add(data);
  }

  // flush ends the run of text that is open. Text that shows the hand is something to press.
  #flush() {
    const words = this.#words;
    const from = this.#from;
    this.#words = null;
    if (words === null || words.done().text === '' || !this.room()) return;
    if (this.likeness.pressed(from.element, from.kind)) {
      reportPressable(this, from.element, words, from);
      return;
    }
    const fields = [FIELD.tag, this.table.put(from.block, false), FIELD.text, this.table.put(words.text, words.fresh)];
    if (from.role !== '') fields.push(FIELD.role, this.table.put(from.role, false));
    if (headings.has(from.block)) fields.push(FIELD.level, headings.get(from.block));
    this.table.add(0, 0, fields, []);
  }

  // element reports an element if it is one to report, and returns the context of what is in it, or null if that is
  // not to be walked.
  #element(element, context) {
    this.elements++;
    const name = nameOf(element);
    if (mute.has(name)) return null;
    const apart = !inline.has(name);
    if (apart) this.#flush();
    const what = classify(element, name);
    const kind = this.likeness.of(element, name, context.kind);
    let named = context.named;
    if (what !== '') {
      this.#flush();
      const inner = report(this, element, name, what, kind, context);
      if (inner === 'skip') return null;
      named ||= inner === 'named';
    } else if (pictures.has(name)) {
      if (!named) reportPicture(this, element, kind, context);
      if (name === 'img') return null;
    }
    return this.#inside(element, name, kind, context, apart, named);
  }

  #inside(element, name, kind, context, apart, named) {
    const root = shadowOf(element);
    const inside = { element, outer: context, kind, shadow: context.shadow, inert: context.inert, block: context.block,
      role: context.role, named, apart, painted: undefined, out: undefined, below: 0, lines: null };
    if (apart) inside.block = name;
    if (root !== null) {
      plain = false;
      this.trees.push(root);
      inside.shadow = context.shadow === 'closed' || openShadow(element) !== root ? 'closed' : 'open';
    }
    if (hasAttrs(element)) {
      inside.inert ||= hasAttr(element, 'inert');
      const role = attr(element, 'role');
      if (role !== null && spoken.has(role)) inside.role = role;
    }
    return inside;
  }
}

function walk(wanted) {
  sweep();
  labels = new Map();
  plain = true;
  const walk = new Walk(wanted);
  const answer = walk.run();
  trees = walk.trees;
  arm();
  return answer;
}
