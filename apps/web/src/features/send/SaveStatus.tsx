import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { DraftSaver, SaveState } from './draft-saver.ts';
import { m } from './texts.ts';
import classes from './Send.module.css';

/** Shows whether the page's state is saved on the server. */
export function SaveStatus({ saver, state }: { saver: DraftSaver; state: SaveState }) {
  if (state.kind === 'failed') {
    return (
      <Text component="div" fz="xs" role="alert" className={classes['notSaved']}>
        {m.saveStatus.notSaved(state.why)}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void saver.flush()}>
          {m.saveStatus.retryNow}
        </Button>
      </Text>
    );
  }
  if (state.kind === 'conflict') {
    return (
      <Text fz="xs" className={classes['notSaved']}>
        {m.saveStatus.changedByOther}
      </Text>
    );
  }
  return (
    <Text fz="xs" c="dimmed" className={classes['saved']}>
      {state.kind === 'saved' && <IconCheck size={14} aria-hidden="true" />}
      {state.kind === 'saving' ? m.saveStatus.saving : state.kind === 'saved' ? m.saveStatus.saved : ''}
    </Text>
  );
}
