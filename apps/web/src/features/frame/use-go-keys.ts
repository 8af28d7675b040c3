import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Whether a key press was meant for a text box, a menu or a dialog rather than the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** `n`: a new document, from anywhere. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'n' || isTyping(event)) return;
      event.preventDefault();
      void navigate({ to: '/documents/new' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
}
