// Ways to ask the DOM that no page can bend.
//
// This world has prototypes of its own, so what a page patched is not seen here. One thing does reach in: an element
// named after a property hides that property on its form (HTML, LegacyOverrideBuiltIns): `form.action` is the input
// called "action". So below this file no property of a node is read or called by its name; it is asked through the
// accessors captured here, while the world is new.

const bind = Function.prototype.call.bind(Function.prototype.bind, Function.prototype.call);
const getter = (type, name) => bind(Object.getOwnPropertyDescriptor(type.prototype, name).get);
const setter = (type, name) => bind(Object.getOwnPropertyDescriptor(type.prototype, name).set);
const method = (type, name) => bind(type.prototype[name]);

const nodeType = getter(Node, 'nodeType');
const parentOf = getter(Node, 'parentNode');
const firstChild = getter(Node, 'firstChild');
const nextSibling = getter(Node, 'nextSibling');
const isConnected = getter(Node, 'isConnected');
const ownerDocument = getter(Node, 'ownerDocument');
const textContent = getter(Node, 'textContent');
const contains = method(Node, 'contains');
const rootOf = method(Node, 'getRootNode');
const dataOf = getter(CharacterData, 'data');

const nameOf = getter(Element, 'localName');
const attr = method(Element, 'getAttribute');
const hasAttr = method(Element, 'hasAttribute');
const hasAttrs = method(Element, 'hasAttributes');
const firstElement = getter(Element, 'firstElementChild');
const matches = method(Element, 'matches');
const closest = method(Element, 'closest');
const rectOf = method(Element, 'getBoundingClientRect');
const rectsOf = method(Element, 'getClientRects');
const checkVisibility = method(Element, 'checkVisibility');
const scrollIntoView = method(Element, 'scrollIntoView');
const openShadow = getter(Element, 'shadowRoot');
const slotOf = getter(Element, 'assignedSlot');
const shadowHost = getter(ShadowRoot, 'host');
const shadowSelection = method(ShadowRoot, 'getSelection');
const assignedNodes = method(HTMLSlotElement, 'assignedNodes');

const activeIn = (root) => (root === document ? documentActive(root) : shadowActive(root));
const documentActive = getter(Document, 'activeElement');
const shadowActive = getter(ShadowRoot, 'activeElement');
const byIdInDocument = method(Document, 'getElementById');
const byIdInFragment = method(DocumentFragment, 'getElementById');
const byId = (root, id) => (root === document ? byIdInDocument(root, id) : byIdInFragment(root, id));
const pointInDocument = method(Document, 'elementFromPoint');
const pointInShadow = method(ShadowRoot, 'elementFromPoint');
const pointIn = (root, x, y) => (root === document ? pointInDocument(root, x, y) : pointInShadow(root, x, y));
const allInDocument = method(Document, 'querySelectorAll');
const allInFragment = method(DocumentFragment, 'querySelectorAll');
const all = (root, selector) => (root === document ? allInDocument(root, selector) : allInFragment(root, selector));
const execCommand = method(Document, 'execCommand');
const baseURI = getter(Node, 'baseURI');
const bodyOf = getter(Document, 'body');
const titleOf = getter(Document, 'title');
const documentElement = getter(Document, 'documentElement');
const hasFocus = method(Document, 'hasFocus');
const designMode = getter(Document, 'designMode');

const focusOn = method(HTMLElement, 'focus');
const blur = method(HTMLElement, 'blur');
const clickOn = method(HTMLElement, 'click');
const isContentEditable = getter(HTMLElement, 'isContentEditable');
const outerHTML = getter(Element, 'outerHTML');
const shadowHTML = getter(ShadowRoot, 'innerHTML');
const innerText = getter(HTMLElement, 'innerText');
const controlOf = getter(HTMLLabelElement, 'control');
const computed = getComputedStyle;

const inputType = getter(HTMLInputElement, 'type');
const inputValue = getter(HTMLInputElement, 'value');
const setInputValue = setter(HTMLInputElement, 'value');
const inputChecked = getter(HTMLInputElement, 'checked');
const inputForm = getter(HTMLInputElement, 'form');
const inputReadOnly = getter(HTMLInputElement, 'readOnly');
const inputMaxLength = getter(HTMLInputElement, 'maxLength');
const inputSelect = method(HTMLInputElement, 'select');
const inputMessage = getter(HTMLInputElement, 'validationMessage');

const areaValue = getter(HTMLTextAreaElement, 'value');
const setAreaValue = setter(HTMLTextAreaElement, 'value');
const areaForm = getter(HTMLTextAreaElement, 'form');
const areaReadOnly = getter(HTMLTextAreaElement, 'readOnly');
const areaMaxLength = getter(HTMLTextAreaElement, 'maxLength');
const areaSelect = method(HTMLTextAreaElement, 'select');
const areaMessage = getter(HTMLTextAreaElement, 'validationMessage');

const selectValue = getter(HTMLSelectElement, 'value');
const selectOptions = getter(HTMLSelectElement, 'options');
const selectMultiple = getter(HTMLSelectElement, 'multiple');
const selectForm = getter(HTMLSelectElement, 'form');
const selectMessage = getter(HTMLSelectElement, 'validationMessage');
const optionValue = getter(HTMLOptionElement, 'value');
const optionLabel = getter(HTMLOptionElement, 'label');
const optionSelected = getter(HTMLOptionElement, 'selected');
const setOptionSelected = setter(HTMLOptionElement, 'selected');

const buttonType = getter(HTMLButtonElement, 'type');
const buttonForm = getter(HTMLButtonElement, 'form');
const formElements = getter(HTMLFormElement, 'elements');
const linkHref = getter(HTMLAnchorElement, 'href');
const areaHref = getter(HTMLAreaElement, 'href');

const dispatch = method(EventTarget, 'dispatchEvent');
const listen = method(EventTarget, 'addEventListener');
const unlisten = method(EventTarget, 'removeEventListener');
