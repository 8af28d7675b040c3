import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

type Props = { submit: (event: FormEvent<HTMLFormElement>) => void; children: ReactNode };

/** Matches an input that was rejected, and the error message of a group of inputs. */
const FAULT = '[aria-invalid="true"], .mantine-InputWrapper-error';

/**
 * A form in a dialog. React bubbles its events to the components around the dialog, so without this component, the form
 * of the page that opened the dialog would be submitted too.
 *
 * The buttons stay visible while a long form scrolls, so the first error may be out of sight when the form is
 * submitted. It gets the focus, or is scrolled into view.
 */
export function DialogForm({ submit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const wasSubmitted = useRef(false);
  useEffect(() => {
    const fault = wasSubmitted.current ? form.current?.querySelector<HTMLElement>(FAULT) : null;
    if (!fault) return;
    wasSubmitted.current = false;
    fault.scrollIntoView({ block: 'nearest' });
    fault.focus();
  });
  return (
    <form
      ref={form}
      noValidate
      onChange={() => {
        wasSubmitted.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        wasSubmitted.current = true;
        submit(event);
      }}
    >
      {children}
    </form>
  );
}
