import { type Dispatch, type PointerEvent, useState } from 'react';
import { recipientColor } from '../../ui/people.ts';
import type { Guides } from './arrange.ts';
import { type Change, type Draft, isSigner, unfinishedFields } from './draft.ts';
import { type Box, boxAround, type Size } from './geometry.ts';
import { KINDS } from './kinds.ts';
import { boxStyle, labelSide, PlacedField } from './PlacedField.tsx';
import type { Armed } from './use-placing.ts';
import type { Suggestions } from './suggestions.ts';
import type { Selection } from './use-selection.ts';
import { m } from './texts.ts';
import classes from './Fields.module.css';

type Point = { x: number; y: number };
const pointOf = (event: PointerEvent<HTMLElement>): Point => {
  const rect = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - rect.left) / rect.width, y: (event.clientY - rect.top) / rect.height };
};
const between = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});
const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

type Props = {
  page: number;
  size: Size;
  pages: readonly Size[];
  draft: Draft;
  change: Dispatch<Change>;
  armed: Armed | null;
  selection: Selection;
  suggestions?: Suggestions | undefined;
};

/** The layer over a page, with its fields, the selection rectangle, and a preview of the field being placed. */
export function FieldLayer({ page, size, pages, draft, change, armed, selection, suggestions }: Props) {
  const [pointer, setPointer] = useState<Point | null>(null);
  const [marquee, setMarquee] = useState<{ from: Point; to: Point; kept: readonly string[] } | null>(null);
  const [guides, setGuides] = useState<Guides>({});
  const signers = new Set(draft.recipients.filter(isSigner).map(({ key }) => key));
  const unfinished = unfinishedFields(draft);
  const indexOf = (key: string) => draft.recipients.findIndex((recipient) => recipient.key === key);
  const onPage = draft.fields.filter((field) => field.page === page && signers.has(field.recipient));
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || armed !== null) return;
    const kept = event.shiftKey ? selection.fields.map(({ key }) => key) : [];
    selection.set(kept);
    // Dragging a finger scrolls the page instead of selecting fields.
    if (event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setMarquee({ from: pointOf(event), to: pointOf(event), kept });
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (marquee !== null) {
      const to = pointOf(event);
      setMarquee({ ...marquee, to });
      const inside = onPage.filter(({ box }) => meets(box, between(marquee.from, to))).map(({ key }) => key);
      selection.set([...new Set([...marquee.kept, ...inside])]);
    } else if (armed !== null && event.pointerType !== 'touch') setPointer(pointOf(event));
  };
  const end = () => setMarquee(null);
  return (
    <div
      className={classes['layer']}
      data-armed={armed !== null || undefined}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={() => setPointer(null)}
    >
      {onPage.map((field) => (
        <PlacedField
          key={field.key}
          field={field}
          size={size}
          pages={pages}
          onPage={onPage}
          who={
            draft.recipients[indexOf(field.recipient)]?.name.trim() ||
            m.fieldLayer.recipient(indexOf(field.recipient) + 1)
          }
          color={recipientColor(indexOf(field.recipient))}
          unfinished={unfinished.includes(field)}
          selection={selection}
          change={change}
          guide={setGuides}
        />
      ))}
      {suggestions?.open
        .filter((one) => one.page === page)
        .map((one) => (
          <button
            key={one.key}
            type="button"
            className={classes['suggestion']}
            style={boxStyle(one.box, recipientColor(indexOf(suggestions.recipient)))}
            // The event must neither start a selection rectangle nor place a new field of the kind that is selected in
            // the palette.
            onPointerDown={(event) => event.stopPropagation()}
            data-suggestion={one.key}
            onClick={(event) => {
              const all = [...document.querySelectorAll<HTMLElement>('[data-suggestion]')];
              const next = all[all.indexOf(event.currentTarget) + 1] ?? all[0];
              suggestions.add([one]);
              next?.focus();
            }}
          >
            <span className={classes['suggested']} data-end={labelSide(one.box).isAtEnd || undefined}>
              {m.suggestions.addOne(KINDS[one.kind].label)}
            </span>
          </button>
        ))}
      {guides.x !== undefined && (
        <div className={classes['guide']} data-guide="x" style={{ left: `${guides.x * 100}%` }} />
      )}
      {guides.y !== undefined && (
        <div className={classes['guide']} data-guide="y" style={{ top: `${guides.y * 100}%` }} />
      )}
      {marquee !== null && (
        <div className={classes['marquee']} style={boxStyle(between(marquee.from, marquee.to), 'var(--cs-accent)')} />
      )}
      {armed !== null && pointer !== null && (
        <div
          className={classes['ghost']}
          style={boxStyle(boxAround(pointer, KINDS[armed.kind].size, size), recipientColor(indexOf(armed.recipient)))}
        />
      )}
    </div>
  );
}
