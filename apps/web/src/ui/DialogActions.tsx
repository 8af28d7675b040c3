import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** What the form does. */
  children: ReactNode;
  close: () => void;
  isPending: boolean;
  /** Where "Cancel" could be taken for what the dialog is about. */
  keep?: string;
  /** It cannot be undone. */
  isFinal?: boolean;
};

/** The end of a form in a dialog: the way out, and what it does. */
export function DialogActions({ children, close, isPending, keep = 'Cancel', isFinal = false }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {keep}
      </Button>
      <Button type="submit" loading={isPending} {...(isFinal ? { color: 'red' } : {})}>
        {children}
      </Button>
    </Group>
  );
}
