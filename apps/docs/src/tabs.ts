/**
 * Shows one language of each sample at a time. All pages show the language that was chosen last (ARIA APG, tabs
 * pattern).
 */
import { readStored, store } from './storage.ts';

/** Groups with the same titles share one choice. */
const nameOf = (group: HTMLElement): string => `countersign-docs-tab ${titlesOf(group).join(' ')}`;

const titlesOf = (group: HTMLElement): string[] =>
  [...group.querySelectorAll<HTMLElement>('.code')].map((panel) => panel.dataset['language'] ?? '');

export function startTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')];
  groups.forEach((group, at) => addTabs(group, at));
  for (const group of groups) show(group, readStored(nameOf(group)) ?? '');

  function addTabs(group: HTMLElement, at: number): void {
    const panels = [...group.querySelectorAll<HTMLElement>('.code')];
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    panels.forEach((panel, number) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `tab-${at}-${number}`;
      tab.textContent = panel.dataset['language'] ?? '';
      tab.setAttribute('role', 'tab');
      panel.id = `panel-${at}-${number}`;
      tab.setAttribute('aria-controls', panel.id);
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('click', () => choose(groups, group, tab.textContent));
      tab.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const other = panels[(number + step + panels.length) % panels.length]?.dataset['language'];
        if (step === 0 || other === undefined) return;
        choose(groups, group, other);
        group.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
      });
      list.append(tab);
    });
    group.prepend(list);
    show(group, panels[0]?.dataset['language'] ?? '');
  }
}

function choose(groups: readonly HTMLElement[], chosen: HTMLElement, title: string): void {
  for (const group of groups) if (nameOf(group) === nameOf(chosen)) show(group, title);
  store(nameOf(chosen), title);
}

/** A group does not change if it has no tab with this title. */
function show(group: HTMLElement, title: string): void {
  const panels = [...group.querySelectorAll<HTMLElement>('.code')];
  if (!panels.some((panel) => panel.dataset['language'] === title)) return;
  for (const panel of panels) panel.hidden = panel.dataset['language'] !== title;
  for (const tab of group.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isShown = tab.textContent === title;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
}
