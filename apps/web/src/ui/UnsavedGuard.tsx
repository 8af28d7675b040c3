import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { m } from './part-texts.ts';

/** Asks before unsaved changes are lost: when another page of the app opens, and when the tab is closed or reloaded. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={m.unsavedGuard.title}>
      <Stack gap="md">
        <Text>{m.unsavedGuard.text}</Text>
        <Group justify="flex-end">
          <Button variant="light" color="red" onClick={() => proceed?.()}>
            {m.unsavedGuard.discard}
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            {m.unsavedGuard.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
