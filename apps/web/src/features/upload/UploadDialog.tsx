import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText } from '@tabler/icons-react';
import { m } from './dialog-texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Upload.module.css';

/**
 * Files are uploaded one at a time, because a document consists of one PDF. `of` contains the number of this file and
 * the total number of files.
 */
export type Upload =
  | { kind: 'idle' }
  | { kind: 'sending' | 'judging'; name: string; size: number; part: number; of?: [number: number, all: number] };

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? m.uploadDialog.kb(Math.ceil(bytes / 1024))
    : m.uploadDialog.mb((bytes / 1024 / 1024).toFixed(1));

export function UploadDialog({ upload, cancel }: { upload: Upload; cancel: () => void }) {
  // The dialog is delayed, because a small file is uploaded before anyone could read the dialog.
  const [lasting] = useDebouncedValue(upload.kind !== 'idle', 250);
  const percent = upload.kind === 'sending' ? Math.round(upload.part * 100) : 100;
  return (
    <Modal
      opened={lasting && upload.kind !== 'idle'}
      onClose={cancel}
      title={upload.kind !== 'idle' && upload.of ? m.uploadDialog.uploadingOf(...upload.of) : m.uploadDialog.uploading}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {upload.kind !== 'idle' && (
        <Stack gap="sm">
          <Group wrap="nowrap" gap="sm">
            <IconFileText size={20} className={classes['fileIcon']} aria-hidden="true" />
            <Text dir="auto" truncate flex={1} fw={560}>
              {upload.name}
            </Text>
            <Text c="dimmed" className="tabular">
              {megabytes(upload.size)}
            </Text>
          </Group>
          <Progress
            value={percent}
            size="md"
            animated={upload.kind === 'judging'}
            aria-label={m.uploadDialog.uploadProgress}
          />
          <Group justify="space-between">
            <Text fz="xs" c="dimmed" className="tabular" aria-live="polite">
              {upload.kind === 'judging' ? m.uploadDialog.sent : m.uploadDialog.sentText(percent)}
            </Text>
            <Button variant="default" size="xs" onClick={cancel}>
              {labels.cancel}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
