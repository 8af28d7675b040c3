/**
 * Attaches a file to a field. The file is uploaded as soon as it is chosen, so that signing itself stays fast and a
 * refused file is reported immediately.
 */
import type { SignWords } from '@countersign/words/sign';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../flow/failure.ts';
import type { PlacedField } from '../flow/fields.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

export type Files = {
  attach: (field: string, file: File) => Promise<void>;
  detach: (field: string) => Promise<void>;
  /** Reports a failure, which may end the visit. */
  report: (cause: unknown) => void;
};

type Props = {
  field: PlacedField;
  label: string;
  value: string;
  complaint: string | null;
  files: Files;
  onFill: (value: string) => void;
};

const MAX_BYTES = 10 * 1024 * 1024;
/** Phones and tablets have a handheld camera that can be pointed at a document. */
const HAS_CAMERA = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export function AttachmentInput({ field, label, value, complaint, files, onFill }: Props) {
  const { m } = useWords();
  const words = useWords().m.attachments;
  const [sending, setSending] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), []);

  const run = async (name: string, work: () => Promise<void>, after: string): Promise<void> => {
    setFault(null);
    setSending(name);
    try {
      await work();
      onFill(after);
    } catch (cause) {
      files.report(cause);
      setFault(wordsOf(words, name, failureOf(cause)));
    } finally {
      setSending(null);
      input.current?.focus({ preventScroll: true });
    }
  };
  const choose = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return setFault(words.tooLarge);
    void run(file.name, () => files.attach(field.id, file), file.name);
  };
  const told = fault ?? complaint;
  return (
    <div class="bar-editor is-attachment">
      <span id="attach-label" class="attach-label">
        {label} {field.required ? null : <span class="muted">({m.optional})</span>}
      </span>
      <div class="attach">
        <input
          ref={input}
          id="attach-file"
          class="sr"
          type="file"
          accept="application/pdf,image/png,image/jpeg"
          disabled={sending !== null}
          aria-labelledby="attach-label attach-choose"
          aria-describedby={told === null ? 'attach-hint' : 'attach-hint attach-fault'}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0]);
            // The input is reset, so that the same file can be chosen again after a fix.
            currentTarget.value = '';
          }}
        />
        <label id="attach-choose" class="button" for="attach-file">
          {sending === null ? <Icon name="upload" /> : <span class="spinner" />}
          {value === '' ? words.choose : words.other}
        </label>
        {HAS_CAMERA && value === '' ? <PhotoInput busy={sending !== null} onPhoto={choose} /> : null}
        {value === '' || sending !== null ? null : (
          <>
            <span class="break">{value}</span>
            <button
              type="button"
              class="button quiet"
              onClick={() => void run(value, () => files.detach(field.id), '')}
            >
              {words.remove}
            </button>
          </>
        )}
        <span role="status">{sending === null ? '' : words.sending(sending)}</span>
      </div>
      <p id="attach-hint" class="small muted">
        {words.hint}
      </p>
      {told === null ? null : (
        <p id="attach-fault" class="fault" role="alert">
          {told}
        </p>
      )}
    </div>
  );
}

/**
 * Opens the camera directly. It is not offered in browsers that ignore `capture`, because they would only open a file
 * dialog.
 */
function PhotoInput({ busy, onPhoto }: { busy: boolean; onPhoto: (photo: File | undefined) => void }) {
  const words = useWords().m.photo;
  return (
    <>
      <input
        id="attach-photo"
        class="sr"
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        disabled={busy}
        aria-labelledby="attach-label attach-take"
        onChange={({ currentTarget }) => {
          onPhoto(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <label id="attach-take" class="button" for="attach-photo">
        <Icon name="camera" />
        {words.take}
      </label>
    </>
  );
}

function wordsOf(words: SignWords['attachments'], file: string, failure: Failure): string {
  if (failure.kind === 'offline') return words.offline;
  return failure.kind === 'invalid' ? words.refused(file) : words.failed;
}
