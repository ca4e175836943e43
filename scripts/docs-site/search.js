/** Finds pages and headings by the beginnings of their words. */
const form = document.querySelector('#search');
const field = form.querySelector('input');
const list = form.querySelector('#found');
const { root } = document.documentElement.dataset;
const MAX_FOUND = 12;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

function find(question) {
  const asked = wordsOf(question);
  if (asked.length === 0) return [];
  const found = [];
  for (const [title, heading, address] of globalThis.searchEntries) {
    const inHeading = wordsOf(heading || title);
    const everywhere = [...inHeading, ...wordsOf(title)];
    const has = (words) => (word) => words.some((each) => each.startsWith(word));
    if (!asked.every(has(everywhere)) || !asked.some(has(inHeading))) continue;
    const rank = (asked.every(has(inHeading)) ? 0 : 2) + (heading === '' ? 0 : 1);
    found.push({ rank, title, heading, address });
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, MAX_FOUND);
}

function show() {
  const found = find(field.value);
  list.replaceChildren(
    ...found.map(({ title, heading, address }) => {
      const link = document.createElement('a');
      link.href = root + address;
      link.textContent = heading === '' ? title : `${title}: ${heading}`;
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (found.length === 0 && field.value.trim() !== '') {
    const item = document.createElement('li');
    item.textContent = 'No title and no heading has these words.';
    list.append(item);
  }
}

form.hidden = false;
field.addEventListener('input', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    field.value = '';
    show();
  } else if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
// A narrow screen begins with the text instead of the list of pages.
if (globalThis.innerWidth < 800) document.querySelector('nav details').open = false;
