/** Whether a dialog or a menu is open, which then handles key presses instead of the page. */
export const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/**
 * Whether a key press was meant for a text box, a menu or a dialog rather than the page. Check boxes and radio buttons
 * are excluded, because they do not accept letters.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  return (
    isCovered() ||
    (event.target instanceof HTMLElement &&
      event.target.closest(
        'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]',
      ) !== null)
  );
}
