/** Moves the focus between the rows of a list, and selects rows. `data-row` on the link marks a row. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Returns the index of the row that has the focus, or whose check box or button has it. Returns -1 if there is none.
 */
function currentRow(all: readonly HTMLElement[]): number {
  const row = document.activeElement?.closest('tr, li');
  return row === null || row === undefined ? -1 : all.findIndex((link) => row.contains(link));
}

export function moveInList(step: 1 | -1): boolean {
  const all = rows();
  const at = currentRow(all);
  const next = at === -1 ? 0 : Math.max(0, Math.min(all.length - 1, at + step));
  all[next]?.focus();
  return all.length > 0;
}

/**
 * @param range includes the rows since the last selected row, as Shift+click does
 */
export function selectInList(range: boolean): boolean {
  const all = rows();
  const box = all[currentRow(all)]?.closest('tr, li')?.querySelector('input[type="checkbox"]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }));
  return box !== null && box !== undefined;
}

/** While a row has the focus, arrow keys work like `j` and `k`, even if letter keys are turned off. */
export function onArrow(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLElement) || event.target.closest('[data-row]') === null) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
  if (step !== undefined && moveInList(step)) event.preventDefault();
}
