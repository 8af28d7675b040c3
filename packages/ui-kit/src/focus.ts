/** The elements that keep the focus, because the user is typing in them or the page has already focused them. */
const TAKEN = 'input, textarea, select, button, [contenteditable]';

let isFirst = true;

/**
 * Moves the focus to the heading of a page after a navigation, so that screen readers announce the page and Tab
 * continues in it. On the first page of a visit, the browser itself announces the page. If the page has focused a
 * control, the focus stays there. The heading needs `tabindex="-1"`.
 */
export function focusHeading(heading: HTMLElement | null): void {
  const isAnnounced = isFirst;
  isFirst = false;
  const { activeElement } = document;
  if (isAnnounced || heading === null) return;
  const isTaken = activeElement?.matches(TAKEN) === true && activeElement.closest('main') !== null;
  if (!isTaken) heading.focus({ preventScroll: true });
}
