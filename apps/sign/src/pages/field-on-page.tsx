/**
 * A field on the page that the signer must fill in. It shows the value as it will be printed and never covers printed
 * content. Its explanation is on the flag at the page's edge and in the bar.
 */
import {
  isBlock,
  isSignatureOrInitials,
  markOf,
  type Draft,
  type FieldPlace,
  type PlacedField,
  type Task,
} from '../flow/fields.ts';
import type { Action } from '../flow/flow.ts';
import { Icon } from '../parts/icon.tsx';
import { KINDS } from '../parts/kinds.ts';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';
import type { Marks } from './pages.tsx';
import { naturalWidth } from './ruler.ts';
import { spotId } from './scroll.ts';

/** The padding between a box and its printed value, in points. */
const PADDING = 2;

type Props = {
  task: Task;
  place: FieldPlace;
  /** The index of the field's position, starting at 0. */
  nth: number;
  /** The size of the page in points. */
  size: { width: number; height: number };
  marks: Marks;
  act: (action: Action) => void;
};

export function FieldOnPage({ task, place, nth, size, marks, act }: Props) {
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
    left: share(place.x, size.width),
    top: share(place.y, size.height),
    width: share(place.width, size.width),
    height: share(place.height, size.height),
    '--page': String(size.width),
    '--tall': String(place.height),
  };
  const spoken = m.fieldName({
    label: place.option === null ? label : `${label}: ${place.option}`,
    required: field.required,
    done,
    page: place.page,
    value: isSignatureOrInitials(field) || field.kind === 'checkbox' ? '' : value,
  });
  return (
    <>
      {marks.flagged === field.id && nth === 0 ? (
        <span
          class={`flag ${isActive ? 'is-active' : ''}`}
          style={{ top: share(place.y + place.height / 2, size.height) }}
          data-flag={field.id}
          aria-hidden="true"
        >
          <Icon name={KINDS[field.kind].icon} size={16} />
          <span>{m.flags[field.kind]}</span>
        </span>
      ) : null}
      <div
        id={spotId(field.id, nth)}
        class={`spot kind-${field.kind} ${state} ${isActive ? 'is-active' : ''}`}
        style={box}
      >
        <button
          type="button"
          class="spot-hit"
          aria-label={spoken}
          {...(field.kind === 'checkbox' ? { role: 'checkbox', 'aria-checked': value !== '' } : {})}
          {...(place.option === null ? {} : { 'aria-pressed': value === place.option })}
          onClick={() => choosePlace(place, marks.draft, act)}
        />
        <Content place={place} value={value} done={done} marks={marks} />
      </div>
    </>
  );
}

function Content({ place, value, done, marks }: { place: FieldPlace; value: string; done: boolean; marks: Marks }) {
  const { field } = place;
  if (isSignatureOrInitials(field)) {
    const mark = markOf(marks.draft, field);
    return done && mark !== null ? (
      <SignaturePicture signature={mark} />
    ) : (
      <span class="spot-icon">
        <Icon name="pen" />
      </span>
    );
  }
  if (place.option !== null) return value === place.option ? <span class="spot-dot" /> : null;
  if (field.kind === 'checkbox') return value === '' ? null : <Icon name="check" />;
  return (
    <span
      class={`spot-value ${isBlock(field) ? 'is-block' : ''}`}
      aria-hidden="true"
      style={{ '--size': String(printedSize(value, field)) }}
    >
      {value}
    </span>
  );
}

/**
 * Returns the font size in points in which the service will print a value: as large as fits the box, but at most 11.
 */
function printedSize(value: string, field: PlacedField): number {
  if (isBlock(field)) return 11;
  const { width, height } = field;
  const fitting = (width - 2 * PADDING) / Math.max(naturalWidth(value), 0.01);
  return Math.max(4, Math.min(11, (height - 2 * PADDING) / 1.3, fitting));
}

/**
 * The first touch of a signature or initials field fills it or opens its dialog. Any other touch opens the field in the
 * bar.
 */
export function choosePlace(place: FieldPlace | null, draft: Draft, act: (action: Action) => void): void {
  if (place === null) return;
  const { field, option } = place;
  const id = field.id;
  if (isSignatureOrInitials(field) && !draft.placed.includes(id)) {
    act(markOf(draft, field) === null ? { type: 'ask-mark', field: id } : { type: 'place', field: id });
    return;
  }
  if (field.kind === 'checkbox') act({ type: 'fill', field: id, value: draft.values[id] === 'true' ? '' : 'true' });
  if (option !== null) act({ type: 'fill', field: id, value: option });
  act({ type: 'activate', field: id });
}
