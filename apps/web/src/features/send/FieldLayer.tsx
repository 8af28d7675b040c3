import { type CSSProperties, type Dispatch, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { recipientColor } from '../../ui/people.ts';
import { type Change, detailsOf, type Draft, isSigner, type Placed, unfinishedFields } from './draft.ts';
import { type Box, boxAround, moveBox, resizeBox, type Size, toPoints } from './geometry.ts';
import { KINDS } from './kinds.ts';
import type { Armed } from './use-placing.ts';
import { m } from './texts.ts';
import classes from './Send.module.css';

const percent = (part: number): string => `${part * 100}%`;
const boxStyle = (box: Box, color: string): CSSProperties => ({
  left: percent(box.x),
  top: percent(box.y),
  width: percent(box.width),
  height: percent(box.height),
  '--field': color,
});

declare module 'react' {
  interface CSSProperties {
    '--field'?: string;
  }
}

/** Points per key press; with Alt for fine adjustment. */
const STEP = 4;
const FINE_STEP = 1;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Drag = { kind: 'move' | 'resize'; fromX: number; fromY: number; box: Box };

/** Follows a pointer until it is released. The box is computed from its start position, so errors do not accumulate. */
function useDrag(field: Placed, size: Size, set: (box: Box) => void, settle: () => void) {
  const drag = useRef<Drag | null>(null);
  const begin = (kind: Drag['kind']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    settle();
    drag.current = { kind, fromX: event.clientX, fromY: event.clientY, box: field.box };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest('[data-page]')?.getBoundingClientRect();
    if (drag.current === null || sheet === undefined) return;
    const { kind, fromX, fromY, box } = drag.current;
    const dx = (event.clientX - fromX) / sheet.width;
    const dy = (event.clientY - fromY) / sheet.height;
    set(kind === 'move' ? moveBox(box, dx, dy) : resizeBox(box, dx, dy, size, KINDS[field.kind].min));
  };
  const end = () => {
    drag.current = null;
  };
  return { begin, following: { onPointerMove: move, onPointerUp: end, onPointerCancel: end } };
}

type FieldProps = {
  field: Placed;
  size: Size;
  who: string;
  color: string;
  unfinished: boolean;
  selected: boolean;
  select: (key: string | null) => void;
  change: Dispatch<Change>;
};

function PlacedField({ field, size, who, color, unfinished, selected, select, change }: FieldProps) {
  const { label: kind, min } = KINDS[field.kind];
  const named = field.kind === 'radio' ? detailsOf(field).option : detailsOf(field).label;
  const label = named === '' ? kind : `${kind} “${named}”`;
  const Icon = KINDS[field.kind].icon;
  const set = (box: Box) => change({ type: 'change-field', key: field.key, with: { box } });
  const { begin, following } = useDrag(field, size, set, () => change({ type: 'settle' }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      select(null);
      change({ type: 'remove-field', key: field.key });
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const step = event.altKey ? FINE_STEP : STEP;
    const [dx, dy] = [(arrow[0] * step) / size.width, (arrow[1] * step) / size.height];
    set(event.shiftKey ? resizeBox(field.box, dx, dy, size, min) : moveBox(field.box, dx, dy));
  };
  const at = toPoints(field.box, size);
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
        aria-label={`${m.fieldLayer.fieldOf(label, who, field.page)}, ${m.fieldLayer.position({ x: Math.round(at.x), y: Math.round(at.y), width: Math.round(at.width), height: Math.round(at.height) })}`}
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowRight Shift+ArrowDown Delete"
        onFocus={() => select(field.key)}
        onKeyDown={onKeyDown}
        onPointerDown={begin('move')}
        {...following}
      />
      <span className={classes['fieldTag']} aria-hidden="true">
        <Icon size={13} />
        <span className={classes['fieldName']}>
          {label} · {who}
        </span>
      </span>
      <span className={classes['grip']} aria-hidden="true" onPointerDown={begin('resize')} {...following} />
    </div>
  );
}

type Props = {
  page: number;
  size: Size;
  draft: Draft;
  change: Dispatch<Change>;
  armed: Armed | null;
  selected: string | null;
  select: (key: string | null) => void;
};

/** The layer over a page: its fields, and a preview of the one being placed. */
export function FieldLayer({ page, size, draft, change, armed, selected, select }: Props) {
  const [pointer, setPointer] = useState<{ x: number; y: number } | null>(null);
  const signers = new Set(draft.recipients.filter(isSigner).map(({ key }) => key));
  const unfinished = unfinishedFields(draft);
  const indexOf = (key: string) => draft.recipients.findIndex((recipient) => recipient.key === key);
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (armed === null || event.pointerType === 'touch') return;
    const rect = event.currentTarget.getBoundingClientRect();
    setPointer({ x: (event.clientX - rect.left) / rect.width, y: (event.clientY - rect.top) / rect.height });
  };
  return (
    <div
      className={classes['layer']}
      data-armed={armed !== null || undefined}
      onPointerMove={follow}
      onPointerLeave={() => setPointer(null)}
      onPointerDown={() => select(null)}
    >
      {draft.fields
        .filter((field) => field.page === page && signers.has(field.recipient))
        .map((field) => (
          <PlacedField
            key={field.key}
            field={field}
            size={size}
            who={
              draft.recipients[indexOf(field.recipient)]?.name.trim() ||
              m.fieldLayer.recipient(indexOf(field.recipient) + 1)
            }
            color={recipientColor(indexOf(field.recipient))}
            unfinished={unfinished.includes(field)}
            selected={selected === field.key}
            select={select}
            change={change}
          />
        ))}
      {armed !== null && pointer !== null && (
        <div
          className={classes['ghost']}
          style={boxStyle(boxAround(pointer, KINDS[armed.kind].size, size), recipientColor(indexOf(armed.recipient)))}
        />
      )}
    </div>
  );
}
