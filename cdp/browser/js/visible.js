// Whether a person could see an element, and whether something lies over it.

const seen = Object.freeze({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false });

const isPainted = (element) => checkVisibility(element, seen);
const hasBox = (box) => box.width > 0 && box.height > 0;

// viewport is what of the page is in view. Asking makes the browser lay the page out, so a walk asks once.
const viewport = () => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight });

// inReach says that scrolling could bring the box into view: what lies left of or above the page never is.
function inReach(box, view) {
  return box.right + view.x > 0 && box.bottom + view.y > 0;
}

function inView(box, view) {
  return box.bottom > 0 && box.right > 0 && box.top < view.height && box.left < view.width;
}

// isVisible is the strict test, for elements that something is about to be done to.
function isVisible(element) {
  if (!isPainted(element)) return false;
  const box = rectOf(element);
  return hasBox(box) && inReach(box, viewport());
}

// hitAt is the innermost element at a point of the viewport, through shadow roots.
function hitAt(x, y) {
  let hit = pointInDocument(born, x, y);
  while (hit) {
    const root = shadowOf(hit);
    const inner = root && pointIn(root, x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
  return null;
}

// hits says that a press at the point would reach element: directly, or through a label of it.
function hits(element, x, y) {
  const hit = hitAt(x, y);
  if (!hit) return false;
  if (holds(element, hit)) return true;
  const label = closest(hit, 'label');
  return label !== null && controlOf(label) === element;
}

// middle is the point of a box that is pressed: its middle, or that of the part in view.
function middle(box, view) {
  const left = Math.max(box.left, 0), right = Math.min(box.right, view.width);
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, view.height);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

// isCovered says that something else lies over the middle of a box that is in view.
function isCovered(element, box, view) {
  const { x, y } = middle(box, view);
  return !hits(element, x, y);
}
