/** Search by names, addresses and summaries. The index is loaded when the field is first focused. */
import { found, type Entry } from './found.ts';

export function startSearch(): void {
  const box = document.querySelector<HTMLElement>('[data-search]');
  const field = box?.querySelector('input');
  const list = box?.querySelector('ul');
  const count = box?.querySelector('.count');
  const address = box?.dataset['search'];
  if (!box || !field || !list || !count || address === undefined) return;
  box.hidden = false;
  let index: Promise<Entry[]> | undefined;
  const loaded = () =>
    (index ??= fetch(address, { credentials: 'omit' }).then((answer) => answer.json() as Promise<Entry[]>));
  const show = async () => {
    const entries = await loaded();
    const hits = found(entries, field.value);
    list.replaceChildren(...hits.map(hitView));
    count.textContent = field.value.trim() === '' ? '' : `${hits.length === 0 ? 'Nothing' : hits.length} found`;
  };
  field.addEventListener('focus', () => void loaded());
  field.addEventListener('input', () => {
    show().catch(() => {
      index = undefined;
      count.textContent = 'The search could not be loaded. Try again.';
    });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
    if (event.key === 'Escape') {
      field.value = '';
      list.replaceChildren();
      count.textContent = '';
    }
  });
}

function hitView([name, address, words]: Entry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = name;
  const about = document.createElement('span');
  about.textContent = words;
  link.append(about);
  item.append(link);
  return item;
}
