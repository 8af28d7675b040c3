/** The second screen asks for the code from the e-mail. */
import { useRef, useState } from 'preact/hooks';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { typed } from '../parts/typed.ts';
import { useWords } from '../parts/words.ts';
import type { Refusal } from './visit.ts';

type Props = {
  email: string;
  onCode: (code: string) => Promise<Refusal | null>;
  onAgain: () => Promise<Refusal | null>;
  onOther: () => void;
};
type Busy = 'no' | 'confirming' | 'sending';

export function CodeForm({ email, onCode, onAgain, onOther }: Props) {
  const { m } = useWords();
  const [busy, setBusy] = useState<Busy>('no');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const run = async (as: Busy, work: () => Promise<Refusal | null>): Promise<void> => {
    if (busy !== 'no') return;
    setBusy(as);
    setRefusal(null);
    const refused = await work();
    setRefusal(refused);
    // If the code was accepted, the page stays busy until the document opens.
    if (as === 'sending' || refused !== null) {
      setBusy('no');
      input.current?.focus();
    }
  };
  return (
    <Frame>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const code = typed(event.currentTarget, 'code');
          if (code !== '') void run('confirming', () => onCode(code));
        }}
      >
        <span class="seal plain">
          <Icon name="mail" size={28} />
        </span>
        <Heading>{m.publicLink.codeTitle}</Heading>
        <p>{m.secondStep.sent(email)}</p>
        <div class="start-field">
          <label for="start-code">{m.secondStep.label}</label>
          <input
            ref={input}
            id="start-code"
            name="code"
            type="text"
            dir="ltr"
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={12}
            aria-invalid={refusal?.kind === 'wrong'}
            aria-describedby="start-code-fault"
          />
        </div>
        <p id="start-code-fault" class={refusal === null ? undefined : 'fault'} role="alert">
          {refusal === null ? null : <Reason refusal={refusal} />}
        </p>
        <p class="small muted" role="status">
          {busy === 'confirming' ? m.publicLink.preparing : null}
        </p>
        <button type="submit" class="button primary wide" aria-disabled={busy !== 'no'}>
          {busy === 'confirming' ? <span class="spinner" /> : null}
          {m.publicLink.proceed}
        </button>
        <button
          type="button"
          class="button wide"
          aria-disabled={busy !== 'no'}
          onClick={() => void run('sending', onAgain)}
        >
          {busy === 'sending' ? <span class="spinner" /> : <Icon name="mail" />}
          {m.secondStep.again}
        </button>
        <button type="button" class="button quiet wide" aria-disabled={busy !== 'no'} onClick={onOther}>
          {m.publicLink.other}
        </button>
      </form>
    </Frame>
  );
}

function Reason({ refusal }: { refusal: Refusal }) {
  const { m } = useWords();
  switch (refusal.kind) {
    case 'wrong':
      return <>{m.secondStep.wrong(refusal.attemptsLeft)}</>;
    case 'over':
      return <>{m.publicLink.over}</>;
    case 'too-many':
      return <>{m.secondStep.tooMany}</>;
    default:
      return <>{m.otherwiseFaults.unavailable.title}</>;
  }
}
