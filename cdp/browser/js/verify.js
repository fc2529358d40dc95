// Looking whether a field took a value, without telling anything of either. Only a word leaves.

const bullets = /^[\u2022\u25cf\u25cb\u2b24\u2219\u22c5\u00b7\u2217*]+$/;

function verify(node, order, written) {
  const value = isInput(node) ? written : written.replace(/\r\n?/g, '\n'); // HTML, newline normalization
  const got = isField(node) ? contentOf(node) : editableText(node);
  if (got === value || (!isField(node) && plainText(textContent(node)) === value)) return 'ok';
  if (got === '') return 'empty';
  if (order.separators && sameBare(got, value)) return 'ok';
  if (writeKind(node) === 'setter') return sameMoment(got, value) ? 'ok' : 'partial';
  return bullets.test(got) && got.length >= value.length ? 'ok' : 'partial';
}

// editableText is what an editable region says: paragraphs are lines, and editors leave one line break at the end.
function editableText(node) {
  const text = innerText(node).replace(/\u200b|\ufeff/g, '').replace(/\n$/, '');
  return text === '\n' ? '' : plainText(text);
}

// plainText undoes what editors write for spaces that would not be painted.
const plainText = (text) => text.replace(/\u00a0/g, ' ');

// sameBare compares without separators: digits only if the value is digits, else letters and digits in one case.
function sameBare(got, value) {
  const digits = /^\d+$/.test(bare(value));
  const reduce = (text) => (digits ? text.replace(/\D/g, '') : bare(text).toUpperCase());
  return reduce(value) !== '' && reduce(got) === reduce(value);
}

const bare = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

// sameMoment allows for the ways in which a date, a time or a colour is written back (HTML, value sanitization).
function sameMoment(got, value) {
  const plain = (text) => text.toLowerCase().replace(/(:00)?(\.0+)?$/, '');
  return plain(got) === plain(value);
}
