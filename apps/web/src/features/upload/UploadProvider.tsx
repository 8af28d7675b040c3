import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { networkError } from '@countersign/client';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { clearToasts, toastError, toastRefusal } from '../../ui/toast.ts';
import type { Locked } from './PasswordDialog.tsx';
import type { Upload } from './UploadDialog.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { m } from './texts.ts';
import classes from './Upload.module.css';

const UploadDialog = deferred(async () => (await import('./UploadDialog.tsx')).UploadDialog);

const PasswordDialog = deferred(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

const UploadContext = createContext<(files: readonly File[]) => void>(() => undefined);
/** Uploads a chosen or dropped file, then opens the send page. */
export const useUpload = () => use(UploadContext);

function useUploadFlow() {
  const [upload, setUpload] = useState<Upload>({ kind: 'idle' });
  const [locked, setLocked] = useState<Locked | null>(null);
  const abort = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const start = useCallback(
    async (files: readonly File[], password?: string) => {
      const [file] = files;
      if (file === undefined || abort.current !== null) return;
      if (files.length > 1) {
        toastRefusal(m.uploadProvider.onePdfAtTime, m.uploadProvider.droppedFiles(files.length));
        return;
      }
      clearToasts();
      setLocked(null);
      const controller = new AbortController();
      abort.current = controller;
      const transfer = await import('../../api/upload.ts').catch(() => null);
      if (transfer === null) {
        abort.current = null;
        toastError(networkError(null));
        return;
      }
      const { passwordNeeded, refuseFile, refusalOf, sendFile } = transfer;
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
        const id = await sendFile({ file, password }, onProgress, controller.signal);
        void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
        await navigate({ to: '/documents/$id/send', params: { id } });
      } catch (error) {
        const refusal = refusalOf(error);
        const message = passwordNeeded(error);
        if (message !== null) setLocked({ file, message });
        else if (refusal !== null) toastRefusal(refusal.title, refusal.detail);
        else if (!controller.signal.aborted) toastError(error);
      } finally {
        abort.current = null;
        setUpload({ kind: 'idle' });
      }
    },
    [navigate, queryClient],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  const unlock = (password: string) => {
    if (locked !== null) void start([locked.file], password);
  };
  return { upload, start, cancel, locked, unlock, giveUp: () => setLocked(null) };
}

export function UploadProvider({ children }: { children: ReactNode }) {
  const { upload, start, cancel, locked, unlock, giveUp } = useUploadFlow();
  const over = useFileDrop((files) => void start(files));
  return (
    <UploadContext value={(files) => void start(files)}>
      {children}
      {over && (
        <div className={classes['overlay']} aria-hidden="true">
          <div className={classes['overlayText']}>
            <Text fz="xl" fw={620}>
              {m.uploadProvider.dropPdfToStart}
            </Text>
            <Text c="dimmed">{m.uploadProvider.oneFileAtMostMb}</Text>
          </div>
        </div>
      )}
      <UploadDialog upload={upload} cancel={cancel} />
      {locked !== null && <PasswordDialog locked={locked} open={unlock} close={giveUp} />}
    </UploadContext>
  );
}
