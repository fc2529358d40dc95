// Options of a select.

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october',
  'november', 'december'];

// choose picks the one option that means a secret's part: by value, by label, as the same number, as the same year, as
// the name of the month.
function choose(select, order, value) {
  focusOn(select);
  const refused = refusal(select, order); // page code ran
  if (refused !== '') return refused;
  const option = meant(select, value);
  return option ? pick(select, option) : 'no_option';
}

function meant(select, value) {
  const wanted = value.trim();
  for (const means of [exactly, asNumber, asYear, asMonth]) {
    const found = [...selectOptions(select)].filter((option) => pickable(option) && means(option, wanted));
    if (found.length > 0) return found.length === 1 ? found[0] : null;
  }
  return null;
}

function isChosen(select, value) {
  const option = meant(select, value);
  return option !== null && optionSelected(option);
}

const pickable = (option) => !matches(option, ':disabled');
const spellings = (option) => [optionValue(option).trim(), tidy(optionLabel(option))];
const exactly = (option, wanted) => spellings(option).includes(wanted);
const digits = (text) => /^\d{1,4}$/.test(text);

const asNumber = (option, wanted) =>
  digits(wanted) && spellings(option).some((text) => digits(text) && Number(text) === Number(wanted));

const asYear = (option, wanted) =>
  /^\d\d(\d\d)?$/.test(wanted) && spellings(option).some((text) => /^\d\d(\d\d)?$/.test(text) && year(text) === year(wanted));

const year = (text) => (text.length === 2 ? '20' + text : text);

const asMonth = (option, wanted) =>
  digits(wanted) && spellings(option).some((text) => monthOf(text) === Number(wanted));

// monthOf reads the English name of a month, short or long, with or without its number: "Jan", "01 - January".
function monthOf(text) {
  const name = text.toLowerCase().replace(/^\d+\W*/, '').replace(/\W*\d*$/, '');
  return name.length < 3 ? 0 : months.findIndex((month) => month.startsWith(name)) + 1;
}

function pick(select, option) {
  setOptionSelected(option, true);
  const value = optionValue(option);
  announce(select, 'input', 'change');
  if (isConnected(select) && isActive(select)) blur(select);
  return !isConnected(select) || selectValue(select) === value ? 'ok' : 'partial';
}

// selectByAgent sets the options that an agent named by value or label.
function selectByAgent({ node: number, values }) {
  const select = nodeOf(number);
  if (select === undefined) return 'stale';
  if (!isSelect(select) || isDisabled(select)) return 'not_fillable';
  if (locked(select)) return 'tagged';
  if (values.length !== 1 && !selectMultiple(select)) return 'no_option';
  const options = [...selectOptions(select)];
  const chosen = values.map((value) => options.find((option) => optionValue(option) === value) ||
    options.find((option) => tidy(optionLabel(option)) === tidy(value)));
  if (!chosen.every((option) => option && pickable(option))) return 'no_option';
  focusOn(select);
  for (const option of options) if (selectMultiple(select)) setOptionSelected(option, chosen.includes(option));
  for (const option of chosen) setOptionSelected(option, true);
  announce(select, 'input', 'change');
  return 'ok';
}
