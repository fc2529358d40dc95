// Waiting for a change without a clock. From each walk on, the first change is noted; a wait ends at once if there was
// one since the last walk.

let trees = [born]; // the document and the shadow roots that the last walk met
let watched = null; // the trees that the observer watches
let dirty = false;
let waiting = null; // {promise, resolve} of who waits
let observer = null;

const everything = Object.freeze({ subtree: true, childList: true, attributes: true, characterData: true });

function arm() {
  dirty = false;
  if (observer !== null && watched.length === trees.length && watched.every((tree, i) => tree === trees[i])) return;
  if (observer !== null) observer.disconnect();
  observer = new MutationObserver(note);
  watched = trees;
  for (const tree of trees) observer.observe(tree, everything);
}

function note() {
  dirty = true;
  if (observer !== null) observer.disconnect();
  observer = null;
  if (waiting !== null) waiting.resolve(true);
  waiting = null;
}

for (const type of ['input', 'change']) listen(window, type, () => note(), { capture: true, passive: true });

// changed resolves when the document has changed. Several who wait share one promise.
function changed() {
  if (dirty) return true;
  if (observer === null) arm();
  if (waiting === null) {
    waiting = Promise.withResolvers();
    const before = values();
    const look = () => {
      if (waiting === null) return;
      if (values() !== before) note();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
  return waiting.promise;
}

// values is what the fields hold, for scripts change that without leaving a trace in the tree. It is compared frame by
// frame while somebody waits.
function values() {
  let text = '';
  for (const tree of trees) {
    const fields = all(tree, 'input, textarea, select');
    for (let i = 0; i < fields.length && i < LIMITS.watched; i++) {
      text += contentOf(fields[i]) + (isToggle(fields[i]) && inputChecked(fields[i]) ? '\u0001' : '\u0000');
    }
  }
  return text;
}
