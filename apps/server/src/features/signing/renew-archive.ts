/**
 * Archive renewal (EN 319 142-1 §5.5, §6.3 note 12): before the newest time-stamp's certificate expires, or an algorithm it
 * rests on ends, validation data about it and a further document time-stamp over everything are appended. Verification then
 * judges the former one at the time of the new one (EN 319 102-1 §5.6.3). Earlier bytes stay as they are. It may run twice:
 * what is protected long enough is left alone.
 */
import type { Id } from '@countersign/contract';
import { prepareSeal } from '@countersign/pdf-sign';
import { agedAlgorithms, type Certificate, type Protection } from '@countersign/pki';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { type Job, type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Authority } from '../authority/index.ts';
import {
  type DocumentFile,
  type DocumentRow,
  finishRevision,
  type FinishedRevision,
  lockDocument,
  openDocumentFile,
  pdfSource,
  type RevisionRow,
  selectKeptDocument,
  selectLatestRevision,
  selectRevisionNumber,
  timestampChain,
  writeRevision,
} from '../documents/index.ts';
import { keepProtection, postponeRenewal } from './archive-statements.ts';
import { renewArchiveJob } from './renewal-job.ts';
import type { RenewalRules } from './renewal-schedule.ts';

export type RenewalDependencies = {
  uow: UnitOfWork;
  authority: Authority;
  pdf: PdfPool;
  blobs: BlobStore;
  rules: RenewalRules;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

type Payload = { documentId: Id<'document'> };
type Former = Protection & { path: readonly Certificate[]; time: Date; isOutside: boolean };
type Found = { document: DocumentRow; latest: RevisionRow; file: DocumentFile };

const DAY_MS = 86_400_000;
/** Where nothing can be gained today, in days: another authority may be configured by then. */
const LATER = 30;

export function renewArchiveHandler(dependencies: RenewalDependencies): JobHandler<Payload> {
  const { uow, pdf, blobs, authority, log } = dependencies;
  return {
    definition: renewArchiveJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { documentId } = payload;
      const found = await load(uow, tenantId, documentId);
      // In the trash, or gone: a document that is restored is found again.
      if (!found) return postpone(dependencies, job);
      const { state, token, field } = await pdf.readArchive(await pdfSource(blobs, found.file));
      const former = token && authority.time.protection(token, authority.anchors(found.document.environment));
      if (!former) throw new PermanentJobError(`the newest time-stamp of ${documentId} cannot be read`);
      if (!isDue(dependencies, former)) return note(dependencies, job, former);
      if (former.expiresAt <= uow.now()) {
        // A proof that has run out proves nothing to the next one; the file keeps its other evidence.
        log.error({ documentId, expired: former.expiresAt }, 'a document was not time-stamped anew in time');
        return postpone(dependencies, job, former);
      }
      const made = await makeRenewal(dependencies, found, former, { state, field });
      if (!gains(dependencies, former, made.protection)) {
        log.warn(
          { documentId, until: former.expiresAt.toISOString() },
          'archive renewal would gain nothing: the authority in use protects no longer than the one before',
        );
        return postpone(dependencies, job, former);
      }
      await commit(dependencies, job, found, made);
    },
  };
}

async function load(uow: UnitOfWork, tenantId: string, documentId: string): Promise<Found | undefined> {
  const [documents, revisions] = await uow.readAll(tenantId, [
    selectKeptDocument(tenantId, documentId),
    selectLatestRevision(tenantId, documentId),
  ]);
  const document = documents?.rows[0] as DocumentRow | undefined;
  const latest = revisions?.rows[0] as RevisionRow | undefined;
  if (!document?.sealed_at || !latest) return undefined;
  try {
    return { document, latest, file: await openDocumentFile(uow, tenantId, documentId, latest.n) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') return undefined;
    throw error;
  }
}

function isDue({ uow, rules: { days, aged = agedAlgorithms } }: RenewalDependencies, protection: Protection): boolean {
  const horizon = new Date(uow.now().getTime() + days * DAY_MS);
  const names = new Set<string>(aged(horizon));
  return protection.expiresAt <= horizon || protection.algorithms.some((name) => names.has(name));
}

/** A new time-stamp lasts longer, or rests on nothing that ends. */
function gains(dependencies: RenewalDependencies, former: Protection, next: Protection): boolean {
  return next.expiresAt > former.expiresAt || !isDue(dependencies, next);
}

type Made = { revision: FinishedRevision; protection: Protection; authority: string };

async function makeRenewal(
  { authority, uow }: RenewalDependencies,
  { document: { id: documentId, environment }, latest }: Found,
  former: Former,
  { state, field }: { state: RevisionRow['state']; field: string },
): Promise<Made> {
  // Of now: what is said while the former certificate is still valid and looked after (EN 319 102-1 §5.6.2.2).
  const own = await authority.status.forDocument(environment, []);
  const outside = former.isOutside ? await authority.time.evidence([former.path], former.time) : undefined;
  const missing = outside?.missing.filter(({ later }) => later) ?? [];
  // There is time: the schedule comes back until shortly before the end.
  if (missing.length > 0 && former.expiresAt.getTime() - uow.now().getTime() > LATER * DAY_MS)
    throw new Error(`no revocation data yet for ${missing.map(({ name }) => name).join(', ')}`);
  const unsigned = prepareSeal(
    state,
    {
      certificates: [...own.certificates, ...(outside?.certificates ?? [])],
      crls: [...own.crls, ...(outside?.crls ?? [])],
      ocsps: [...own.ocsps, ...(outside?.ocsps ?? [])],
    },
    { fileId: randomSecret(16), field, reserve: authority.timestampReserve(environment) },
  );
  let stamp: Stamp | undefined;
  const revision = await finishRevision(
    latest.hash_state,
    unsigned,
    async (digest) => {
      stamp = await authority.time.stamp(environment, digest, { documentId });
      return stamp.token;
    },
    { forTimestamp: true },
  );
  const protection = stamp && authority.time.protection(stamp.token, authority.anchors(environment));
  if (!stamp || !protection) throw new Error('the time-stamp that was made cannot be read');
  return {
    revision: { ...revision, timestampChain: timestampChain(stamp) },
    protection,
    authority: stamp.authority,
  };
}

/** Under the same locks as every revision; a crash before the commit leaves the document as it was, and the job to be run again. */
function commit(
  { uow }: RenewalDependencies,
  job: Job<Payload>,
  { latest }: Found,
  { revision, protection, authority }: Made,
): Promise<void> {
  const { tenantId, payload } = job;
  const { documentId } = payload;
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument(tenantId, documentId),
      selectRevisionNumber(tenantId, documentId),
    ]);
    const [locked, numbers] = rows;
    // Another worker was faster: its revision stands, this one is dropped.
    if (!locked?.[0] || (numbers?.[0] as { n: number } | undefined)?.n !== latest.n) return;
    const n = latest.n + 1;
    writeRevision(tx, tenantId, documentId, { n, kind: 'renewal' }, revision);
    tx.write(keepProtection(tenantId, documentId, protection, tx.now));
    await trail.record({
      action: 'document.renewed',
      actor: { kind: 'system', id: 'archive' },
      target: { kind: 'document', id: documentId },
      data: {
        revision: n,
        sha256: revision.sha256,
        authority,
        protected_until: protection.expiresAt.toISOString(),
        size_bytes: revision.state.length,
      },
    });
    job.done(tx);
  });
}

function note({ uow }: RenewalDependencies, job: Job<Payload>, protection: Protection): Promise<void> {
  return finish(uow, job, (tx) => keepProtection(job.tenantId, job.payload.documentId, protection, tx.now));
}

function postpone({ uow }: RenewalDependencies, job: Job<Payload>, protection?: Protection): Promise<void> {
  return finish(uow, job, (tx) => {
    const again = new Date(tx.now.getTime() + LATER * DAY_MS);
    return protection
      ? keepProtection(job.tenantId, job.payload.documentId, protection, again)
      : postponeRenewal(job.tenantId, job.payload.documentId, again);
  });
}

function finish(uow: UnitOfWork, job: Job<Payload>, change: (tx: Tx) => Parameters<Tx['write']>[0]): Promise<void> {
  return uow.run(job.tenantId, async (tx) => {
    tx.write(change(tx));
    job.done(tx);
  });
}
