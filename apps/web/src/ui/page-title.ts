import { useEffect } from 'react';

/** Names the page in the tab, the history, and to screen readers (the frame announces it). */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Countersign`;
    const announcer = document.getElementById('route-announcer');
    if (announcer !== null) announcer.textContent = title;
  }, [title]);
}
