import type { FormEvent, ReactNode } from 'react';

type Props = { submit: (event: FormEvent<HTMLFormElement>) => void; children: ReactNode };

/**
 * A form in a dialog. React bubbles its events to the components around the dialog, so without this component, the form
 * of the page that opened the dialog would be submitted too.
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
