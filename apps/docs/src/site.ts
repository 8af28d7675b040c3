/** The interactive parts of a page: copying code, tabs, the color scheme, and opening the search. */
import { chooseScheme } from './scheme.ts';
import { startTabs } from './tabs.ts';
import { startForm } from './try.ts';

declare global {
  interface Window {
    /** search.js sets this property when it is loaded for the first search. */
    countersignSearch?: () => void;
  }
}

const COPIED_MS = 2000;

function addCopyButtons(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (text: string) => {
      button.textContent = text;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
    };
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(box.querySelector('pre')?.textContent ?? '').then(
        () => say('Copied'),
        () => say('Copying is not allowed here'),
      );
    });
    box.append(button);
  }
}

function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme');
  if (!button) return;
  const isDark = () =>
    document.documentElement.dataset['mantineColorScheme'] === 'dark' ||
    (document.documentElement.dataset['mantineColorScheme'] === undefined &&
      matchMedia('(prefers-color-scheme: dark)').matches);
  const label = () => button.setAttribute('aria-label', isDark() ? 'Use light colors' : 'Use dark colors');
  button.hidden = false;
  label();
  button.addEventListener('click', () => {
    chooseScheme(isDark() ? 'light' : 'dark');
    label();
  });
}

function startSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.find');
  const { search, index } = document.body.dataset;
  if (!button || search === undefined || index === undefined) return;
  let loaded: Promise<void> | undefined;
  const open = () => {
    loaded ??= load(index).then(() => load(search));
    loaded
      .then(() => window.countersignSearch?.())
      .catch(() => {
        loaded = undefined;
        button.querySelector('span')?.replaceChildren('Search could not be loaded. Try again.');
      });
  };
  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    // The shortcut is not a single character, because speech input could trigger it (WCAG 2.1.4).
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}

/** Loads a script. Pages opened as files can load only scripts. */
function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(address)));
    document.head.append(script);
  });
}

/** Highlights the current heading in the list beside the page. */
function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  if (links.size === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute('aria-current');
        links.get(target.id)?.setAttribute('aria-current', 'location');
      }
    },
    { rootMargin: '0px 0px -70% 0px' },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading) observer.observe(heading);
  }
}

/** Scrolls the table of contents so that the current page is visible. */
function showCurrent(): void {
  const contents = document.querySelector('#contents');
  const current = contents?.querySelector<HTMLElement>('[aria-current=page]');
  if (contents && current && current.offsetTop > contents.clientHeight)
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
}

addCopyButtons();
showCurrent();
startTabs();
startTheme();
startSearch();
followHeadings();
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-try]')) startForm(form);
