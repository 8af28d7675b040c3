import { useEffect } from 'react';

/** Sets the title for the tab, the history and screen readers (the frame announces it). */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Countersign`;
    const announcer = document.getElementById('route-announcer');
    if (announcer !== null) announcer.textContent = title;
  }, [title]);
}
