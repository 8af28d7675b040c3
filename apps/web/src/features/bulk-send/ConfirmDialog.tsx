import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { documentsOf } from './words.ts';

type Props = {
  opened: boolean;
  close: () => void;
  count: number;
  titles: readonly string[];
  warnings: readonly string[];
  send: () => void;
  sending: boolean;
};

const WARNINGS_SHOWN = 5;

/** The last step before anything is sent. */
export function ConfirmDialog({ opened, close, count, titles, warnings, send, sending }: Props) {
  const [first, ...others] = titles;
  return (
    <Modal opened={opened} onClose={close} title={`Send ${documentsOf(count)}?`}>
      <Stack gap="md">
        <Text>
          {count === 1
            ? 'It is sent at once, and its recipients get an invitation. After that, you can only void it.'
            : 'They are sent at once, and their recipients get invitations. After that, you can only void each document.'}
        </Text>
        {first !== undefined && (
          <Text fz="sm" c="dimmed">
            {count === 1 ? 'Its title' : 'Titles'}: {[first, ...others].map((title) => `“${title}”`).join(', ')}
            {count > titles.length ? ' …' : ''}
          </Text>
        )}
        {warnings.length > 0 && (
          <Alert variant="light" color="gray" title="Warnings about the rows">
            {warnings.slice(0, WARNINGS_SHOWN).map((warning) => (
              <Text key={warning} fz="sm">
                {warning}
              </Text>
            ))}
            {warnings.length > WARNINGS_SHOWN && (
              <Text fz="sm">{(warnings.length - WARNINGS_SHOWN).toLocaleString()} more warnings are not shown.</Text>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={sending} onClick={send}>
            Send {documentsOf(count)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
