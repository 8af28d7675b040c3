/** The input for a field, which is always a native input with a label and an error message beside it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isBlock, optionsOf, type PlacedField } from '../flow/fields.ts';
import { KINDS } from './kinds.ts';
import { useWords } from './words.ts';

type Props = {
  field: PlacedField;
  label: string;
  value: string;
  complaint: string | null;
  onFill: (value: string) => void;
};

const FAULT = 'bar-fault';

export function FieldInput({ field, label, value, complaint, onFill }: Props) {
  const { m } = useWords();
  const box = useRef<HTMLDivElement>(null);
  // The focus is set in the layout phase, while the touch that selected the field is still being handled, because
  // phones open their keyboard only then.
  useLayoutEffect(() => {
    const inputs = box.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [];
    const chosen = [...inputs].find((input) => input instanceof HTMLInputElement && input.checked);
    (chosen ?? inputs[0])?.focus({ preventScroll: true });
  }, []);
  const optional = field.required ? null : <span class="muted">({m.optional})</span>;
  const fault =
    complaint === null ? null : (
      <p id={FAULT} class="fault" role="alert">
        {complaint}
      </p>
    );
  if (field.kind === 'radio') {
    return (
      <div ref={box} class="bar-editor">
        <RadioGroup field={field} value={value} hasFault={complaint !== null} onFill={onFill}>
          {label} {optional}
        </RadioGroup>
        {fault}
      </div>
    );
  }
  return (
    <div ref={box} class={`bar-editor ${field.kind === 'checkbox' ? 'is-checkbox' : ''}`}>
      <label for="bar-input">
        {label} {optional}
      </label>
      <Control field={field} value={value} hasFault={complaint !== null} onFill={onFill} />
      {fault}
    </div>
  );
}

type ControlProps = { field: PlacedField; value: string; hasFault: boolean; onFill: (value: string) => void };

function described(hasFault: boolean) {
  return { 'aria-describedby': hasFault ? FAULT : undefined, 'aria-invalid': hasFault };
}

/** A group of radio buttons, which people select with the arrow keys. */
function RadioGroup({
  field,
  value,
  hasFault,
  onFill,
  children,
}: ControlProps & { children: preact.ComponentChildren }) {
  return (
    <fieldset class="bar-options" aria-describedby={hasFault ? FAULT : undefined}>
      <legend>{children}</legend>
      {optionsOf(field).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={field.id}
            value={option}
            checked={option === value}
            required={field.required}
            onChange={() => onFill(option)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}

function Control({ field, value, hasFault, onFill }: ControlProps) {
  const { m } = useWords();
  const common = { id: 'bar-input', required: field.required, ...described(hasFault) };
  if (field.kind === 'checkbox') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={value !== ''}
        onChange={(event) => onFill(event.currentTarget.checked ? 'true' : '')}
      />
    );
  }
  if (field.kind === 'dropdown') {
    return (
      <select {...common} value={value} onChange={(event) => onFill(event.currentTarget.value)}>
        <option value="">{m.choose}</option>
        {optionsOf(field).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  const text = {
    ...common,
    dir: 'auto' as const,
    enterkeyhint: 'next' as const,
    value,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => onFill(event.currentTarget.value),
  };
  if (isBlock(field)) return <textarea {...text} enterkeyhint="enter" rows={3} />;
  return <input {...text} {...KINDS[field.kind].input} />;
}
