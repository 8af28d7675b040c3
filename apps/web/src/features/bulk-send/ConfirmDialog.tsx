import { Alert, Modal, Stack, Text } from '@mantine/core';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { documentsOf } from './words.ts';
import { m } from './texts.ts';

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

/** Asks for confirmation before anything is sent. */
export function ConfirmDialog({ opened, close, count, titles, warnings, send, sending }: Props) {
  const [first, ...others] = titles;
  return (
    <Modal opened={opened} onClose={close} title={m.confirmDialog.send(documentsOf(count))}>
      <Stack gap="md">
        <Text>{m.confirmDialog.sentAtOnceAndRecipients(count)}</Text>
        {first !== undefined && (
          <Text fz="sm" c="dimmed">
            {m.confirmDialog.titles(
              count,
              `${[first, ...others].map((title) => `“${title}”`).join(', ')}${count > titles.length ? ' …' : ''}`,
            )}
          </Text>
        )}
        {warnings.length > 0 && (
          <Alert variant="light" color="gray" title={m.confirmDialog.warningsAboutRows}>
            {warnings.slice(0, WARNINGS_SHOWN).map((warning) => (
              <Text key={warning} fz="sm">
                {warning}
              </Text>
            ))}
            {warnings.length > WARNINGS_SHOWN && (
              <Text fz="sm">{m.confirmDialog.moreWarningsNotShown(warnings.length - WARNINGS_SHOWN)}</Text>
            )}
          </Alert>
        )}
        <DialogActions close={close} isPending={sending} act={send}>
          {m.confirmDialog.sendText(documentsOf(count))}
        </DialogActions>
      </Stack>
    </Modal>
  );
}
