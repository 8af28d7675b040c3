import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { networkError } from '@countersign/client';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { clearToasts, toastError } from '../../ui/toast.ts';
import type { Locked } from './PasswordDialog.tsx';
import type { Outcome } from './several-files.ts';
import type { Upload } from './UploadDialog.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { m } from './texts.ts';
import classes from './Upload.module.css';

const UploadDialog = deferred(async () => (await import('./UploadDialog.tsx')).UploadDialog);

const PasswordDialog = deferred(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

const SeveralFilesDialog = deferred(async () => (await import('./SeveralFilesDialog.tsx')).SeveralFilesDialog);

const UploadContext = createContext<(files: readonly File[]) => void>(() => undefined);
/** Uploads a chosen or dropped file, then opens the send page. Several files become a package or separate drafts. */
export const useUpload = () => use(UploadContext);

function useUploadFlow() {
  const [upload, setUpload] = useState<Upload>({ kind: 'idle' });
  const [locked, setLocked] = useState<Locked | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const abort = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const start = useCallback(
    async (files: readonly File[], password?: string) => {
      if (files.length === 0 || abort.current !== null) return;
      clearToasts();
      setLocked(null);
      const { signal } = (abort.current = new AbortController());
      try {
        const { uploadFiles } = await import('./upload-files.ts');
        const opened = await uploadFiles({ files, password }, { signal, setUpload, setLocked, setOutcome });
        void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
        // The navigation is not awaited. If a page with unsaved changes blocks the navigation, its promise never
        // settles.
        if (opened !== null) void navigate({ to: '/documents/$id/send', params: { id: opened } });
      } catch {
        toastError(networkError(null));
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
  const forget = () => setOutcome(null);
  return { upload, start, cancel, locked, unlock, giveUp: () => setLocked(null), outcome, forget };
}

export function UploadProvider({ children }: { children: ReactNode }) {
  const { upload, start, cancel, locked, unlock, giveUp, outcome, forget } = useUploadFlow();
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
      {outcome !== null && <SeveralFilesDialog outcome={outcome} close={forget} />}
      {locked !== null && <PasswordDialog locked={locked} open={unlock} close={giveUp} />}
    </UploadContext>
  );
}
