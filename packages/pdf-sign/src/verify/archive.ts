import { stateOf, TIMESTAMP_NAME } from '../read-state.ts';
import { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import type { RevisionState } from '../state.ts';
import { findSignatures, trimContents } from './signature-fields.ts';

/** The data that renewing the archive time-stamp requires. */
export interface ArchiveState {
  state: RevisionState;
  /** The newest document time-stamp as an RFC 3161 token without padding. Null if there is none. */
  token: Uint8Array | null;
  /** An unused field name for the next time-stamp. */
  field: string;
}

/**
 * Reads a completed file to add another document time-stamp over it (EN 319 142-1 5.5). Pass `field` to `prepareSeal`.
 * The file is not validated, so use `verifyPdf` for that. Throws `not_a_pdf`, `encrypted`, `damaged`, `too_complex`.
 */
export function readArchive(bytes: Uint8Array): ArchiveState {
  const file = new PdfFile(bytes);
  const state = stateOf(file);
  const stamps = findSignatures(file).filter((signature) => signature.kind === 'timestamp');
  const end = (range: readonly number[] | null) => (range === null ? 0 : (range[2] ?? 0) + (range[3] ?? 0));
  const newest = stamps.toSorted((a, b) => end(a.byteRange) - end(b.byteRange)).at(-1);
  const names = new Set(readFields(file).map(({ name }) => name));
  let field = TIMESTAMP_NAME;
  for (let number = 2; names.has(field); number++) field = `${TIMESTAMP_NAME}_${number}`;
  return { state, token: newest === undefined ? null : trimContents(newest), field };
}
