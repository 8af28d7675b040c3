/**
 * A place on the page that the signer has to do something with. It shows what will be printed there and never
 * covers what is printed already: the words that explain it stand on the flag at the page's edge and in the bar.
 */
import type { Draft, PlacedField, Task } from '../flow/fields.ts';
import type { Action } from '../flow/flow.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';
import type { Marks } from './pages.tsx';
import { naturalWidth } from './ruler.ts';
import { spotId } from './scroll.ts';

/** Between the edge of a box and what is printed in it, in points. */
const PADDING = 2;

const icons: Record<PlacedField['kind'], IconName> = {
  signature: 'pen',
  name: 'person',
  email: 'mail',
  date: 'date',
  text: 'text',
  checkbox: 'check',
};

type Props = {
  task: Task;
  /** Of the page, in points. */
  size: { width: number; height: number };
  marks: Marks;
  act: (action: Action) => void;
};

export function Spot({ task, size, marks, act }: Props) {
  const { m } = useWords();
  const { field, done } = task;
  const value = marks.draft.values[field.id] ?? '';
  const isActive = marks.active === field.id;
  const label = field.label ?? m.kinds[field.kind];
  const share = (points: number, whole: number): string => `${(points / whole) * 100}%`;
  const state =
    marks.refused[field.id] === undefined
      ? done
        ? 'is-done'
        : field.required
          ? 'is-open'
          : 'is-optional'
      : 'is-refused';
  const box = {
    left: share(field.x, size.width),
    top: share(field.y, size.height),
    width: share(field.width, size.width),
    height: share(field.height, size.height),
    '--page': String(size.width),
    '--tall': String(field.height),
  };
  const spoken = m.fieldName({
    label,
    required: field.required,
    done,
    page: field.page,
    value: field.kind === 'signature' || field.kind === 'checkbox' ? '' : value,
  });
  return (
    <>
      {marks.flagged === field.id ? (
        <span
          class={`flag ${isActive ? 'is-active' : ''}`}
          style={{ top: share(field.y + field.height / 2, size.height) }}
          aria-hidden="true"
        >
          <Icon name={icons[field.kind]} size={16} />
          <span>{m.flags[field.kind]}</span>
        </span>
      ) : null}
      <div id={spotId(field.id)} class={`spot kind-${field.kind} ${state} ${isActive ? 'is-active' : ''}`} style={box}>
        <button
          type="button"
          class="spot-hit"
          aria-label={spoken}
          {...(field.kind === 'checkbox' ? { role: 'checkbox', 'aria-checked': value !== '' } : {})}
          onClick={() => chooseField(field, marks.draft, act)}
        />
        <Content field={field} value={value} done={done} marks={marks} />
      </div>
    </>
  );
}

function Content({ field, value, done, marks }: { field: PlacedField; value: string; done: boolean; marks: Marks }) {
  if (field.kind === 'signature') {
    const { signature } = marks.draft;
    return done && signature !== null ? (
      <SignaturePicture signature={signature} />
    ) : (
      <span class="spot-icon">
        <Icon name="pen" />
      </span>
    );
  }
  if (field.kind === 'checkbox') return value === '' ? null : <Icon name="check" />;
  return (
    <span class="spot-value" aria-hidden="true" style={{ '--size': String(printedSize(value, field)) }}>
      {value}
    </span>
  );
}

/** The size the service will print a value in, in points: what fits the box, and no more than 11. */
function printedSize(value: string, { width, height }: PlacedField): number {
  const fitting = (width - 2 * PADDING) / Math.max(naturalWidth(value), 0.01);
  return Math.max(4, Math.min(11, (height - 2 * PADDING) / 1.3, fitting));
}

/** The first touch of an open place does what is wanted there; everything else brings it to the bar. */
export function chooseField(field: PlacedField, draft: Draft, act: (action: Action) => void): void {
  const id = field.id;
  if (field.kind === 'signature' && !draft.placed.includes(id)) {
    act(draft.signature === null ? { type: 'ask-signature', field: id } : { type: 'place', field: id });
    return;
  }
  if (field.kind === 'checkbox') act({ type: 'fill', field: id, value: draft.values[id] === 'true' ? '' : 'true' });
  act({ type: 'activate', field: id });
}
