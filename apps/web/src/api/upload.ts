/** Uploads a file, and explains why the server refused one. */
import { ApiError, withProgress } from '@countersign/client';
import { uploadDocument } from '@countersign/client/operations';
import type { Document } from '@countersign/contract';
import { send } from './client.ts';

/** Equals `LIMITS.uploadBytes` of the contract, whose values are not bundled. */
export const UPLOAD_LIMIT_BYTES = 50 * 1024 * 1024;

export type Refusal = { title: string; detail: string };

const KEPT = 'Nothing was uploaded.';

/**
 * Checks a file before any byte is sent, for an immediate answer. The server checks again. `head` is the first kilobyte
 * of the file: the header of a PDF may be anywhere in it (ISO 32000-2 annex I).
 */
export function refuseFile(file: { name: string; size: number }, head: string): Refusal | null {
  if (file.size === 0) {
    return {
      title: 'This file is empty',
      detail: `“${file.name}” has no content. ${KEPT} Save the document again as PDF and try that file.`,
    };
  }
  if (file.size > UPLOAD_LIMIT_BYTES) {
    return {
      title: 'This file is too large',
      detail: `“${file.name}” has ${Math.ceil(file.size / 1024 / 1024)} MB; the limit is 50 MB. ${KEPT} Reduce the size of its images, or split it.`,
    };
  }
  if (!head.includes('%PDF-')) {
    return {
      title: 'This is not a PDF',
      detail: `“${file.name}” cannot be signed as it is. ${KEPT} Save or print it as PDF, then choose that file.`,
    };
  }
  return null;
}

/** By error code. The server says what to do, because it has more information about the file than its code. */
const TITLES: Record<string, string> = {
  not_a_pdf: 'This is not a PDF',
  empty_file: 'This file is empty',
  encrypted_pdf: 'This PDF is protected by a password',
  wrong_password: 'This password does not open the PDF',
  unsupported_encryption: 'This PDF is encrypted in a way that is not supported',
  signed_and_encrypted: 'This PDF is signed and encrypted',
  repeated_page: 'This PDF lists a page twice',
  repair_changes_page: 'This PDF cannot be repaired without changing it',
  page_not_drawn: 'A page of this PDF cannot be shown',
  too_long_to_check: 'This PDF is too long to be repaired',
  xfa_unsupported: 'This PDF is a dynamic form',
  certified_no_changes: 'This PDF is locked by a certification',
  certified_no_new_fields: 'This PDF does not allow new signature fields',
  active_content: 'This PDF has active content',
  damaged_pdf: 'This PDF is damaged',
  undrawable_field: 'A form field of this PDF cannot be shown',
  unreadable_pdf: 'This PDF cannot be read',
  FILE_TOO_LARGE: 'This file is too large',
};

/** "is protected …" refers to the field `file`; people get a sentence. */
const ofTheFile = (message: string): string => {
  const text = /^(is|has|was|contains|can|cannot|must|needs|does|lists|ends)\b/.test(message)
    ? `The file ${message}`
    : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** The message if the server refused a file; null if the fault is not the file's. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null;
  const fault = error.faults[0];
  const title = [fault?.code ?? '', error.code].map((code) => TITLES[code]).find((known) => known !== undefined);
  if (title === undefined && error.status !== 422) return null;
  return {
    title: title ?? 'This file was not accepted',
    detail: `${ofTheFile(fault?.message ?? error.message)} It was not stored.`,
  };
}

/** The server's message about a file that a password may open; null for every other error. */
export function passwordNeeded(error: unknown): string | null {
  const fault = error instanceof ApiError ? error.faults[0] : undefined;
  const isLocked = fault?.code === 'encrypted_pdf' || fault?.code === 'wrong_password';
  return isLocked ? ofTheFile(fault.message) : null;
}

/**
 * Derives a title from a file name, without its extension and without characters that titles may not contain. Never
 * empty.
 */
export function titleOf(name: string): string {
  const title = name
    .replace(/\.pdf$/i, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 255)
    .trim();
  return title === '' ? 'Document' : title;
}

/**
 * Uploads a file, with its password, as a draft. `onProgress` receives the fraction sent, 0 to 1.
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
