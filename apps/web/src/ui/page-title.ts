import { useEffect } from 'react';
import { m } from './texts.ts';

/** Sets the title for the tab, the history and screen readers. The frame announces it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = m.pageTitle.countersign(title);
    const announcer = document.getElementById('route-announcer');
    // If the heading has the focus, it has already been announced.
    if (announcer !== null && document.activeElement?.tagName !== 'H1') announcer.textContent = title;
  }, [title]);
}
