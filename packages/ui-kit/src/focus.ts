/** The user types in this element, or the page chose to focus it first. */
const TAKEN = 'input, textarea, select, button, [contenteditable]';

let isFirst = true;

/**
 * Moves the focus to the heading of a page after a navigation, so that screen readers announce the page and Tab
 * continues in it. The first page of a visit is announced by the browser. If the page has focused a control, the focus
 * stays there. The heading needs `tabindex="-1"`.
 */
export function focusHeading(heading: HTMLElement | null): void {
  const isAnnounced = isFirst;
  isFirst = false;
  const { activeElement } = document;
  if (isAnnounced || heading === null) return;
  const isTaken = activeElement?.matches(TAKEN) === true && activeElement.closest('main') !== null;
  if (!isTaken) heading.focus({ preventScroll: true });
}
