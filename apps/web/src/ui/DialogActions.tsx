import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { labels } from './labels.ts';
import classes from './DialogActions.module.css';

/** The row of buttons at the end of a dialog. It stays visible while the content of a long dialog scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = row.current?.closest('[role="dialog"]');
    const focused = document.activeElement;
    // The content may be loaded after the dialog has opened and focused its close button, or may replace the content
    // that had the focus.
    if (dialog && (focused === document.body || focused === dialog.querySelector('.mantine-Modal-close')))
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <Group ref={row} justify="flex-end" className={classes['actions']}>
      {children}
    </Group>
  );
}

type Props = {
  children: ReactNode;
  close: () => void;
  isPending: boolean;
  /** Runs the action. If absent, the button submits the form that contains it. */
  act?: () => void;
  /** The label that replaces "Cancel" if "Cancel" could be confused with the dialog's action. */
  keep?: string;
  /** Whether the action is disabled, because the dialog shows that something is still missing. */
  isDisabled?: boolean;
  /** Whether the dialog stays open until the action ends, because the person would otherwise not see its result. */
  isHeld?: boolean;
  /** Whether the action cannot be undone. */
  isFinal?: boolean;
  icon?: ReactNode;
};

/** The two buttons that end most dialogs. If no input takes the focus, the safe button gets the focus. */
export function DialogActions({
  children,
  close,
  isPending,
  act,
  keep = labels.cancel,
  isDisabled = false,
  isHeld = false,
  isFinal = false,
  icon,
}: Props) {
  const startsOnKeep = isFinal || isDisabled;
  return (
    <DialogFooter>
      <Button
        variant="default"
        onClick={close}
        disabled={isHeld && isPending}
        data-autofocus={startsOnKeep || undefined}
      >
        {keep}
      </Button>
      <Button
        type={act === undefined ? 'submit' : 'button'}
        onClick={act}
        loading={isPending}
        disabled={isDisabled}
        leftSection={icon}
        data-autofocus={!startsOnKeep || undefined}
        {...(isFinal ? { color: 'red' } : {})}
      >
        {children}
      </Button>
    </DialogFooter>
  );
}
