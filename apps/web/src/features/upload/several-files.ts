/** Uploads several files one after another. A refused file does not stop the others. */
import { ApiError } from '@countersign/client';
import { explain } from '../../api/errors.ts';
import { passwordNeeded, refuseFile, refusalOf, sendFile, titleOf } from '../../api/upload.ts';
import { m } from './dialog-texts.ts';

export type Uploaded = { id: string; title: string };
export type NotUploaded = { name: string; why: string };
export type Outcome = { uploaded: Uploaded[]; refused: NotUploaded[] };

/** The maximum number of documents in a package. */
export const MAX_FILES = 25;

type Progress = (file: File, index: number, part: number) => void;

export async function uploadAll(files: readonly File[], progress: Progress, signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { uploaded: [], refused: [] };
  let isLost = false;
  for (const [index, file] of files.entries()) {
    const refuse = (why: string) => outcome.refused.push({ name: file.name, why });
    if (signal.aborted || isLost) {
      refuse(m.severalFiles.notTried);
      continue;
    }
    progress(file, index, 0);
    try {
      const refusal = refuseFile(file, await file.slice(0, 1024).text());
      if (refusal !== null) refuse(refusal.title);
      else {
        const id = await sendFile({ file }, (part) => progress(file, index, part), signal);
        outcome.uploaded.push({ id, title: titleOf(file.name) });
      }
    } catch (error) {
      if (signal.aborted) refuse(m.severalFiles.canceled);
      else if (passwordNeeded(error) !== null) refuse(m.severalFiles.needsPassword);
      else refuse(refusalOf(error)?.title ?? explain(error).title);
      // Every further file would fail with the same error.
      isLost = error instanceof ApiError && [0, 401, 403, 429, 503].includes(error.status);
    }
  }
  return outcome;
}
