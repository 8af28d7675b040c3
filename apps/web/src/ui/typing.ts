/** Whether a key press was meant for a text box, a menu or a dialog rather than the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
