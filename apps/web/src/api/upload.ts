/** Uploads a file. If the server refuses it, an error explains the reason. */
import { ApiError, withProgress } from '@countersign/client';
import { uploadDocument } from '@countersign/client/operations';
import type { Document } from '@countersign/contract';
import { send } from './client.ts';
import { sentence } from './errors.ts';
import { faultIn } from './language.ts';
import { m } from './upload-texts.ts';

/** The value must equal `LIMITS.uploadBytes` in the contract. Importing it would make the bundle larger. */
export const UPLOAD_LIMIT_BYTES = 50 * 1024 * 1024;

export type Refusal = { title: string; detail: string };

const KEPT = m.upload.nothingUploaded;

/**
 * Checks a file before any byte is sent, so that an error is shown immediately. The server checks the file again.
 * `head` is the first kilobyte of the file, because the PDF header may be anywhere in it (ISO 32000-2 annex I).
 */
export function refuseFile(file: { name: string; size: number }, head: string): Refusal | null {
  if (file.size === 0) {
    return {
      title: m.upload.fileEmpty,
      detail: m.upload.hasNoContent(file.name, KEPT),
    };
  }
  if (file.size > UPLOAD_LIMIT_BYTES) {
    return {
      title: m.upload.fileTooLarge,
      detail: m.upload.hasMb(file.name, Math.ceil(file.size / 1024 / 1024), KEPT),
    };
  }
  if (!head.includes('%PDF-')) {
    return {
      title: m.upload.notPdf,
      detail: m.upload.cannotBeSigned(file.name, KEPT),
    };
  }
  return null;
}

/** Titles by error code. The server's message explains what to do, because it depends on the file. */
const TITLES: Record<string, string> = {
  not_a_pdf: m.upload.notPdf,
  empty_file: m.upload.fileEmpty,
  encrypted_pdf: m.upload.pdfProtectedByPassword,
  wrong_password: m.upload.passwordDoesNotOpenPdf,
  unsupported_encryption: m.upload.pdfEncryptedInWay,
  signed_and_encrypted: m.upload.pdfSignedAndEncrypted,
  repeated_page: m.upload.pdfListsPageTwice,
  repair_changes_page: m.upload.pdfCannotBeRepairedWithout,
  page_not_drawn: m.upload.pageOfPdfCannot,
  too_long_to_check: m.upload.pdfTooLongTo,
  xfa_unsupported: m.upload.pdfDynamicForm,
  certified_no_changes: m.upload.pdfLockedByCertification,
  certified_no_new_fields: m.upload.pdfDoesNotAllowNew,
  active_content: m.upload.pdfHasActiveContent,
  damaged_pdf: m.upload.pdfDamaged,
  undrawable_field: m.upload.formFieldOfPdfCannot,
  unreadable_pdf: m.upload.pdfCannotBeRead,
  FILE_TOO_LARGE: m.upload.fileTooLarge,
};

/** Turns a message about the `file` field, such as "is protected …", into a complete sentence. */
const ofTheFile = (message: string): string => {
  const isPredicate = /^(is|has|was|contains|can|cannot|must|needs|does|lists|ends)\b/.test(message);
  return isPredicate ? m.upload.theFile(message.replace(/\.$/, '')) : sentence(message);
};

/** Returns the message if the server refused a file, or null if the error has another cause. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null;
  const fault = error.faults[0];
  const title = [fault?.code ?? '', error.code].map((code) => TITLES[code]).find((known) => known !== undefined);
  if (title === undefined && error.status !== 422) return null;
  // Errors about the file have a title. All other errors concern another field of the upload.
  const ownWords = fault && title !== undefined ? faultIn(fault) : undefined;
  return {
    title: title ?? m.upload.fileNotAccepted,
    detail: m.upload.notStored(ownWords ?? ofTheFile(fault?.message ?? error.message)),
  };
}

/** Returns the server's message if a password may open the file, or null for every other error. */
export function passwordNeeded(error: unknown): string | null {
  const fault = error instanceof ApiError ? error.faults[0] : undefined;
  const isLocked = fault?.code === 'encrypted_pdf' || fault?.code === 'wrong_password';
  return isLocked ? (faultIn(fault) ?? ofTheFile(fault.message)) : null;
}

/**
 * Derives a title from a file name, without the extension and without characters that are not allowed in titles. The
 * result is never empty.
 */
export function titleOf(name: string): string {
  const title = name
    .replace(/\.pdf$/i, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 255)
    .trim();
  return title === '' ? m.upload.document : title;
}

/**
 * Uploads a file, with its password, as a draft. `onProgress` receives the fraction sent, from 0 to 1.
 * @throws ApiError; a DOMException "AbortError" when `signal` fires.
 */
export async function sendFile(
  { file, password }: { file: File; password?: string | undefined },
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Document['id']> {
  const body = new FormData();
  body.append('title', titleOf(file.name));
  if (password !== undefined) body.append('password', password);
  body.append('file', file);
  const { document } = await send(uploadDocument, { body }, { signal, fetch: withProgress(onProgress) });
  return document.id;
}
