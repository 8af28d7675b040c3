import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { DraftSaver, SaveState } from './draft-saver.ts';
import classes from './Send.module.css';

/** Whether the page's state is saved on the server. */
export function SaveStatus({ saver, state }: { saver: DraftSaver; state: SaveState }) {
  if (state.kind === 'failed') {
    return (
      <Text component="div" fz="xs" role="alert" className={classes['notSaved']}>
        Not saved: {state.why.charAt(0).toLowerCase() + state.why.slice(1)}. Retrying…{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void saver.flush()}>
          Retry now
        </Button>
      </Text>
    );
  }
  if (state.kind === 'conflict') {
    return (
      <Text fz="xs" className={classes['notSaved']}>
        Not saved: someone else changed this draft.
      </Text>
    );
  }
  return (
    <Text fz="xs" c="dimmed" className={classes['saved']}>
      {state.kind === 'saved' && <IconCheck size={14} aria-hidden="true" />}
      {state.kind === 'saving' ? 'Saving…' : state.kind === 'saved' ? 'Saved' : ''}
    </Text>
  );
}
