// Long lists are rows alike, and what the browser is asked about each of them costs more than all else in a walk. So the
// first few of a kind are asked about; when they agree, the others of that kind are taken to be the same. This only
// decides what a snapshot says of an element: before anything is done to one, it is looked at by itself.

class Likeness {
  #kinds = new Map();
  #painted = new Map(); // kind → Agreement
  #pressed = new Map();
  #covered = new Map();
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

  // painted is shared where it is true: what is hidden among the shown has to be asked.
  painted(element, kind) {
    const known = agreement(this.#painted, kind);
    return known.agreed() && known.is ? true : known.note(isPainted(element));
  }

  // pressed says that an element shows the hand.
  pressed(element, kind) {
    const known = agreement(this.#pressed, kind);
    return known.agreed() ? known.is : known.note(computed(element).cursor === 'pointer');
  }

  // covered goes on asking about every fourth: what lies over a page lies over some of its rows.
  covered(kind, ask) {
    const known = agreement(this.#covered, kind);
    return known.agreed() && known.asked++ % 4 !== 0 ? known.is : known.note(ask());
  }
}

function agreement(all, kind) {
  let known = all.get(kind);
  if (known === undefined) all.set(kind, known = new Agreement());
  return known;
}

// An Agreement is what the elements of one kind answered.
class Agreement {
  is = undefined;
  asked = 0;
  #alike = 0; // of them in a row

  agreed() { return this.#alike >= LIMITS.alike; }

  note(answer) {
    this.#alike = answer === this.is ? this.#alike + 1 : 0;
    this.is = answer;
    return answer;
  }
}
