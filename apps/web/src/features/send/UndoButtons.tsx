import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { History, HistoryChange } from './history.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type StepProps = {
  label: string;
  nothing: string;
  isRedo?: boolean;
  what: string | undefined;
  keys: string;
  act: () => void;
};

/**
 * If there is nothing to undo or redo, the button is not `disabled`, because a disabled button would lose the focus.
 */
function StepButton({ label, nothing, isRedo = false, what, keys, act }: StepProps) {
  const Icon = isRedo ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <Tooltip label={what === undefined ? nothing : `${label}: ${what}`}>
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

/** The undo and redo buttons for changes in this editor. */
export function UndoButtons({ history, change }: { history: History; change: Dispatch<HistoryChange> }) {
  const { past, future, last } = history;
  return (
    <>
      <StepButton
        label={common.undo}
        nothing={m.undoButtons.nothingToUndo}
        what={past.at(-1)?.what}
        keys="Control+Z Meta+Z"
        act={() => change({ type: 'undo' })}
      />
      <StepButton
        label={m.undoButtons.redo}
        nothing={m.undoButtons.nothingToRedo}
        isRedo
        what={future[0]?.what}
        keys="Control+Shift+Z Meta+Shift+Z Control+Y"
        act={() => change({ type: 'redo' })}
      />
      <VisuallyHidden role="status">{last?.said ?? ''}</VisuallyHidden>
    </>
  );
}
