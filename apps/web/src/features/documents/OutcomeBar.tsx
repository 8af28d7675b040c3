import { Button, CloseButton, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { common } from '../../ui/common.ts';
import type { Outcome } from './bulk-run.ts';
import { m } from './bulk-texts.ts';
import type { Progress } from './use-bulk.ts';
import classes from './Documents.module.css';

type OutcomeProps = {
  outcome: Outcome;
  busy: boolean;
  undo: () => void;
  close: () => void;
  /** Returns whether the result is shown for the first time. */
  announce: (outcome: Outcome) => boolean;
};

/**
 * Shows the result, with a line for each refused document. It stays until dismissed, so that there is time to undo the
 * action.
 */
export function OutcomeBar({ outcome, busy, undo, close, announce }: OutcomeProps) {
  const first = useRef<HTMLButtonElement>(null);
  const isNew = useEffectEvent(announce);
  // The clicked button disappears with the selection, so the focus moves here unless the person has already moved it.
  useEffect(() => {
    if (isNew(outcome) && document.activeElement === document.body) first.current?.focus();
  }, [outcome]);
  return (
    <div className={classes['outcome']} data-refused={outcome.refused.length > 0 || undefined}>
      <div className={classes['outcomeHead']}>
        <Text fw={580} role="status">
          {outcome.text}
        </Text>
        {outcome.undo !== null && (
          <Button
            ref={first}
            size="compact-sm"
            variant="default"
            loading={busy}
            leftSection={<IconArrowBackUp size={15} />}
            onClick={undo}
          >
            {common.undo}
          </Button>
        )}
        <CloseButton
          {...(outcome.undo === null ? { ref: first } : {})}
          aria-label={m.bulkBar.dismiss}
          onClick={close}
        />
      </div>
      {outcome.refused.length > 0 && (
        <ul className={classes['refused']} aria-label={m.bulkBar.failedActions}>
          {outcome.refused.map(({ id, title, why }) => (
            <li key={id}>
              <Link to="/documents/$id" params={{ id }} className={classes['refusedTitle']}>
                {title}
              </Link>{' '}
              {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ProgressProps = { progress: Progress; say: (done: number, total: number) => string; stop: () => void };

/** Shows the progress of an action. Stopping the action does not revert documents that are already processed. */
export function ProgressBar({ progress: { done, total }, say, stop }: ProgressProps) {
  return (
    <div className={classes['bulk']} role="group" aria-label={m.bulkBar.selectedDocuments}>
      <Text fw={580} className="tabular">
        {say(done, total)}
      </Text>
      <progress className={classes['progress']} value={done} max={total} aria-label={say(done, total)} />
      <div className={classes['bulkActions']}>
        <Button size="xs" variant="default" onClick={stop} data-autofocus>
          {m.bulkRun.stop}
        </Button>
      </div>
    </div>
  );
}
