import { type CSSProperties, type Dispatch, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Guides, moveTogether, resizeSides } from './arrange.ts';
import { type Change, detailsOf, type Placed } from './draft.ts';
import { type Box, type Size, toPoints } from './geometry.ts';
import { KINDS } from './kinds.ts';
import { type Edge, useDrag } from './use-drag.ts';
import type { Selection } from './use-selection.ts';
import { m } from './texts.ts';
import classes from './Fields.module.css';

const percent = (part: number): string => `${part * 100}%`;
export const boxStyle = (box: Box, color: string): CSSProperties => ({
  left: percent(box.x),
  top: percent(box.y),
  width: percent(box.width),
  height: percent(box.height),
  '--field': color,
});

/**
 * Places the label of a box at its left or right edge, whichever has more space. The label ends at the edge of the
 * page. `room` is the maximum width of the label as a fraction of the width of the box.
 */
export function labelSide({ x, width }: Pick<Box, 'x' | 'width'>): { isAtEnd: boolean; room: number } {
  const isAtEnd = x + width / 2 > 0.5;
  return { isAtEnd, room: (isAtEnd ? x + width : 1 - x) / width };
}

declare module 'react' {
  interface CSSProperties {
    '--field'?: string;
  }
}

/** The distance in points by which a key press moves a field, without and with Shift. */
const STEP = 1;
const LONG_STEP = 10;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const HANDLES: readonly (readonly [Edge, ...Edge[]])[] = [
  ['top', 'left'],
  ['top'],
  ['top', 'right'],
  ['right'],
  ['bottom', 'right'],
  ['bottom'],
  ['bottom', 'left'],
  ['left'],
];

type FieldProps = {
  field: Placed;
  size: Size;
  pages: readonly Size[];
  onPage: readonly Placed[];
  who: string;
  color: string;
  unfinished: boolean;
  selection: Selection;
  change: Dispatch<Change>;
  guide: (guides: Guides) => void;
};

export function PlacedField({
  field,
  size,
  pages,
  onPage,
  who,
  color,
  unfinished,
  selection,
  change,
  guide,
}: FieldProps) {
  const { label: kind, icon: Icon } = KINDS[field.kind];
  const named = field.kind === 'radio' ? detailsOf(field).option : detailsOf(field).label;
  const label = named === '' ? kind : `${kind} “${named}”`;
  const selected = selection.has(field.key);
  /** Focus caused by a pointer does not change the selection, because the pointer event has already changed it. */
  const byPointer = useRef(false);
  /** Clicking one of several selected fields selects only that field, unless a drag follows. */
  const alone = useRef(false);
  const resizing = useRef(false);
  const drag = useDrag({
    field,
    size,
    pages,
    onPage,
    guide,
    set: (boxes) => change({ type: 'arrange', how: resizing.current ? 'resize' : 'move', boxes }),
    settle: () => change({ type: 'settle' }),
  });
  const moving = selected ? selection.fields : [field];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && (event.shiftKey || event.ctrlKey)) {
      event.preventDefault();
      selection.toggle(field.key);
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    const [dx, dy] = [arrow[0] * step, arrow[1] * step];
    if (event.altKey) {
      const boxes = moving.flatMap((one) => {
        const on = pages[one.page - 1];
        return on === undefined
          ? []
          : [[one.key, resizeSides(one.box, { right: dx, bottom: dy }, on, KINDS[one.kind].min)] as const];
      });
      change({ type: 'arrange', how: 'resize', boxes: Object.fromEntries(boxes) });
    } else change({ type: 'arrange', how: 'move', boxes: moveTogether(moving, pages, dx, dy) });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    byPointer.current = true;
    resizing.current = false;
    if (event.shiftKey) {
      selection.toggle(field.key);
      return;
    }
    alone.current = selected && selection.fields.length > 1;
    if (!selected) selection.set([field.key]);
    drag.begin(event, moving, null);
  };
  const onPointerUp = () => {
    byPointer.current = false;
    if (!drag.end() && alone.current) selection.set([field.key]);
    alone.current = false;
  };
  const resize = (edges: readonly Edge[]) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    resizing.current = true;
    drag.begin(event, [field], edges);
  };
  const { isAtEnd, room } = labelSide(field.box);
  const at = toPoints(field.box, size);
  const position = m.fieldLayer.position({
    x: Math.round(at.x),
    y: Math.round(at.y),
    width: Math.round(at.width),
    height: Math.round(at.height),
  });
  return (
    <div
      className={classes['field']}
      style={boxStyle(field.box, color)}
      data-selected={selected || undefined}
      data-low={field.box.y < 0.04 || undefined}
    >
      <button
        type="button"
        className={classes['fieldButton']}
        data-field={field.key}
        data-unfinished={unfinished || undefined}
        aria-label={`${m.fieldLayer.fieldOf(label, who, field.page)}, ${position}`}
        aria-pressed={selected}
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Alt+ArrowRight Alt+ArrowDown Shift+Space Delete"
        onFocus={() => !byPointer.current && selection.focus(field.key)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={drag.move}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      />
      <span
        className={classes['fieldTag']}
        style={{ maxWidth: percent(room) }}
        data-end={isAtEnd || undefined}
        aria-hidden="true"
      >
        <Icon size={13} />
        <span className={classes['fieldKind']}>{kind}</span>
        {named !== '' && (
          <span className={classes['fieldName']} dir="auto">
            “{named}”
          </span>
        )}
        <span className={classes['fieldKind']}>·</span>
        <span className={classes['fieldName']} dir="auto">
          {who}
        </span>
      </span>
      {selected &&
        selection.fields.length === 1 &&
        HANDLES.map((edges) => (
          <span
            key={edges.join(' ')}
            className={classes['handle']}
            data-handle={edges.join(' ')}
            aria-hidden="true"
            onPointerDown={resize(edges)}
            onPointerMove={drag.move}
            onPointerUp={drag.end}
            onPointerCancel={drag.end}
          />
        ))}
    </div>
  );
}
