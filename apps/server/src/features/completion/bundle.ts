/**
 * Everything of a completed document in one zip: the signed PDF, the certificate of completion, what signers attached, and the
 * audit trail up to where the certificate vouches for it, one entry a line: the bytes that were hashed.
 */
import { Readable } from 'node:stream';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { fittingName } from '../../platform/file-name.ts';
import type { Certificate } from './certificate.ts';
import { selectBoundAttachments } from './store.ts';
import { selectAuditEntries } from '../documents/index.ts';
import { zipSize, zipStream, type ZipEntry } from './zip.ts';

/** Bytes that a download answers with. */
export type StoredFile = {
  size: number;
  /** Changes with the bytes. */
  etag: string;
  filename: string;
  contentType?: string;
  /** From `start` to `end`, both included. */
  open: (range: { start: number; end: number }) => Readable | Uint8Array;
};

export async function openBundle(
  { uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs },
  {
    tenantId,
    documentId,
    filename,
    signed,
    certificate,
  }: { tenantId: string; documentId: string; filename: string; signed: StoredFile; certificate: Certificate },
): Promise<StoredFile> {
  const rows = await uow.read(tenantId, selectAuditEntries(tenantId, documentId));
  const lines = rows.filter(({ n }) => n <= certificate.auditN).flatMap(({ bytes }) => [bytes, Buffer.from('\n')]);
  const trail = Buffer.concat(lines);
  const attached = await uow.read(tenantId, selectBoundAttachments(tenantId, documentId));
  const at = rows.find(({ n }) => n === certificate.auditN)?.at ?? uow.now();
  const entries: ZipEntry[] = [
    { name: signed.filename, size: signed.size, read: () => signed.open({ start: 0, end: signed.size - 1 }) },
    {
      name: signed.filename.replace(/-signed\.pdf$/, '-certificate.pdf'),
      size: certificate.bytes.length,
      read: () => certificate.bytes,
    },
    { name: 'audit/entries.jsonl', size: trail.length, read: () => trail },
    ...attached.map(({ blob_id: blobId, filename: name, size_bytes: size }, index): ZipEntry => ({
      // Numbered: two signers may attach files of one name.
      name: `attachments/${index + 1}-${fittingName(name)}`,
      size,
      read: () => blobs.stream(`${tenantId}/${blobId}`),
    })),
  ];
  return {
    size: zipSize(entries, at),
    etag: sha256Hex(
      // Times in a zip are those of the server's time zone.
      [signed.etag, certificate.sha256, sha256Hex(trail), ...attached.map(({ sha256 }) => sha256), String(at)].join(
        ' ',
      ),
    ),
    filename,
    contentType: 'application/zip',
    open: ({ start, end }) =>
      Readable.from(
        slice(() => zipStream(entries, at), start, end),
        { objectMode: false },
      ),
  };
}

/** A range of a stream that can only be read from its beginning. */
async function* slice(open: () => Readable, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of open() as AsyncIterable<Uint8Array>) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at + 1, chunk.length);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.length;
    if (at > end) return;
  }
}
