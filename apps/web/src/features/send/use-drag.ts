import { type PointerEvent, useRef } from 'react';
import { type Boxes, boundsOf, type Guides, moveTogether, resizeSides, type Sides, snapTo } from './arrange.ts';
import type { Placed } from './draft.ts';
import { type Box, moveBox, type Size } from './geometry.ts';
import { KINDS } from './kinds.ts';

/** The distance in pixels within which a field snaps to a line of another field. */
const SNAP = 5;
/** Shorter movements are treated as a click. */
const SLACK = 3;

export type Edge = 'left' | 'right' | 'top' | 'bottom';

type Drag = {
  edges: readonly Edge[] | null;
  fromX: number;
  fromY: number;
  moving: readonly Placed[];
  begun: boolean;
};

type Props = {
  field: Placed;
  size: Size;
  pages: readonly Size[];
  /** The fields on this page. */
  onPage: readonly Placed[];
  set: (boxes: Boxes) => void;
  settle: () => void;
  guide: (guides: Guides) => void;
};

/**
 * Tracks a pointer until it is released. Boxes are computed from their initial position, so errors do not accumulate.
 * Holding Alt turns snapping off.
 */
export function useDrag({ field, size, pages, onPage, set, settle, guide }: Props) {
  const drag = useRef<Drag | null>(null);
  const begin = (event: PointerEvent<HTMLElement>, moving: readonly Placed[], edges: readonly Edge[] | null) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    settle();
    drag.current = { edges, fromX: event.clientX, fromY: event.clientY, moving, begun: false };
  };
  const snapped = (box: Box, { moving }: Drag, sheet: DOMRect, edges?: Sides) => {
    const keys = new Set(moving.map(({ key }) => key));
    const others = onPage.filter(({ key }) => !keys.has(key)).map((other) => other.box);
    return snapTo(box, others, { width: SNAP / sheet.width, height: SNAP / sheet.height }, edges);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest('[data-page]')?.getBoundingClientRect();
    const now = drag.current;
    if (now === null || sheet === undefined) return;
    const [pixelsX, pixelsY] = [event.clientX - now.fromX, event.clientY - now.fromY];
    if (!now.begun && Math.hypot(pixelsX, pixelsY) < SLACK) return;
    now.begun = true;
    const [dx, dy] = [pixelsX / sheet.width, pixelsY / sheet.height];
    const start = now.moving.find(({ key }) => key === field.key) ?? field;
    if (now.edges === null) {
      const together = boundsOf(now.moving.filter(({ page }) => page === field.page).map(({ box }) => box));
      const by = event.altKey ? { dx: 0, dy: 0, guides: {} } : snapped(moveBox(together, dx, dy), now, sheet);
      guide(by.guides);
      set(moveTogether(now.moving, pages, (dx + by.dx) * size.width, (dy + by.dy) * size.height));
      return;
    }
    const sides = (across: number, down: number): Sides =>
      Object.fromEntries(
        now.edges?.map((edge) => [
          edge,
          edge === 'left' || edge === 'right' ? across * size.width : down * size.height,
        ]) ?? [],
      );
    const { min } = KINDS[field.kind];
    const free = sides(dx, dy);
    const by = event.altKey
      ? { dx: 0, dy: 0, guides: {} }
      : snapped(resizeSides(start.box, free, size, min), now, sheet, free);
    guide(by.guides);
    set({ [field.key]: resizeSides(start.box, sides(dx + by.dx, dy + by.dy), size, min) });
  };
  /** Ends the drag and returns whether the pointer moved. */
  const end = (): boolean => {
    const begun = drag.current?.begun ?? false;
    drag.current = null;
    guide({});
    return begun;
  };
  return { begin, move, end };
}
