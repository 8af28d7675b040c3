/** Shows one language of each call at a time, on all pages the one that was chosen last (ARIA APG, tabs pattern). */
const KEY = 'countersign-docs-language';

export function startTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')];
  const chosen = remembered();
  groups.forEach((group, at) => addTabs(group, at));
  if (chosen !== null) choose(groups, chosen);

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
      tab.addEventListener('click', () => choose(groups, tab.textContent));
      tab.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const other = panels[(number + step + panels.length) % panels.length]?.dataset['language'];
        if (step === 0 || other === undefined) return;
        choose(groups, other);
        group.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
      });
      list.append(tab);
    });
    group.prepend(list);
    show(group, panels[0]?.dataset['language'] ?? '');
  }
}

function choose(groups: readonly HTMLElement[], language: string): void {
  for (const group of groups) show(group, language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage, the choice ends with the page.
  }
}

/** A group without this language keeps its choice. */
function show(group: HTMLElement, language: string): void {
  const panels = [...group.querySelectorAll<HTMLElement>('.code')];
  if (!panels.some((panel) => panel.dataset['language'] === language)) return;
  for (const panel of panels) panel.hidden = panel.dataset['language'] !== language;
  for (const tab of group.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isShown = tab.textContent === language;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
