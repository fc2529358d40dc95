// A stand-in for a framework: the state is the truth, and what script sets on a node behind its back is undone.

// control binds an input to a state as the well-known frameworks do: they watch the node's own value property, so
// that a value set by page script looks like no change at all, and draw the state again after every event.
function control(input, state, key, rule = value => value) {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let seen = input.value;
  Object.defineProperty(input, 'value', {
    configurable: true,
    get: () => native.get.call(input),
    set(value) { seen = String(value); native.set.call(input, value); },
  });
  const draw = () => { input.value = state[key]; };
  input.addEventListener('input', () => {
    const now = native.get.call(input);
    if (now !== seen) state[key] = rule(now);
    draw();
  });
  state[key] = rule(input.value);
  draw();
}
