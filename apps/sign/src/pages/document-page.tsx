/** One page, with its picture, its text as an invisible layer, and its fields. */
import type { SigningView } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { onReturn } from '@countersign/ui-kit/connection';
import { endsTheVisit, failureOf } from '../flow/failure.ts';
import type { PageText } from '../flow/service.ts';
import type { Visit } from '../flow/use-visit.ts';
import { useWords } from '../parts/words.ts';
import { pictureWidth } from './picture-width.ts';
import { TextLayer } from './text-layer.tsx';

type Props = {
  view: SigningView;
  visit: Visit;
  number: number;
  /** The size of the page in points. */
  size: { width: number; height: number };
  /** The displayed width of the page in CSS pixels, or 0 while unknown. */
  cssWidth: number;
  /** A number that increases whenever failed pages should be reloaded. */
  attempt: number;
  /** Called when the page could not be loaded, and when it becomes available again. */
  onMissing?: ((page: number, isMissing: boolean) => void) | undefined;
  children: ComponentChildren;
};

export function DocumentPage({ view, visit, number, size, cssWidth, attempt, onMissing, children }: Props) {
  const { m, dir } = useWords();
  const element = useRef<HTMLElement>(null);
  const near = useNear(element);
  const { picture, text, failed, retry } = usePage({ visit, signerId: view.signer.id, number, near, cssWidth });
  const title = m.page(number, view.pages.length);
  useEffect(() => onMissing?.(number, failed), [onMissing, number, failed]);
  useEffect(() => {
    if (attempt > 0) retry();
  }, [attempt, retry]);
  return (
    <section class="leaf" aria-label={title} ref={element}>
      <div class="sheet" data-page={number} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {picture === null ? null : <img class="picture" src={picture} alt="" draggable={false} />}
        {text === null ? null : <TextLayer text={text} />}
        {picture === null && !failed ? (
          <p class="sheet-note" dir={dir}>
            {m.pageLoading}
          </p>
        ) : null}
        {failed ? (
          <div class="sheet-note" dir={dir} role="alert">
            <p>{m.pageFailed}</p>
            <button type="button" class="button on-paper" onClick={retry}>
              {m.tryAgain}
            </button>
          </div>
        ) : null}
        {children}
      </div>
      <p class="leaf-number" dir={dir} aria-hidden="true">
        {title}
      </p>
    </section>
  );
}

/** Whether the element is in the window or within about one screen of it. */
function useNear(target: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    // A busy phone reports several changes together. The last one is the current state.
    const watcher = new IntersectionObserver((changes) => setNear(changes.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100% 0px',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [target]);
  return near;
}

type Wanted = { visit: Visit; signerId: string; number: number; near: boolean; cssWidth: number };

/**
 * Loads a page when it comes near the window, and a sharper picture when it is enlarged. Loading is canceled if the
 * visitor scrolls past the page, so that a jump to page 90 does not wait for the 80 pages before it.
 */
function usePage({ visit, signerId, number, near, cssWidth }: Wanted) {
  const { service, report } = visit;
  const [picture, setPicture] = useState<string | null>(null);
  const [text, setText] = useState<PageText | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<{ width: number; address: string } | null>(null);
  const width = cssWidth === 0 ? 0 : pictureWidth(cssWidth, window.devicePixelRatio);

  useEffect(() => () => URL.revokeObjectURL(shown.current?.address ?? ''), []);

  // A page that failed is loaded again even if it is far away, because signing is not possible without it.
  const wanted = near || failed;
  useEffect(() => {
    if (!wanted || width === 0 || (shown.current?.width ?? 0) >= width) return;
    const abort = new AbortController();
    service.picture(signerId, number, width, abort.signal).then(
      (blob) => {
        URL.revokeObjectURL(shown.current?.address ?? '');
        const address = URL.createObjectURL(blob);
        shown.current = { width, address };
        setPicture(address);
        setFailed(false);
      },
      (cause: unknown) => {
        if (abort.signal.aborted) return;
        report(cause);
        // If a picture with a lower resolution is already loaded, it stays visible instead of an error message.
        if (shown.current === null && !endsTheVisit(failureOf(cause))) setFailed(true);
      },
    );
    return () => abort.abort();
  }, [service, report, signerId, number, wanted, width, attempt]);

  useEffect(() => {
    if (!near || text !== null) return;
    const abort = new AbortController();
    // The text is optional. The page is visible without it, so no error is shown if it cannot be loaded.
    service.text(signerId, number, abort.signal).then(setText, (cause: unknown) => {
      if (!abort.signal.aborted) report(cause);
    });
    return () => abort.abort();
  }, [service, report, signerId, number, near, text, attempt]);

  // The page is treated as missing until its picture is loaded.
  const retry = useCallback((): void => setAttempt((count) => count + 1), []);
  // Failed requests are repeated once the connection is restored.
  useEffect(() => onReturn(retry), [retry]);
  return { picture, text, failed, retry };
}
