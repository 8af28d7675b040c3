/**
 * Creates a zip with all files of a completed document: the signed PDF, the certificate of completion, the signers'
 * attachments and the audit trail. The trail contains the hashed bytes of one entry per line, up to the entry that the
 * certificate covers. A separate file contains the personal fields to which the entries commit. A recipient's zip
 * contains the PDF, the trail and the recipient's own personal fields.
 */
import { Readable } from 'node:stream';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Committed, openCommitted, selectPersonal } from '../../platform/audit/personal.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { fittingName } from '../../platform/file-name.ts';
import type { Certificate } from './certificate.ts';
import { selectBoundAttachments } from './store.ts';
import { type AuditRow, selectAuditEntries } from '../../platform/audit/entries.ts';
import { untilCompletion } from './facts.ts';
import { zipSize, zipStream, type ZipEntry } from './zip.ts';

export type StoredFile = {
  size: number;
  /** The entity tag, which changes whenever the bytes change. */
  etag: string;
  filename: string;
  contentType?: string;
  /** `start` and `end` are inclusive. */
  open: (range: { start: number; end: number }) => Readable | Uint8Array;
};

type Bundled = {
  tenantId: string;
  documentId: string;
  filename: string;
  signed: StoredFile;
  /**
   * The certificate of completion. Set only in the sender's bundle, because it contains data about the other
   * recipients.
   */
  certificate: Certificate | undefined;
  signerId: string | undefined;
};

export async function openBundle(
  { uow, blobs, vault }: { uow: UnitOfWork; blobs: CheckedBlobs; vault: Vault },
  { tenantId, documentId, filename, signed, certificate, signerId }: Bundled,
): Promise<StoredFile> {
  const [all, sealed, bound] = await uow.readAll(tenantId, [
    selectAuditEntries(tenantId, documentId),
    selectPersonal(tenantId, documentId),
    selectBoundAttachments(tenantId, documentId),
  ]);
  const rows = certificate ? all.filter(({ n }) => n <= certificate.auditN) : untilCompletion(all).entries;
  const trail = Buffer.concat(rows.flatMap(({ bytes }) => [bytes, Buffer.from('\n')]));
  const personal = personalLines(rows, openCommitted(vault, tenantId, sealed), signerId);
  const attached = signerId === undefined ? bound : [];
  const at = rows.at(-1)?.at ?? uow.now();
  const entries: ZipEntry[] = [
    { path: signed.filename, size: signed.size, open: () => piecesOf(signed.open({ start: 0, end: signed.size - 1 })) },
    ...(certificate ? [held(signed.filename.replace(/-signed\.pdf$/, '-certificate.pdf'), certificate.bytes)] : []),
    held('audit/entries.jsonl', trail),
    held('audit/personal.jsonl', personal),
    ...attached.map(({ blob_id: blobId, filename: name, size_bytes: size }, index): ZipEntry => ({
      // The attachments are numbered, because two signers may attach files with the same name.
      path: `attachments/${index + 1}-${fittingName(name)}`,
      size,
      open: () => blobs.stream(`${tenantId}/${blobId}`),
    })),
  ];
  return {
    size: zipSize(entries),
    etag: sha256Hex(
      // The hash includes the time in the server's time zone, because zip files store local times.
      [
        signed.etag,
        certificate?.sha256,
        sha256Hex(trail),
        sha256Hex(personal),
        ...attached.map(({ sha256 }) => sha256),
        String(at),
      ].join(' '),
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

/**
 * Returns names, addresses and other data to which entries only commit, with the salts that prove the commitments. Each
 * entry is one line. A recipient gets only their own data. Bundles do not contain erased data.
 */
function personalLines(
  rows: readonly AuditRow[],
  committed: ReadonlyMap<string, Committed>,
  signerId: string | undefined,
): Buffer {
  const lines = rows.flatMap(({ n, id }) => {
    const own = committed.get(id);
    if (!own || (signerId !== undefined && own.personId !== signerId)) return [];
    return [`${JSON.stringify({ n, id, salt: own.salt.toString('hex'), fields: own.fields })}\n`];
  });
  return Buffer.from(lines.join(''));
}

const held = (path: string, bytes: Uint8Array): ZipEntry => ({ path, size: bytes.length, open: () => piecesOf(bytes) });

async function* piecesOf(content: Readable | Uint8Array): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content as AsyncIterable<Uint8Array>;
}

/** Yields a range of a stream that can only be read from its beginning. */
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
