/**
 * The zip of an export as downloaded: its parts, then all central directories, then the end record. The zip is never
 * held in memory as a whole. Any range can be read, so an interrupted download can be resumed.
 */
import { Readable } from 'node:stream';
import type { Id } from '@countersign/contract';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { AppError } from '../../platform/errors.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { endOfZip } from '../../platform/zip/zip-writer.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { requireOwnExport } from './read-exports.ts';
import { type ExportRow, selectDirectory, selectOwnExport, selectParts } from './store.ts';

type Range = { start: number; end: number };
type Piece = { size: number; open: (range: Range) => AsyncIterable<Uint8Array> };

export async function downloadExport(
  { uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs },
  context: RequestContext<UserPrincipal>,
  id: Id<'export'>,
): Promise<ByteAnswer> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  const [selected] = await uow.read(tenantId, selectOwnExport(tenantId, id, userId));
  const row = requireOwnExport(selected, principal, id);
  const { status, scope, created_at: at, expires_at: until } = row;
  // The export expires at the stated time, even if its files have not been deleted yet.
  if (status !== 'ready' || until === null || until <= uow.now())
    throw new AppError('EXPORT_STATE', {
      exportId: id,
      status: status === 'ready' ? 'expired' : status,
      allowed: ['ready'],
    });
  const pieces = await piecesOf(uow, blobs, tenantId, row);
  return new ByteAnswer({
    size: pieces.reduce((sum, { size }) => sum + size, 0),
    // The ID can serve as the entity tag, because the bytes never change once the export is ready.
    etag: id,
    filename: `countersign-${scope === 'own' ? 'my-data' : 'organization'}-${at.toISOString().slice(0, 10)}.zip`,
    open: (range) => Readable.from(read(pieces, range), { objectMode: false }),
    beforeBytes: async () => {
      await uow.run(tenantId, (tx) =>
        uow.recorder.record(tx, tenantId, tenantId, {
          action: 'export.downloaded',
          actor: auditActor(principal),
          target: { kind: 'export', id },
          data: { scope },
          personal: { personId: userId, fields: requestOrigin(context) },
        }),
      );
    },
  });
}

async function piecesOf(uow: UnitOfWork, blobs: CheckedBlobs, tenantId: string, row: ExportRow): Promise<Piece[]> {
  const parts = await uow.read(tenantId, selectParts(tenantId, row.id));
  const files = parts.map(({ blob_id: blob, size_bytes: size }): Piece => ({
    size,
    open: (range) => blobs.stream(`${tenantId}/${blob}`, range),
  }));
  const directories = parts.map(({ n, directory_bytes: size }): Piece => ({
    size,
    open: async function* (range) {
      const [one] = await uow.read(tenantId, selectDirectory(tenantId, row.id, n));
      if (!one) throw new AppError('EXPORT_NOT_FOUND', { exportId: row.id });
      yield one.directory.subarray(range.start, range.end + 1);
    },
  }));
  const size = directories.reduce((sum, piece) => sum + piece.size, 0);
  const end = endOfZip({ entries: row.entries, size, start: row.size_bytes });
  const last: Piece = {
    size: end.length,
    open: async function* (range) {
      yield end.subarray(range.start, range.end + 1);
    },
  };
  return [...files, ...directories, last];
}

async function* read(pieces: readonly Piece[], { start, end }: Range): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { size, open } of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, size - 1);
    if (from <= to) yield* open({ start: from, end: to });
    at += size;
    if (at > end) return;
  }
}
