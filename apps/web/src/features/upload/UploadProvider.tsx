import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconFileText } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { refuseFile, refusalOf, sendFile } from '../../api/upload.ts';
import { clearToasts, toastError, toastRefusal } from '../../ui/toast.ts';
import { useFileDrop } from './use-file-drop.ts';
import classes from './Upload.module.css';

/** One upload at a time: a document is one PDF. */
type Upload =
  | { kind: 'idle' }
  | { kind: 'sending'; name: string; size: number; part: number }
  | { kind: 'judging'; name: string; size: number };

const UploadContext = createContext<(files: readonly File[]) => void>(() => undefined);
/** Starts the upload of a file that was chosen or dropped; leads to the send page when it is done. */
export const useUpload = () => use(UploadContext);

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function UploadDialog({ upload, cancel }: { upload: Upload; cancel: () => void }) {
  // A small file is there before a dialog could be read: it would only flash.
  const [lasting] = useDebouncedValue(upload.kind !== 'idle', 250);
  const percent = upload.kind === 'sending' ? Math.round(upload.part * 100) : 100;
  return (
    <Modal
      opened={lasting && upload.kind !== 'idle'}
      onClose={cancel}
      title="Uploading"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {upload.kind !== 'idle' && (
        <Stack gap="sm">
          <Group wrap="nowrap" gap="sm">
            <IconFileText size={20} className={classes['fileIcon']} aria-hidden="true" />
            <Text truncate flex={1} fw={560}>
              {upload.name}
            </Text>
            <Text c="dimmed" className="tabular">
              {megabytes(upload.size)}
            </Text>
          </Group>
          <Progress value={percent} size="md" animated={upload.kind === 'judging'} aria-label="Upload progress" />
          <Group justify="space-between">
            <Text fz="xs" c="dimmed" className="tabular" aria-live="polite">
              {upload.kind === 'judging' ? 'Sent. The server checks the PDF …' : `${percent} % sent`}
            </Text>
            <Button variant="default" size="xs" onClick={cancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function useUploadFlow() {
  const [upload, setUpload] = useState<Upload>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const start = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (file === undefined || abort.current !== null) return;
      if (files.length > 1) {
        toastRefusal(
          'One PDF at a time',
          `You dropped ${files.length} files. Nothing was uploaded. Drop them one after the other: each becomes a document of its own.`,
        );
        return;
      }
      clearToasts();
      const controller = new AbortController();
      abort.current = controller;
      try {
        const refusal = refuseFile(file, await file.slice(0, 1024).text());
        if (refusal !== null) {
          toastRefusal(refusal.title, refusal.detail);
          return;
        }
        const { name, size } = file;
        setUpload({ kind: 'sending', name, size, part: 0 });
        const onProgress = (part: number) =>
          setUpload(part < 1 ? { kind: 'sending', name, size, part } : { kind: 'judging', name, size });
        const id = await sendFile(file, onProgress, controller.signal);
        void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
        await navigate({ to: '/documents/$id/send', params: { id } });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== null) toastRefusal(refusal.title, refusal.detail);
        else if (!controller.signal.aborted) toastError(error);
      } finally {
        abort.current = null;
        setUpload({ kind: 'idle' });
      }
    },
    [navigate, queryClient],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  return { upload, start, cancel };
}

export function UploadProvider({ children }: { children: ReactNode }) {
  const { upload, start, cancel } = useUploadFlow();
  const over = useFileDrop((files) => void start(files));
  return (
    <UploadContext value={(files) => void start(files)}>
      {children}
      {over && (
        <div className={classes['overlay']} aria-hidden="true">
          <div className={classes['overlayText']}>
            <Text fz="xl" fw={620}>
              Drop the PDF to begin
            </Text>
            <Text c="dimmed">One file, at most 50 MB. It becomes a draft that nobody else sees.</Text>
          </div>
        </div>
      )}
      <UploadDialog upload={upload} cancel={cancel} />
    </UploadContext>
  );
}
