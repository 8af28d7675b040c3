import { Button, CloseButton, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconStack2, IconTag, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { type Listed, move, type Move, movesFor, type Outcome, type Task } from './bulk-actions.ts';
import { m } from './bulk-texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Documents.module.css';

const MOVES = {
  archive: { label: m.bulkBar.archive, Icon: IconArchive },
  restore: { label: m.bulkBar.restore, Icon: IconArrowBackUp },
  delete: { label: common.delete, Icon: IconTrash },
} as const satisfies Record<Move, unknown>;

type BarProps = {
  selected: readonly Listed[];
  total: number;
  inTrash: boolean;
  busy: boolean;
  run: (task: Task) => void;
  tag: () => void;
  pack: () => void;
  selectAll: () => void;
  clear: () => void;
};
type Props = BarProps & { outcome: Outcome | null; undo: (task: Task) => void; dismiss: () => void };

/** The actions for the selected rows. Without a selection, the result of the last action. */
export function BulkBar({ outcome, undo, dismiss, ...bar }: Props) {
  if (bar.selected.length > 0) return <SelectionBar {...bar} />;
  if (outcome === null) return null;
  return (
    <OutcomeBar
      outcome={outcome}
      busy={bar.busy}
      undo={() => outcome.undo !== null && undo(outcome.undo)}
      close={dismiss}
    />
  );
}

function SelectionBar({ selected, total, inTrash, busy, run, tag, pack, selectAll, clear }: BarProps) {
  return (
    <div className={classes['bulk']} role="group" aria-label={m.bulkBar.selectedDocuments}>
      <Text fw={580} className="tabular" aria-live="polite">
        {m.bulkBar.selected(selected.length)}
      </Text>
      {selected.length < total && (
        <Button size="compact-sm" variant="subtle" onClick={selectAll}>
          {m.bulkBar.selectAllShown(total)}
        </Button>
      )}
      <div className={classes['bulkActions']}>
        {movesFor(selected, inTrash).map((action) => {
          const { label, Icon } = MOVES[action];
          return (
            <Button
              key={action}
              size="xs"
              variant="default"
              disabled={busy}
              leftSection={<Icon size={15} />}
              onClick={() => run(move(action, selected, inTrash ? 'trash' : 'archive'))}
            >
              {label}
            </Button>
          );
        })}
        {!inTrash && selected.length > 1 && selected.every(({ status }) => status === 'draft') && (
          <Button size="xs" variant="default" disabled={busy} leftSection={<IconStack2 size={15} />} onClick={pack}>
            {m.bulkBar.createPackage}
          </Button>
        )}
        {!inTrash && (
          <Button size="xs" variant="default" disabled={busy} leftSection={<IconTag size={15} />} onClick={tag}>
            {m.bulkBar.tags}
          </Button>
        )}
        <CloseButton aria-label={m.bulkBar.clearSelection} onClick={clear} />
      </div>
    </div>
  );
}

type OutcomeProps = { outcome: Outcome; busy: boolean; undo: () => void; close: () => void };

/** The result, with a line for each refused document. It stays until dismissed, so that there is time to undo. */
function OutcomeBar({ outcome, busy, undo, close }: OutcomeProps) {
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
