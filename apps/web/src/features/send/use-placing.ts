import type { FieldKind } from '@countersign/contract';
import { type Dispatch, useEffect, useRef } from 'react';
import type { Paper } from '../../ui/PagePictures.tsx';
import type { Change, Draft } from './draft.ts';
import { boxAround } from './geometry.ts';
import { KINDS } from './kinds.ts';

/**
 * A kind of field that was selected for a recipient and has not been placed on a page yet. `dragged` is true until the
 * pointer that selected it is released. `reassigned` is true after the recipient was changed, until the next field is
 * placed.
 */
export type Armed = { kind: FieldKind; recipient: string; dragged?: boolean; reassigned?: boolean };

type Point = { page: number; x: number; y: number };

/** Returns the page under a point of the window, and the position on that page in fractions. */
function pageAt(clientX: number, clientY: number): Point | null {
  const sheet = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-page]');
  if (sheet === null || sheet === undefined) return null;
  const rect = sheet.getBoundingClientRect();
  return {
    page: Number(sheet.dataset['page']),
    x: (clientX - rect.left) / rect.width,
    y: (clientY - rect.top) / rect.height,
  };
}

/** Returns the page closest to the middle of the window, and the point on it where a field is placed by keyboard. */
function pageInView(): Point | null {
  const middle = window.innerHeight / 2;
  const sheets = [...document.querySelectorAll<HTMLElement>('[data-page]')].map((sheet) => ({
    sheet,
    rect: sheet.getBoundingClientRect(),
  }));
  const distance = (rect: DOMRect) => Math.max(rect.top - middle, middle - rect.bottom, 0);
  const nearest = sheets.sort((a, b) => distance(a.rect) - distance(b.rect))[0];
  if (nearest === undefined) return null;
  const y = (middle - nearest.rect.top) / nearest.rect.height;
  return { page: Number(nearest.sheet.dataset['page']), x: 0.5, y: Math.min(0.95, Math.max(0.05, y)) };
}

type Props = {
  document: Pick<Paper, 'pages'>;
  draft: Draft;
  change: Dispatch<Change>;
  armed: Armed | null;
  arm: (armed: Armed | null) => void;
  select: (key: string) => void;
};

/**
 * Places fields. A field dragged from the palette is placed once. A clicked kind stays selected, so that each click on
 * a page places another field, until Escape or a second click on the kind. After changing the recipient, people often
 * click the kind again. In that case, the kind stays selected.
 */
export function usePlacing({ document: file, draft, change, armed, arm, select }: Props) {
  const { next } = draft;
  const place = ({ kind, recipient }: Armed, { page, x, y }: Point) => {
    const size = file.pages[page - 1];
    if (size === undefined) return;
    change({
      type: 'add-field',
      field: { kind, recipient, page, required: true, box: boxAround({ x, y }, KINDS[kind].size, size) },
    });
    select(`f${next}`);
  };

  const pressed = useRef(false);
  useEffect(() => {
    if (armed === null) return undefined;
    const onDown = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      // A click on a field selects it.
      pressed.current =
        event.button === 0 &&
        target !== null &&
        target.closest('[data-page]') !== null &&
        target.closest('[data-field]') === null;
    };
    const onUp = (event: PointerEvent) => {
      const isWanted = armed.dragged === true || pressed.current;
      pressed.current = false;
      const point = isWanted ? pageAt(event.clientX, event.clientY) : null;
      if (point !== null) place(armed, point);
      if (armed.dragged === true) arm(point === null ? { ...armed, dragged: false } : null);
      else if (point !== null && armed.reassigned === true) arm({ ...armed, reassigned: false });
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') arm(null);
    };
    window.addEventListener('pointerdown', onDown);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('keydown', onKey);
    };
  });

  const placeInView = (what: Armed) => {
    const point = pageInView();
    if (point !== null) place(what, point);
  };
  return { placeInView, pageInView: () => pageInView()?.page ?? 1 };
}
