/**
 * The first and last pages of in-person visits, on which the signer enters the code and is asked to return the device.
 */
import { countdown } from '../flow/clock.ts';
import type { Asked, HandBack } from '../flow/failure.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { typed } from '../parts/typed.ts';
import { useWords } from '../parts/words.ts';

type Props = { asked: Asked; busy: boolean; onCode: (code: string) => void };

export function CodeInPerson({ asked, busy, onCode }: Props) {
  const words = useWords().m.inPerson;
  const { title, text, label, open, wrong } = words.code;
  const isWrong = asked.attemptsLeft !== null;
  return (
    <Frame>
      <div class="stack">
        <span class="seal plain">
          <Icon name="lock" size={28} />
        </span>
        <Heading>{title}</Heading>
        <p>{text}</p>
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const code = typed(event.currentTarget, 'code');
            if (!busy && code !== '') onCode(code);
          }}
        >
          <label for="access-code">{label}</label>
          <input
            id="access-code"
            name="code"
            type="text"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={64}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'code-fault' : undefined}
          />
          {asked.attemptsLeft === null ? null : (
            <p id="code-fault" class="fault" role="alert">
              {wrong(asked.attemptsLeft)}
            </p>
          )}
          <button type="submit" class="button primary wide" aria-disabled={busy}>
            {busy ? <span class="spinner" /> : null}
            {open}
          </button>
        </form>
      </div>
    </Frame>
  );
}

const STYLES: Record<HandBack, { icon: IconName; tone: 'done' | 'plain' | 'wait' | 'bad' }> = {
  signed: { icon: 'check', tone: 'done' },
  declined: { icon: 'declined', tone: 'plain' },
  expired: { icon: 'clock', tone: 'wait' },
  locked: { icon: 'lock', tone: 'bad' },
  ended: { icon: 'lock', tone: 'plain' },
};

/** Shows nothing about the document, its signer or its sender, because the device is returned to another person. */
export function HandBackPage({ end }: { end: HandBack }) {
  const words = useWords().m.inPerson;
  const { title, text } = words.ends[end];
  const { icon, tone } = STYLES[end];
  return (
    <Frame>
      <div class="stack">
        <span class={`seal ${tone}`}>
          <Icon name={icon} size={28} />
        </span>
        <Heading>{title}</Heading>
        <p>{text}</p>
        <p>
          <strong>{words.handBack}</strong>
        </p>
      </div>
    </Frame>
  );
}

/** The notice has no button, because an in-person session cannot be extended. */
export function LastMinutes({ seconds }: { seconds: number }) {
  const words = useWords().m.inPerson;
  return (
    <div class="toast" role="status">
      <Icon name="clock" />
      <p>
        <strong aria-live="off">{words.closes(countdown(seconds))}</strong>
        <span>{words.closesWhy}</span>
      </p>
    </div>
  );
}
