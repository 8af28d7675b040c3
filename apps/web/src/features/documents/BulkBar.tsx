import { Button, CloseButton, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconStack2, IconTag, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { countOf, type Listed, type Move, movesFor, type Outcome } from './bulk-actions.ts';
import classes from './Documents.module.css';

const MOVES = {
  archive: { label: 'Archive', Icon: IconArchive },
  restore: { label: 'Restore', Icon: IconArrowBackUp },
  delete: { label: 'Delete', Icon: IconTrash },
} as const satisfies Record<Move, unknown>;

type BarProps = {
  selected: readonly Listed[];
  total: number;
  inTrash: boolean;
  busy: boolean;
  act: (move: Move) => void;
  tag: () => void;
  pack: () => void;
  selectAll: () => void;
  clear: () => void;
};

/** The actions for the selected rows. */
export function BulkBar({ selected, total, inTrash, busy, act, tag, pack, selectAll, clear }: BarProps) {
  return (
    <div className={classes['bulk']} role="group" aria-label="Selected documents">
      <Text fw={580} className="tabular" aria-live="polite">
        {countOf(selected.length)} selected
      </Text>
      {selected.length < total && (
        <Button size="compact-sm" variant="subtle" onClick={selectAll}>
          Select all {total} shown
        </Button>
      )}
      <div className={classes['bulkActions']}>
        {movesFor(selected, inTrash).map((move) => {
          const { label, Icon } = MOVES[move];
          return (
            <Button
              key={move}
              size="xs"
              variant="default"
              disabled={busy}
              leftSection={<Icon size={15} />}
              onClick={() => act(move)}
            >
              {label}
            </Button>
          );
        })}
        {!inTrash && selected.length > 1 && selected.every(({ status }) => status === 'draft') && (
          <Button size="xs" variant="default" disabled={busy} leftSection={<IconStack2 size={15} />} onClick={pack}>
            Create a package
          </Button>
        )}
        {!inTrash && (
          <Button size="xs" variant="default" disabled={busy} leftSection={<IconTag size={15} />} onClick={tag}>
            Tags
          </Button>
        )}
        <CloseButton aria-label="Clear the selection" onClick={clear} />
      </div>
    </div>
  );
}

type OutcomeProps = { outcome: Outcome; busy: boolean; undo: () => void; close: () => void };

/** The result, with a line for each refused document. It stays until dismissed, so that there is time to undo. */
export function OutcomeBar({ outcome, busy, undo, close }: OutcomeProps) {
  const first = useRef<HTMLButtonElement>(null);
  // The pressed button disappears with the selection, so the focus moves here.
  useEffect(() => first.current?.focus(), [outcome]);
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
            Undo
          </Button>
        )}
        <CloseButton {...(outcome.undo === null ? { ref: first } : {})} aria-label="Dismiss" onClick={close} />
      </div>
      {outcome.refused.length > 0 && (
        <ul className={classes['refused']} aria-label="Failed actions">
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
