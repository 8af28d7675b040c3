/**
 * A document's bytes: the upload from the blob store, followed by the bytes that each revision appended, which are
 * stored in the database. Both are joined while the file is being read, for downloads, range requests and the PDF
 * worker. The joined file is never stored (docs/adr/0004).
 */
import type { Id } from '@countersign/contract';
import { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { fittingName } from '../../platform/file-name.ts';
import type { PdfSource } from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { namedStatement } from '../../platform/db/statement.ts';
import { unpack } from '../../platform/optimizations/tail-compression.ts';
import { selectTails } from './store/revisions.ts';

export type DocumentFile = {
  size: number;
  /** The SHA-256 of these bytes in hexadecimal, which is also the ETag. */
  sha256: string;
  /** The newest revision in the file. 0 means the upload only. */
  revision: number;
  blobKey: string;
  uploadSize: number;
  tails: readonly Buffer[];
  filename: string;
};

const selectUpload = namedStatement<
  { blob_id: Id<'blob'>; filename: string; size_bytes: number; sha256: string },
  { tenantId: string; documentId: string }
>(
  'document-upload',
  'select blob_id, filename, size_bytes, sha256 from documents where tenant_id = :tenantId and id = :documentId',
);

/** Opens the current file, or the file at revision `upTo`. Throws DOCUMENT_NOT_FOUND. */
export async function openDocumentFile(
  uow: UnitOfWork,
  tenantId: string,
  documentId: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<DocumentFile> {
  const [[upload], revisions] = await uow.readAll(tenantId, [
    selectUpload({ tenantId, documentId }),
    selectTails({ tenantId, documentId }),
  ]);
  if (!upload) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  const tails = revisions.filter(({ n }) => n <= upTo);
  const last = tails.at(-1);
  return {
    size: last?.length ?? upload.size_bytes,
    sha256: last?.sha256 ?? upload.sha256,
    revision: last?.n ?? 0,
    blobKey: `${tenantId}/${upload.blob_id}`,
    uploadSize: upload.size_bytes,
    tails: unpacked(upload.size_bytes, tails),
    filename: upload.filename,
  };
}

/**
 * Returns the bytes that each revision appended. If a revision was damaged in the database, zeros of the same length
 * replace it, so the hash of the file and its signatures reveal the damage. Unpacking any revision requires the first
 * revision (docs/adr/0077).
 */
function unpacked(uploadSize: number, tails: readonly { n: number; tail: Buffer; length: number }[]): Buffer[] {
  const sent = tails.find(({ n }) => n === 1);
  const first = sent && unpack(sent.tail, sent.length);
  return tails.map(({ n, tail, length }, index) => {
    const size = Math.max(0, length - (tails[index - 1]?.length ?? uploadSize));
    return (n === 1 ? first : unpack(tail, length, first)) ?? Buffer.alloc(size);
  });
}

/** Both `start` and `end` are inclusive. */
export function streamDocumentFile(
  blobs: CheckedBlobs,
  file: DocumentFile,
  range: { start: number; end: number },
): Readable {
  return Readable.from(readRange(blobs, file, range), { objectMode: false });
}

async function* readRange(
  blobs: CheckedBlobs,
  file: DocumentFile,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  if (start < file.uploadSize) yield* blobs.stream(file.blobKey, { start, end: Math.min(end, file.uploadSize - 1) });
  let at = file.uploadSize;
  for (const tail of file.tails) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, tail.length - 1);
    if (from <= to) yield tail.subarray(from, to + 1);
    at += tail.length;
  }
}

export async function pdfSource(blobs: CheckedBlobs, file: DocumentFile): Promise<PdfSource> {
  return { parts: [await blobs.part(file.blobKey), ...file.tails.map((bytes) => ({ bytes }))] };
}

/** Does not check whether the upload is intact. Only for verification, which must also read damaged files. */
export async function storedSource(blobs: CheckedBlobs, file: DocumentFile): Promise<PdfSource> {
  return { parts: [await blobs.unchecked(file.blobKey), ...file.tails.map((bytes) => ({ bytes }))] };
}

export type DownloadType = 'signed' | 'original' | 'current' | 'audit' | 'bundle';

const SUFFIXES = {
  signed: 'signed.pdf',
  current: 'current.pdf',
  audit: 'certificate.pdf',
  bundle: 'completed.zip',
} as const;

export function downloadName(filename: string, type: DownloadType): string {
  const stem = fittingName(filename).replace(/\.pdf$/i, '') || 'document';
  if (type === 'original') return `${stem}.pdf`;
  return `${stem}-${SUFFIXES[type]}`;
}
