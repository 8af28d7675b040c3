/**
 * Builds an export part by part (ADR 64). Each part consists of a file and a row, and is committed together with the
 * position where the next part starts. After a crash, the export continues after the last committed part. The file of a
 * part that was not committed has no row.
 */
import type { Id } from '@countersign/contract';
import type { Vault } from '../../platform/crypto/seal.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { AppError } from '../../platform/errors.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Job, JobHandler } from '../../platform/jobs/runner.ts';
import type { ErasureLedger } from '../../platform/ports/erasure-ledger.ts';
import { writeBlob } from '../../platform/blobs/blob-keys.ts';
import type { CheckedBlobs, StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { passedThrough } from '../../platform/optimizations/buffer-collection.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { ZipWriter } from '../../platform/zip/zip-writer.ts';
import { queueMail } from '../accounts/index.ts';
import type { CertificateDependencies } from '../completion-certificate/index.ts';
import { buildExportJob } from './export-job.ts';
import { continuations } from './reactions.ts';
import type { ExportEntry, Progress } from './section.ts';
import { sectionsOf } from './sections.ts';
import {
  deleteParts,
  type ExportRow,
  insertPart,
  lockExport,
  selectExport,
  selectMailTo,
  selectOthersReady,
  updateEnded,
  updatePart,
} from './store.ts';

export type BuildDependencies = CertificateDependencies & {
  uow: UnitOfWork;
  blobs: CheckedBlobs;
  vault: Vault;
  ledger: ErasureLedger;
};

/** A part ends with the batch that reaches one of these limits. */
const PART_BYTES = 32 * 2 ** 20;
const PART_DOCUMENTS = 500;
const PART_MS = 10_000;
/**
 * The minimum size that is counted for each entry in the buffer. Otherwise, a part could collect too many small
 * entries.
 */
const ENTRY_BYTES = 64 * 2 ** 10;
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

type Part = { blob: StagedFile; zip: ZipWriter; section: number; cursor: string | null; progress: Progress };
type ExportJob = Job<{ exportId: Id<'export'> }>;

export function buildExportHandler(dependencies: BuildDependencies): JobHandler<{ exportId: Id<'export'> }> {
  const { uow } = dependencies;
  return {
    definition: buildExportJob,
    run: async (job) => {
      const { tenantId } = job;
      const [row] = await uow.read(tenantId, selectExport(tenantId, job.payload.exportId));
      if (row?.status !== 'running') return;
      const part = await buildPart(dependencies, tenantId, row);
      failpoint('export.staged');
      try {
        await keepPart(dependencies, job, row, part);
      } finally {
        await part.blob.discard();
      }
    },
    dead: ({ tenantId, payload }) => failExport(uow, tenantId, payload.exportId),
  };
}

async function buildPart(dependencies: BuildDependencies, tenantId: string, row: ExportRow): Promise<Part> {
  const progress: Progress = { documents: row.documents_done };
  const sections = await sectionsOf(dependencies, tenantId, row, progress);
  const zip = new ZipWriter(row.size_bytes, row.created_at);
  const began = performance.now();
  let { section, cursor } = row;
  const hasRoom = (): boolean =>
    zip.size < PART_BYTES &&
    progress.documents - row.documents_done < PART_DOCUMENTS &&
    performance.now() - began < PART_MS;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let read = sections[section]; read && hasRoom(); read = sections[section]) {
      const batch = await read(cursor);
      for (const entry of batch.entries) {
        yield* write(zip, entry);
        passedThrough(ENTRY_BYTES);
      }
      progress.documents += batch.documents ?? 0;
      cursor = batch.next;
      if (cursor === null) section += 1;
    }
  }
  const blob = await dependencies.blobs.stage(bytes());
  return { blob, zip, section: sections[section] ? section : -1, cursor, progress };
}

/** An unreadable file is replaced by a note, so that one damaged file does not prevent the export of all others. */
async function* write(zip: ZipWriter, { path, read }: ExportEntry): AsyncGenerator<Uint8Array> {
  const before = zip.entries;
  try {
    const content = await read();
    if (content instanceof Uint8Array) yield* zip.add(path, content);
    else yield* zip.addFile(path, content);
  } catch (error) {
    const reason = error instanceof AppError ? MISSING[error.code] : undefined;
    if (reason === undefined || zip.entries > before) throw error;
    yield* zip.add(`${path}.missing.json`, Buffer.from(JSON.stringify({ path, reason }, null, 2)));
  }
}
const MISSING: Readonly<Partial<Record<AppError['code'], string>>> = {
  FILE_DAMAGED: 'damaged',
  DOCUMENT_NOT_FOUND: 'erased',
};

async function keepPart({ uow }: BuildDependencies, job: ExportJob, row: ExportRow, part: Part): Promise<void> {
  const { tenantId } = job;
  const { blob, zip } = part;
  const blobId = newId('blob', uow.now());
  const { wrapFor, chunkHashes } = await blob.commit(`${tenantId}/${blobId}`);
  failpoint('export.named');
  await uow.run(tenantId, async (tx) => {
    const [now] = await tx.query(lockExport(tenantId, row.id));
    job.done(tx);
    // The export was canceled, or another worker finished the part first. The file has no row and is deleted like any
    // unreferenced file.
    if (now?.status !== 'running' || now.parts !== row.parts) return;
    const { size, sha256 } = blob;
    writeBlob(tx, tenantId, row.id, { blobId, size, sha256, isCounted: false, chunkHashes, wrapFor });
    tx.write(insertPart(tenantId, row.id, row.parts, blobId, blob.size, zip.directory));
    const done = part.section < 0;
    tx.write(
      updatePart({
        tenantId,
        id: row.id,
        section: part.section,
        cursor: part.cursor,
        entries: zip.entries,
        bytes: blob.size,
        documents: part.progress.documents,
        finishedAt: done ? tx.now : null,
        expiresAt: done ? new Date(tx.now.getTime() + KEPT_DAYS * DAY_MS) : null,
      }),
    );
    if (done) await finish(uow, tx, tenantId, { ...row, size_bytes: row.size_bytes + blob.size }, part.progress);
    else uow.recorder.start(tx, tenantId, continuations.exportGoesOn, { exportId: row.id });
    failpointsOfCommit(tx, 'export-part');
  });
}

/**
 * Only the newest finished export of each kind is retained, because it contains everything that older exports contain.
 */
async function finish(
  uow: UnitOfWork,
  tx: Tx,
  tenantId: string,
  row: ExportRow,
  { documents }: Progress,
): Promise<void> {
  for (const { id } of await tx.query(selectOthersReady(tenantId, row.requested_by, row.scope, row.id))) {
    await deleteParts(tx, tenantId, id);
    tx.write(updateEnded(tenantId, id, 'expired', tx.now));
  }
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: 'export.finished',
    actor: { kind: 'system', id: 'export' },
    target: { kind: 'export', id: row.id },
    data: { scope: row.scope, documents, size_bytes: row.size_bytes },
  });
  const [reader] = await tx.query(selectMailTo(tenantId, row.requested_by));
  if (!reader) return;
  const detail = new Date(tx.now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { email, name, organization } = reader;
  await queueMail(uow, tx, { mail: 'export-ready', to: email, name, tenantId, organization, detail });
}

async function failExport(uow: UnitOfWork, tenantId: string, id: Id<'export'>): Promise<void> {
  await uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(lockExport(tenantId, id));
    if (row?.status !== 'running') return;
    await deleteParts(tx, tenantId, id);
    tx.write(updateEnded(tenantId, id, 'failed', tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'export.failed',
      actor: { kind: 'system', id: 'export' },
      target: { kind: 'export', id },
      data: {},
    });
  });
}
