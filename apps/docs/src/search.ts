/**
 * The search, which is loaded when it is first opened. Its index is part of the site, so it works without a connection.
 */
import MiniSearch from 'minisearch';

type Entry = { title: string; heading: string; address: string; text: string };

const MAX_RESULTS = 12;
const LETTERS_BEFORE = 60;
const LETTERS = 160;

declare global {
  interface Window {
    /** Set by `index.js`, the script that contains the search index. */
    countersignDocs?: readonly Entry[];
  }
}

const entries = window.countersignDocs ?? [];
const index = new MiniSearch<Entry & { id: number }>({
  fields: ['title', 'heading', 'text'],
  searchOptions: {
    boost: { heading: 4, title: 3 },
    prefix: true,
    combineWith: 'AND',
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  },
});
index.addAll(entries.map((entry, id) => ({ ...entry, id })));

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search the documentation');
const field = document.createElement('input');
field.type = 'search';
field.placeholder = 'Search the documentation';
field.autocomplete = 'off';
field.spellcheck = false;
field.setAttribute('role', 'combobox');
field.setAttribute('aria-label', 'Search the documentation');
field.setAttribute('aria-controls', 'results');
field.setAttribute('aria-expanded', 'false');
field.setAttribute('aria-autocomplete', 'list');
const list = document.createElement('div');
list.id = 'results';
list.setAttribute('role', 'listbox');
list.setAttribute('aria-label', 'Results');
const status = document.createElement('p');
status.setAttribute('role', 'status');
const close = document.createElement('button');
close.type = 'button';
close.textContent = 'Close';
close.addEventListener('click', () => dialog.close());
const head = document.createElement('div');
head.className = 'head';
head.append(field, close);
dialog.append(head, status, list);
document.body.append(dialog);
let active = -1;

field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  // An input method, such as one for Japanese, handles the key press.
  if (event.isComposing) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    activate(active + step);
  } else if (event.key === 'Enter') list.querySelector<HTMLElement>('[aria-selected=true]')?.click();
});
// A click outside the dialog closes it.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
window.countersignSearch = () => {
  if (!dialog.open) dialog.showModal();
  field.select();
};

function show(): void {
  const asked = field.value.trim();
  const found = asked === '' ? [] : index.search(asked).slice(0, MAX_RESULTS);
  const words = asked.toLowerCase().split(/\s+/);
  list.replaceChildren(
    ...found.flatMap(({ id }, at) => {
      const entry = entries[Number(id)];
      return entry ? [resultView(entry, at, words)] : [];
    }),
  );
  field.setAttribute('aria-expanded', String(found.length > 0));
  status.textContent =
    asked === ''
      ? ''
      : found.length === 0
        ? `No results for “${asked}”. Check the spelling, or use fewer words.`
        : `${found.length === MAX_RESULTS ? 'The best' : ''} ${found.length} ${found.length === 1 ? 'result' : 'results'}`;
  activate(0);
}

function resultView(entry: Entry, at: number, words: readonly string[]): HTMLAnchorElement {
  const item = document.createElement('a');
  item.href = (document.body.dataset['root'] ?? '') + entry.address;
  item.tabIndex = -1;
  item.id = `result-${at}`;
  item.setAttribute('role', 'option');
  const name = document.createElement('strong');
  name.textContent = entry.heading === '' ? entry.title : `${entry.title} › ${entry.heading}`;
  const about = document.createElement('span');
  about.append(...excerpt(entry.text, words));
  item.append(name, about);
  // A link to another heading of the same page does not reload the page, so the dialog must be closed here.
  item.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    if (!ctrlKey && !metaKey && !shiftKey) dialog.close();
  });
  return item;
}

/** Returns the text around the first match, with the match highlighted. */
function excerpt(text: string, words: readonly string[]): (string | Node)[] {
  const lower = text.toLowerCase();
  const hits = words.flatMap((word) => {
    const at = lower.indexOf(word);
    return at === -1 ? [] : [{ at, length: word.length }];
  });
  const [first] = hits.toSorted((a, b) => a.at - b.at);
  if (!first) return [text.slice(0, LETTERS)];
  const from = first.at > LETTERS_BEFORE ? text.indexOf(' ', first.at - LETTERS_BEFORE) + 1 : 0;
  const end = first.at + first.length;
  const mark = document.createElement('mark');
  mark.textContent = text.slice(first.at, end);
  return [`${from > 0 ? '… ' : ''}${text.slice(from, first.at)}`, mark, text.slice(end, from + LETTERS)];
}

function activate(at: number): void {
  const items = [...list.children];
  active = items.length === 0 ? -1 : (at + items.length) % items.length;
  items.forEach((item, number) => item.setAttribute('aria-selected', String(number === active)));
  const current = items[active];
  if (current) {
    field.setAttribute('aria-activedescendant', current.id);
    current.scrollIntoView({ block: 'nearest' });
  } else field.removeAttribute('aria-activedescendant');
}
