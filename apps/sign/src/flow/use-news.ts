/**
 * Polls the status for the receipt, frequently at first, because sealing takes only milliseconds, and then less often.
 */
import type { SigningView } from '@countersign/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { endsTheVisit, failureOf } from './failure.ts';
import type { Service } from './service.ts';

const LONGEST_PAUSE_MS = 60_000;
/**
 * Other signers may take days. After this many polls without a change, the page asks the visitor to come back with the
 * link.
 */
const MAX_QUESTIONS = 40;

/** Returns the pause in milliseconds before poll number `asked`, counting from 0. */
export function pauseBefore(asked: number): number {
  return Math.min(800 * 1.5 ** asked, LONGEST_PAUSE_MS);
}

export function awaitsNews(view: SigningView): boolean {
  const { sealed, status } = view.document;
  return !sealed && (status === 'in-progress' || status === 'completed');
}

/** Calls `onNews` with every response. Returns whether polling continues. */
export function useNews(view: SigningView, service: Service, onNews: (view: SigningView) => void): boolean {
  const [gaveUp, setGaveUp] = useState(false);
  const waiting = awaitsNews(view) && !gaveUp;
  const news = useRef(onNews);
  news.current = onNews;
  const signerId = view.signer.id;

  useEffect(() => {
    if (!waiting) return;
    let timer = 0;
    let asked = 0;
    let over = false;
    let asking = false;
    const ask = async (): Promise<void> => {
      if (asking) return;
      if (asked >= MAX_QUESTIONS) return setGaveUp(true);
      asking = true;
      // A tab in the background does not poll. It polls immediately when it becomes visible again.
      if (!document.hidden) {
        asked += 1;
        try {
          const latest = await service.view(signerId);
          if (!over) news.current(latest);
        } catch (cause) {
          if (!over && endsTheVisit(failureOf(cause))) return setGaveUp(true);
        }
      }
      asking = false;
      if (!over) timer = window.setTimeout(() => void ask(), pauseBefore(asked));
    };
    const seen = (): void => {
      if (document.hidden) return;
      clearTimeout(timer);
      void ask();
    };
    timer = window.setTimeout(() => void ask(), pauseBefore(0));
    document.addEventListener('visibilitychange', seen);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [waiting, signerId, service]);

  return !gaveUp;
}
