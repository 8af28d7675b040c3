/** Shows all pages of the document, one below the other. Only pages near the window are loaded. */
import type { SigningView } from '@countersign/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placesOf, type Draft, type Task } from '../flow/fields.ts';
import type { Action } from '../flow/flow.ts';
import type { Visit } from '../flow/use-visit.ts';
import { useWords } from '../parts/words.ts';
import { DocumentPage } from './document-page.tsx';
import { nearestField } from './nearest.ts';
import { choosePlace, FieldOnPage } from './field-on-page.tsx';

/** The fields on the pages. Absent if the document is only being read. */
export type Marks = {
  tasks: readonly Task[];
  draft: Draft;
  active: string | null;
  /** The field to which the flag at the edge of the page points. */
  flagged: string | null;
  refused: Record<string, string>;
};

type Props = {
  view: SigningView;
  visit: Visit;
  zoom: number;
  marks?: Marks;
  /** A number that increases whenever failed pages should be reloaded. */
  attempt?: number;
  onMissing?: (page: number, isMissing: boolean) => void;
};

export function Pages({ view, visit, zoom, marks, attempt = 0, onMissing }: Props) {
  const { m } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watcher = new ResizeObserver((changes) => setAvailable(changes.at(-1)?.contentRect.width ?? 0));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  // Zoomed pages scroll sideways in this element. Keyboard scrolling requires focus, and not every browser makes
  // scrolling elements focusable.
  useEffect(() => {
    if (zoom > 1) scroller.current?.setAttribute('tabindex', '0');
    else scroller.current?.removeAttribute('tabindex');
  }, [zoom]);

  useSteadyZoom(scroller, zoom);
  useTouches(scroller, view, marks, visit.act);

  return (
    // The pages keep their direction, regardless of the direction of the surrounding text.
    <section ref={scroller} class="pages" dir="ltr" aria-label={m.documentRegion}>
      <div class="pages-inner" style={{ '--zoom': String(zoom) }}>
        {view.pages.map((size, index) => {
          const number = index + 1;
          return (
            <DocumentPage
              key={number}
              view={view}
              visit={visit}
              number={number}
              size={size}
              cssWidth={available * zoom}
              attempt={attempt}
              onMissing={onMissing}
            >
              {marks?.tasks.flatMap((task) =>
                placesOf(task.field).map((place, nth) =>
                  place.page === number ? (
                    <FieldOnPage
                      key={`${task.field.id} ${nth}`}
                      task={task}
                      place={place}
                      nth={nth}
                      size={size}
                      marks={marks}
                      act={visit.act}
                    />
                  ) : null,
                ),
              )}
            </DocumentPage>
          );
        })}
      </div>
    </section>
  );
}

/** Keeps the middle of the window in place during zooming. */
function useSteadyZoom(pages: { current: HTMLElement | null }, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = pages.current;
    const growth = zoom / before.current;
    before.current = zoom;
    if (element === null || growth === 1) return;
    const above = window.innerHeight / 2 - element.getBoundingClientRect().top;
    const beside = element.scrollLeft + element.clientWidth / 2;
    window.scrollBy(0, above * (growth - 1));
    element.scrollLeft = beside * growth - element.clientWidth / 2;
  }, [pages, zoom]);
}

/**
 * The distance around a box in CSS pixels within which touches count, which is half the size of a comfortable target.
 */
const REACH = 22;

/**
 * Passes touches on the pages to the nearest field. This is only for pointers, because keyboard and screen reader users
 * have a button for each field.
 */
function useTouches(
  pages: { current: HTMLElement | null },
  view: SigningView,
  marks: Marks | undefined,
  act: (action: Action) => void,
): void {
  const latest = useRef({ view, marks, act });
  latest.current = { view, marks, act };
  useEffect(() => {
    const element = pages.current;
    const onTouch = (event: MouseEvent): void => {
      const { view: shown, marks: present, act: perform } = latest.current;
      const target = event.target instanceof Element ? event.target : null;
      const element = target?.closest<HTMLElement>('[data-page]') ?? null;
      // Selecting text to copy must not choose a field.
      const selecting = document.getSelection()?.isCollapsed === false;
      if (present === undefined || element === null || selecting || target?.closest('button') !== null) return;
      const flag = target?.closest<HTMLElement>('[data-flag]')?.dataset['flag'];
      const flagged = present.tasks.find(({ field }) => field.id === flag)?.field;
      if (flagged !== undefined) return choosePlace(placesOf(flagged)[0] ?? null, present.draft, perform);
      const number = Number(element.dataset['page']);
      const box = element.getBoundingClientRect();
      const points = (shown.pages[number - 1]?.width ?? 0) / box.width;
      const touch = { x: (event.clientX - box.left) * points, y: (event.clientY - box.top) * points };
      const here = present.tasks.flatMap(({ field }) => placesOf(field)).filter((place) => place.page === number);
      const place = nearestField(here, touch, REACH * points);
      choosePlace(place, present.draft, perform);
    };
    element?.addEventListener('click', onTouch);
    return () => element?.removeEventListener('click', onTouch);
  }, [pages]);
}
