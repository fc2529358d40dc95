// Long lists are rows alike, and what the browser is asked about each of them costs more than all else in a walk. So the
// first few of a kind are asked about; when all of them are painted, the others of that kind are taken to be. This only
// decides what a snapshot says of an element: before anything is done to one, it is looked at by itself.

class Likeness {
  #kinds = new Map();
  #agreed = new Map(); // kind → how many were asked and were painted, or -1 once one was not
  #last = 0;

  // of numbers the kind of an element: same name, same classes, same kind around it. One with a style or an id of its
  // own is of a kind of its own.
  of(element, name, around) {
    let classes = '';
    if (hasAttrs(element)) {
      if (hasAttr(element, 'style') || hasAttr(element, 'id') || hasAttr(element, 'hidden')) return ++this.#last;
      classes = attr(element, 'class') || '';
    }
    const key = `${around} ${name} ${classes}`;
    let kind = this.#kinds.get(key);
    if (kind === undefined) this.#kinds.set(key, kind = ++this.#last);
    return kind;
  }

  painted(element, kind) {
    const agreed = this.#agreed.get(kind) || 0;
    if (agreed >= LIMITS.alike) return true;
    const is = isPainted(element);
    if (agreed >= 0) this.#agreed.set(kind, is ? agreed + 1 : -1);
    return is;
  }
}
