// The answer of a walk: strings in a table, items as runs of integers. What the numbers mean stands in walkcode.go.

const FLAG = { checked: 1, unchecked: 2, selected: 4, unselected: 8, expanded: 16, collapsed: 32, required: 64,
  readOnly: 128, disabled: 256, invalid: 512, hidden: 1024, covered: 2048, offScreen: 4096, password: 8192, own: 16384,
  filled: 32768 };
const FIELD = { tag: 1, role: 2, type: 3, name: 4, label: 5, text: 6, value: 7, placeholder: 8, description: 9,
  validation: 10, href: 11, autocomplete: 12, tagged: 13, shadow: 14, maxLength: 20, level: 21, options: 22 };

class Table {
  strings = [];
  fresh = []; // indices of texts that were not there before
  items = [];
  size = 0; // UTF-16 units
  overflow = false;
  #index = new Map();
  #marked = new Set(); // what is in fresh

  // put returns the index of a text, which is fresh if it is anywhere. One that is too long is left out whole: a part of it
  // could be the part of a secret that no matcher knows.
  put(text, fresh) {
    let at = this.#index.get(text);
    if (at === undefined) {
      if (text.length > LIMITS.string) {
        this.overflow = true;
        return this.put('', false);
      }
      at = this.strings.push(text) - 1;
      this.#index.set(text, at);
      this.size += text.length;
    }
    if (fresh && !this.#marked.has(at)) {
      this.#marked.add(at);
      this.fresh.push(at);
    }
    return at;
  }

  // add appends an item: number 0 is text, fields are (code, index or number) pairs, choices are options as
  // (label, value, selected) triples.
  add(number, flags, fields, choices) {
    this.items.push(number, flags, fields.length >> 1);
    for (let i = 0; i < fields.length; i++) this.items.push(fields[i]);
    for (let i = 0; i < choices.length; i++) this.items.push(choices[i]);
  }
}
