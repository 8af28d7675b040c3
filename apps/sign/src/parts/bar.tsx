/** The bar at the bottom, which shows the progress, the current field, and a single button for the next step. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { faultOf, isSignatureOrInitials, markOf, type Draft, type PlacedField, type Task } from '../flow/fields.ts';
import type { Action } from '../flow/flow.ts';
import { AttachmentInput, type Files } from './attachment-input.tsx';
import { faultWords, refusalWords } from './faults.tsx';
import { FieldInput } from './field-input.tsx';
import { Icon } from './icon.tsx';
import { SignaturePicture } from './signature-picture.tsx';
import { useWords } from './words.ts';

type Props = {
  tasks: readonly Task[];
  progress: { done: number; total: number };
  next: PlacedField | null;
  task: Task | null;
  draft: Draft;
  /** The error code if the service refused the field's value. */
  refused: string | undefined;
  files: Files;
  act: (action: Action) => void;
  onGo: (field: string) => void;
  /** The page that could not be loaded. Signing is not possible until it is displayed. */
  missing: number | null;
  onReload: () => void;
};

export function Bar({ tasks, progress, next, task, draft, refused, files, act, onGo, missing, onReload }: Props) {
  const { m } = useWords();
  const [checked, setChecked] = useState(false);
  const field = task?.field ?? null;
  const value = field === null ? '' : (draft.values[field.id] ?? '');
  const fault = field === null || isSignatureOrInitials(field) ? null : faultOf(field, value);

  // A signature field has no input of its own, so the main button gets the focus.
  const mainButton = useRef<HTMLButtonElement>(null);
  const isPlace = field !== null && isSignatureOrInitials(field);
  useLayoutEffect(() => {
    if (isPlace) mainButton.current?.focus({ preventScroll: true });
  }, [field?.id, isPlace, task?.done]);

  // A field is checked when it loses the focus, not during typing.
  useEffect(() => setChecked(false), [field?.id]);

  const goOn = (): void => {
    if (missing !== null) return onReload();
    if (fault !== null) return setChecked(true);
    if (next === null) act({ type: 'finish' });
    else onGo(next.id);
  };
  const found = checked && fault !== null ? faultWords(m, fault) : null;
  const complaint = refused === undefined ? found : refusalWords(m, refused);
  const label = (one: PlacedField): string => one.label ?? m.kinds[one.kind];
  const says = next === null ? m.everythingDone : m.nextUp(label(next), next.page);

  return (
    <form
      class="bar"
      aria-label={m.barRegion}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <Meter done={progress.done} total={progress.total} />
      <div class="bar-row">
        {field === null ? null : (
          <Editor
            key={field.id}
            field={field}
            label={label(field)}
            value={value}
            done={task?.done ?? false}
            draft={draft}
            files={files}
            complaint={complaint}
            act={act}
          />
        )}
        {missing === null ? (
          <p class="bar-status">
            <strong>
              {tasks.length === 0
                ? m.progressNothing
                : progress.done === progress.total
                  ? m.allDone
                  : m.progress(progress.done, progress.total)}
            </strong>
            {task?.done === false && task.field.required ? (
              <span class="muted">
                {label(task.field)} · {m.onPage(task.field.page)}
              </span>
            ) : next === null ? null : (
              <span class="muted">{m.upNext(label(next), next.page)}</span>
            )}
          </p>
        ) : (
          <p class="bar-status" role="alert">
            {m.pageMissing(missing)}
          </p>
        )}
        <p class="sr" aria-live="polite">
          {progress.total === 0 ? '' : m.progress(progress.done, progress.total)}. {says}
        </p>
        {missing === null ? (
          <MainButton element={mainButton} task={task} draft={draft} next={next} begun={field !== null} act={act} />
        ) : (
          <button type="button" class="button primary" onClick={onReload}>
            {m.tryAgain}
          </button>
        )}
      </div>
    </form>
  );
}

type MainProps = {
  element: RefObject<HTMLButtonElement | null>;
  task: Task | null;
  draft: Draft;
  next: PlacedField | null;
  begun: boolean;
  act: (action: Action) => void;
};

function MainButton({ element, task, draft, next, begun, act }: MainProps) {
  const { m } = useWords();
  if (task !== null && isSignatureOrInitials(task.field) && !task.done) {
    const { id, kind } = task.field;
    const ready = markOf(draft, task.field) !== null;
    return (
      // The button is a separate element. If the pressed button became the submit button, the press would submit the
      // form.
      <button
        key="place"
        ref={element}
        type="button"
        class="button primary"
        onClick={() => act(ready ? { type: 'place', field: id } : { type: 'ask-mark', field: id })}
      >
        <Icon name="pen" />
        {ready ? m.here[kind].place : m.here[kind].make}
      </button>
    );
  }
  return (
    <button key="go-on" ref={element} type="submit" class="button primary">
      {next === null ? m.finish : begun ? m.next : m.start}
      <Icon name={next === null ? 'check' : 'right'} />
    </button>
  );
}

function Meter({ done, total }: { done: number; total: number }) {
  return <span class="meter" aria-hidden="true" style={{ '--share': String(total === 0 ? 1 : done / total) }} />;
}

type EditorProps = {
  field: PlacedField;
  label: string;
  value: string;
  done: boolean;
  draft: Draft;
  files: Files;
  complaint: string | null;
  act: (action: Action) => void;
};

function Editor({ field, label, value, done, draft, files, complaint, act }: EditorProps) {
  const { m } = useWords();
  if (isSignatureOrInitials(field)) {
    const mark = markOf(draft, field);
    if (!done || mark === null) return null;
    return (
      <div class="bar-editor is-signature">
        <span class="bar-signature">
          <SignaturePicture signature={mark} />
        </span>
        <button type="button" class="button" onClick={() => act({ type: 'ask-mark', field: field.id })}>
          {m.changeSignature}
        </button>
      </div>
    );
  }
  if (field.kind === 'attachment') {
    return (
      <AttachmentInput
        field={field}
        label={label}
        value={value}
        complaint={complaint}
        files={files}
        onFill={(next) => act({ type: 'fill', field: field.id, value: next })}
      />
    );
  }
  return (
    <FieldInput
      field={field}
      label={label}
      value={value}
      complaint={complaint}
      onFill={(next) => act({ type: 'fill', field: field.id, value: next })}
    />
  );
}
