/**
 * Shown before any part of the document. Asks for the recipient authentication that the sender requires in addition to
 * the link.
 */
import { useState } from 'preact/hooks';
import type { Failure, StepAsked } from '../flow/failure.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { mailto } from '../parts/mailto.ts';
import { typed } from '../parts/typed.ts';
import { useWords } from '../parts/words.ts';

type Props = {
  asked: StepAsked;
  busy: boolean;
  onCode: (code: string) => void;
  onSend: () => Promise<Failure | null>;
};
type Sent = 'no' | 'sending' | 'sent' | 'too-many' | 'failed';

export function SecondStep(props: Props) {
  return props.asked.step === 'account' ? <AccountStep asked={props.asked} /> : <CodeStep {...props} />;
}

function CodeStep({ asked, busy, onCode, onSend }: Props) {
  const words = useWords().m.secondStep;
  const { sender, sentTo, attemptsLeft } = asked;
  const [sent, setSent] = useState<Sent>('no');
  const address = sentTo ?? '';
  const send = async (): Promise<void> => {
    if (sent === 'sending') return;
    setSent('sending');
    const failure = await onSend();
    setSent(failure === null ? 'sent' : failure.kind === 'unavailable' ? 'too-many' : 'failed');
  };
  const hasCode = sent === 'sent' || sent === 'too-many' || attemptsLeft !== null;
  return (
    <Frame>
      <div class="stack">
        <span class="seal plain">
          <Icon name="lock" size={28} />
        </span>
        <Heading>{words.title}</Heading>
        <p>{words.text(sender.name, address)}</p>
        <p aria-live="polite" class={sent === 'failed' || sent === 'too-many' ? 'fault' : undefined}>
          {sent === 'sent' ? words.sent(address) : null}
          {sent === 'too-many' ? words.tooMany : null}
          {sent === 'failed' ? words.failed : null}
        </p>
        {hasCode ? <CodeForm attemptsLeft={attemptsLeft} busy={busy} onCode={onCode} /> : null}
        <button
          type="button"
          class={hasCode ? 'button wide' : 'button primary wide'}
          aria-disabled={sent === 'sending'}
          onClick={() => void send()}
        >
          {sent === 'sending' ? <span class="spinner" /> : <Icon name="mail" />}
          {hasCode ? words.again : words.send}
        </button>
        <Ask sender={sender} />
      </div>
    </Frame>
  );
}

type FormProps = { attemptsLeft: number | null; busy: boolean; onCode: (code: string) => void };

function CodeForm({ attemptsLeft, busy, onCode }: FormProps) {
  const words = useWords().m.secondStep;
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = typed(event.currentTarget, 'code');
        if (!busy && code !== '') onCode(code);
      }}
    >
      <label for="step-code">{words.label}</label>
      <input
        id="step-code"
        name="code"
        type="text"
        dir="ltr"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={12}
        aria-invalid={attemptsLeft !== null}
        aria-describedby={attemptsLeft === null ? undefined : 'step-fault'}
      />
      {attemptsLeft === null ? null : (
        <p id="step-fault" class="fault" role="alert">
          {words.wrong(attemptsLeft)}
        </p>
      )}
      <button type="submit" class="button primary wide" aria-disabled={busy}>
        {busy ? <span class="spinner" /> : null}
        {words.open}
      </button>
    </form>
  );
}

/** The person verifies their account in the app, which then returns to the signing page with a session. */
function AccountStep({ asked: { sender, documentId } }: { asked: StepAsked }) {
  const words = useWords().m.secondStep;
  return (
    <Frame
      action={
        <a class="button primary wide" href={`/sign-with-account/${documentId}`}>
          {words.signIn}
          <Icon name="right" />
        </a>
      }
    >
      <div class="stack">
        <span class="seal plain">
          <Icon name="lock" size={28} />
        </span>
        <Heading>{words.title}</Heading>
        <p>{words.account(sender.name)}</p>
        <Ask sender={sender} />
      </div>
    </Frame>
  );
}

function Ask({ sender }: { sender: StepAsked['sender'] }) {
  const { m } = useWords();
  return (
    <p class="small muted">
      <a class="lone" href={mailto(sender.email, m.brand)}>
        {m.writeTo(sender.name)}
      </a>
    </p>
  );
}
