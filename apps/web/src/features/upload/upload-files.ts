/** Uploads one or more files. This module is loaded with the first upload. */
import { passwordNeeded, refuseFile, refusalOf, sendFile } from '../../api/upload.ts';
import { toastError, toastRefusal } from '../../ui/toast.ts';
import { m } from './dialog-texts.ts';
import type { Locked } from './PasswordDialog.tsx';
import { MAX_FILES, type Outcome, uploadAll } from './several-files.ts';
import type { Upload } from './UploadDialog.tsx';

type Chosen = { files: readonly File[]; password: string | undefined };
type Ports = {
  signal: AbortSignal;
  setUpload: (upload: Upload) => void;
  setLocked: (locked: Locked) => void;
  setOutcome: (outcome: Outcome) => void;
};

/**
 * @returns the ID of the draft to open
 */
export async function uploadFiles({ files, password }: Chosen, ports: Ports): Promise<string | null> {
  const [file] = files;
  if (file !== undefined && files.length === 1) return uploadOne(file, password, ports);
  if (files.length > MAX_FILES) {
    toastRefusal(m.severalFiles.tooMany, m.severalFiles.limit(files.length, MAX_FILES));
    return null;
  }
  const show = ({ name, size }: File, index: number, part: number) =>
    ports.setUpload({ kind: part < 1 ? 'sending' : 'judging', name, size, part, of: [index + 1, files.length] });
  ports.setOutcome(await uploadAll(files, show, ports.signal));
  return null;
}

async function uploadOne(
  file: File,
  password: string | undefined,
  { signal, setUpload, setLocked }: Ports,
): Promise<string | null> {
  try {
    const refusal = refuseFile(file, await file.slice(0, 1024).text());
    if (refusal !== null) {
      toastRefusal(refusal.title, refusal.detail);
      return null;
    }
    const { name, size } = file;
    setUpload({ kind: 'sending', name, size, part: 0 });
    const onProgress = (part: number) => setUpload({ kind: part < 1 ? 'sending' : 'judging', name, size, part });
    return await sendFile({ file, password }, onProgress, signal);
  } catch (error) {
    const refusal = refusalOf(error);
    const message = passwordNeeded(error);
    if (message !== null) setLocked({ file, message });
    else if (refusal !== null) toastRefusal(refusal.title, refusal.detail);
    else if (!signal.aborted) toastError(error);
    return null;
  }
}
