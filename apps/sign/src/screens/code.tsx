/** Shown before the document. Asks for the access code, which the sender gave this person through another channel. */
import type { Asked } from '../flow/failure.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { mailto } from '../parts/mailto.ts';
import { typed } from '../parts/typed.ts';
import { useWords } from '../parts/words.ts';

type Props = { asked: Asked; busy: boolean; onCode: (code: string) => void };

export function Code({ asked, busy, onCode }: Props) {
  const { m } = useWords();
  const { sender, attemptsLeft } = asked;
  const isWrong = attemptsLeft !== null;
  return (
    <Frame>
      <span class="seal plain">
        <Icon name="lock" size={28} />
      </span>
      <Heading>{m.codeTitle}</Heading>
      <p>{m.codeText(sender.name)}</p>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const code = typed(event.currentTarget, 'code');
          if (!busy && code !== '') onCode(code);
        }}
      >
        <label for="access-code">{m.codeLabel}</label>
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
        {isWrong ? (
          <p id="code-fault" class="fault" role="alert">
            {m.codeWrong(attemptsLeft)}
          </p>
        ) : null}
        <button type="submit" class="button primary wide" aria-disabled={busy}>
          {busy ? <span class="spinner" /> : null}
          {m.codeOpen}
        </button>
      </form>
      <p class="small muted">
        {m.codeMissing} <a href={mailto(sender.email, m.brand)}>{m.writeTo(sender.name)}</a>
      </p>
    </Frame>
  );
}
