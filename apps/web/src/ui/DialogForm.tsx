import type { FormEvent, ReactNode } from 'react';

type Props = { submit: (event: FormEvent<HTMLFormElement>) => void; children: ReactNode };

/**
 * A form in a dialog. React passes its events on to the components around the dialog, so the form of the page that
 * opened it would be submitted too.
 */
export function DialogForm({ submit, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit(event);
      }}
    >
      {children}
    </form>
  );
}
