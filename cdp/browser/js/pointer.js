// Where to press an element with the mouse.

// aim brings a node into view and answers where to press it: {x, y} in this frame's viewport, {dom: true} if no point
// of it can be hit, {done: true} if there is nothing to press, or a refusal.
function aim({ node: number }) {
  const node = nodeOf(number);
  if (node === undefined) return { refused: 'stale' };
  const refused = pressRefusal(node);
  if (refused !== '') return { refused };
  if (locked(node)) { // a press could move the caret into the value or step it; the focus is all that is asked for
    focusOn(node);
    return { done: true };
  }
  const target = pressTarget(node);
  if (!fullyInView(rectOf(target), viewport())) scrollIntoView(target, { block: 'center', inline: 'center', behavior: 'instant' });
  return pointOf(target) || { dom: true };
}

// pressTarget is the label of a control that a page draws itself, else the node.
function pressTarget(node) {
  if (!isToggle(node) || isVisible(node)) return node;
  for (const label of all(rootOf(node), 'label')) if (controlOf(label) === node && isVisible(label)) return label;
  return node;
}

function fullyInView(box, view) {
  return box.top >= 0 && box.left >= 0 && box.bottom <= view.height && box.right <= view.width;
}

// pointOf finds a point at which the press reaches the element: the middle of one of its boxes, else a quarter point.
function pointOf(element) {
  if (!isPainted(element)) return null;
  const view = viewport();
  for (const box of [...rectsOf(element)].slice(0, LIMITS.boxes)) {
    if (!hasBox(box) || !inView(box, view)) continue;
    const points = [middle(box, view)];
    for (const x of [1, 3]) {
      for (const y of [1, 3]) points.push({ x: box.left + (box.width * x) / 4, y: box.top + (box.height * y) / 4 });
    }
    const point = points.find((p) => hits(element, p.x, p.y));
    if (point) return point;
  }
  return null;
}

// pressDirectly is what is left where the mouse cannot reach.
function pressDirectly({ node: number }) {
  const node = nodeOf(number);
  if (node === undefined) return 'stale';
  const refused = pressRefusal(node);
  if (refused !== '') return refused;
  if (locked(node)) return 'tagged';
  if (node instanceof HTMLElement) clickOn(node);
  else dispatch(node, new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }));
  return 'ok';
}

// corner is where this document's top left corner is in its own viewport, to be compared with where the browser says
// that it is in the outer one.
function corner() {
  const box = rectOf(documentElement(born));
  return { x: box.left, y: box.top, width: box.width, height: box.height };
}
