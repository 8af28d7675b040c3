import { Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { toastDone, toastError, withNotifications } from './toast.ts';
import { m } from './part-texts.ts';
import { common } from './common.ts';

/**
 * Reports a finished action with an undo button. It stays long enough for people to read it and reach the button. Undo
 * is also available elsewhere.
 */
export function toastUndo(title: string, message: string | null, undo: () => Promise<unknown>): void {
  withNotifications((notifications) => {
    const id = notifications.show({
      title,
      color: 'var(--cs-done)',
      autoClose: 20_000,
      message: (
        <>
          {message !== null && <Text c="dimmed">{message}</Text>}
          <Button
            size="compact-sm"
            variant="default"
            mt={8}
            leftSection={<IconArrowBackUp size={15} />}
            onClick={() => {
              notifications.hide(id);
              undo().then(() => toastDone(m.undoToast.undone), toastError);
            }}
          >
            {common.undo}
          </Button>
        </>
      ),
    });
  });
}
