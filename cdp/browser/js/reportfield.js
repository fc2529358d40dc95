// What a walk says about a control that has a value. The value of a password field or of a tagged node stays here.

function reportField(walk, element, name, flags, context) {
  const r = new Report(walk, element, name, flags, context);
  const tag = tagOf(element);
  const label = labelOf(element);
  r.words(FIELD.label, label);
  r.words(FIELD.description, describe(element, label));
  r.text(FIELD.name, attr(element, 'name') || attr(element, 'id') || '');
  r.attribute(FIELD.placeholder, 'placeholder');
  r.attribute(FIELD.autocomplete, 'autocomplete');
  if (isInput(element)) r.symbol(FIELD.type, inputType(element));
  constraints(r, element, tag);
  r.states(tag);
  if (tag !== undefined && (isChoice(element) || !isEmpty(element))) r.text(FIELD.tagged, tag.marker);
  content(r, element, tag);
  r.done();
}

// constraints tells what a control demands. Whether it is content with its value depends on the value, so for a tagged
// one only what the page itself says of that is told (threats.md rule 12).
function constraints(r, element, tag) {
  if (matches(element, ':disabled')) r.flags |= FLAG.disabled;
  if (isReadOnly(element)) r.flags |= FLAG.readOnly;
  if (matches(element, ':required')) r.flags |= FLAG.required;
  r.state('aria-required', FLAG.required, 0);
  r.state('aria-invalid', FLAG.invalid, 0);
  const most = maxLength(element);
  if (most >= 0) r.number(FIELD.maxLength, most);
  if (tag !== undefined || !isField(element) || !discontent(element)) return;
  r.flags |= FLAG.invalid;
  r.text(FIELD.validation, validationMessage(element));
}

// discontent says that the browser would complain about a value. That a field is still empty is not worth a word until
// a person left it so.
function discontent(element) {
  return matches(element, ':user-invalid') || (contentOf(element) !== '' && matches(element, ':invalid'));
}

function content(r, element, tag) {
  if (isSelect(element)) return choices(r, element, tag);
  if (isToggle(element)) {
    if (tag === undefined) r.flags |= inputChecked(element) ? FLAG.checked : FLAG.unchecked;
    const value = inputValue(element);
    if (value !== 'on') r.text(FIELD.value, value);
    return;
  }
  const value = isField(element) ? contentOf(element) : null;
  if (isPassword(element)) r.flags |= FLAG.password | (value === '' ? 0 : FLAG.filled);
  if (tag !== undefined || isPassword(element)) return;
  if (value === null) {
    const words = regionWords(element);
    r.words(FIELD.value, words);
    if (words.text !== '' && typed.get(element) === words.text) r.flags |= FLAG.own;
    return;
  }
  if (isInput(element) && inputType(element) === 'file') return;
  r.text(FIELD.value, value);
  if (value !== '' && typed.get(element) === value) r.flags |= FLAG.own;
}

// regionWords is the text of an editable region. Fields inside it keep theirs.
function regionWords(region) {
  const words = new Words();
  gather(region, words, LIMITS.string, 0);
  return words.done();
}

// choices tells the options of a closed set, which are never marked (threats.md rule 11), and which is chosen unless
// that is what is tagged.
function choices(r, element, tag) {
  const options = selectOptions(element);
  const count = Math.min(options.length, LIMITS.options);
  if (options.length > count) r.table.overflow = true;
  r.number(FIELD.options, count);
  for (let i = 0; i < count; i++) {
    const option = options[i];
    const label = tidy(optionLabel(option));
    const value = optionValue(option);
    r.choices.push(r.table.put(label, isFresh(label)), r.table.put(value, isFresh(value)),
      tag === undefined && optionSelected(option) ? 1 : 0);
  }
  if (tag === undefined) r.text(FIELD.value, selectValue(element));
}
