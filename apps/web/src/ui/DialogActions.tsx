import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { labels } from './labels.ts';
import classes from './DialogActions.module.css';

type Props = {
  /** The label of the submit button. */
  children: ReactNode;
  close: () => void;
  isPending: boolean;
  /** The label that replaces "Cancel" if "Cancel" could be confused with the dialog's action. */
  keep?: string;
  /** Whether the action is disabled, because something is missing that the dialog already shows. */
  isDisabled?: boolean;
  /** Whether the action cannot be undone. */
  isFinal?: boolean;
};

/** The buttons at the end of a form in a dialog. They stay visible while a long form scrolls. */
export function DialogActions({
  children,
  close,
  isPending,
  keep = labels.cancel,
  isDisabled = false,
  isFinal = false,
}: Props) {
  return (
    <Group justify="flex-end" className={classes['actions']}>
      <Button variant="default" onClick={close}>
        {keep}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled} {...(isFinal ? { color: 'red' } : {})}>
        {children}
      </Button>
    </Group>
  );
}
