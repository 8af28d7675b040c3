import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { History, HistoryChange } from './history.ts';

type StepProps = { label: 'Undo' | 'Redo'; what: string | undefined; keys: string; act: () => void };

/** Not `disabled` at the last step, because the focus would be lost. */
function StepButton({ label, what, keys, act }: StepProps) {
  const Icon = label === 'Undo' ? IconArrowBackUp : IconArrowForwardUp;
  return (
    <Tooltip label={what === undefined ? `Nothing to ${label.toLowerCase()}` : `${label}: ${what}`}>
      <ActionIcon
        size={36}
        aria-label={label}
        aria-keyshortcuts={keys}
        aria-disabled={what === undefined}
        {...(what === undefined && { 'data-disabled': true })}
        onClick={act}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Undo and redo for the changes in this editor. */
export function UndoButtons({ history, change }: { history: History; change: Dispatch<HistoryChange> }) {
  const { past, future, last } = history;
  return (
    <>
      <StepButton label="Undo" what={past.at(-1)?.what} keys="Control+Z Meta+Z" act={() => change({ type: 'undo' })} />
      <StepButton
        label="Redo"
        what={future[0]?.what}
        keys="Control+Shift+Z Meta+Shift+Z Control+Y"
        act={() => change({ type: 'redo' })}
      />
      <VisuallyHidden role="status">{last?.said ?? ''}</VisuallyHidden>
    </>
  );
}
