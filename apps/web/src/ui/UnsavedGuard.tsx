import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { DialogFooter } from './DialogActions.tsx';
import { listed } from './listed.ts';
import { m } from './part-texts.ts';

type Props = {
  isDirty: boolean;
  /** The titles of the unsaved sections, if the page has several sections. */
  sections?: readonly string[];
};

/** Asks before unsaved changes are lost, when another page of the app opens or the tab is closed or reloaded. */
export function UnsavedGuard({ isDirty, sections = [] }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={m.unsavedGuard.title}>
      <Stack gap="md">
        <Text>{m.unsavedGuard.text}</Text>
        {sections.length > 0 && <Text c="dimmed">{m.unsavedGuard.sections(listed(sections))}</Text>}
        <DialogFooter>
          <Button variant="light" color="red" onClick={() => proceed?.()}>
            {m.unsavedGuard.discard}
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            {m.unsavedGuard.stay}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
