/**
 * Archive renewal (EN 319 142-1 §5.5, §6.3 note 12). Before the newest time-stamp's certificate expires, or an
 * algorithm it depends on becomes unreliable, appends validation data about the time-stamp and another document
 * time-stamp over everything. Verification then checks the previous time-stamp at the time of the new one (EN 319 102-1
 * §5.6.3). Earlier bytes never change. Idempotent: a file that is protected long enough is not changed.
 */
import { type ArchiveState, prepareSeal } from '@countersign/pdf-sign';
import { agedAlgorithms, type Certificate, type Protection } from '@countersign/pki';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Job, type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Authority } from '../authority/index.ts';
import { finishRevision, timestampChain } from '../document-core/index.ts';
import { keepProtection, postponeRenewal } from './archive-statements.ts';
import type { ArchivedFile, FileKind, LoadArchived, Renewal } from './archived-file.ts';
import { renewArchiveJob, type RenewalPayload } from './renewal-job.ts';
import type { RenewalRules } from './renewal-schedule.ts';

export type RenewalDependencies = {
  uow: UnitOfWork;
  authority: Authority;
  pdf: PdfPool;
  files: Readonly<Record<FileKind, LoadArchived>>;
  rules: RenewalRules;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

type Former = Protection & { path: readonly Certificate[]; time: Date; isOutside: boolean };

const DAY_MS = 86_400_000;
/**
 * The number of days until the next attempt if a renewal would not extend the protection today. Another authority may
 * be configured by then.
 */
const LATER = 30;

export function renewArchiveHandler(dependencies: RenewalDependencies): JobHandler<RenewalPayload> {
  const { uow, pdf, files, authority, log } = dependencies;
  return {
    definition: renewArchiveJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { documentId, file: kind = 'document' } = payload;
      failpoint('renewal.begun');
      const file = await files[kind](tenantId, documentId);
      // The document is in the trash or was erased. If it is restored, the schedule finds it again.
      if (!file) return postpone(dependencies, job);
      const archive = await pdf.readArchive(file.source, { owner: { tenant: tenantId } });
      const former = archive.token && authority.time.protection(archive.token, authority.anchors(file.environment));
      if (!former) throw new PermanentJobError(`the newest time-stamp of the ${kind} ${documentId} cannot be read`);
      if (!isDue(dependencies, former)) return note(dependencies, job, former);
      if (former.expiresAt <= uow.now()) {
        // A new time-stamp could not rely on the one that has expired, so the file is not renewed. It keeps its other
        // evidence.
        log.error(
          { documentId, file: kind, expired: former.expiresAt },
          'the archive time-stamp of a sealed file was not renewed in time',
        );
        return postpone(dependencies, job, former);
      }
      const made = await makeRenewal(dependencies, documentId, file, former, archive);
      failpoint('renewal.made');
      if (!extendsProtection(dependencies, former, made.protection)) {
        log.warn(
          { documentId, file: kind, until: former.expiresAt.toISOString() },
          "archive renewal was postponed: the time-stamping authority's current certificate would not extend the protection",
        );
        return postpone(dependencies, job, former);
      }
      // A crash before the commit leaves the file unchanged, and the job runs again.
      await uow.run(tenantId, async (tx) => {
        if (!(await file.append(tx, made))) return;
        tx.write(keepProtection(tenantId, documentId, kind, made.protection, tx.now));
        job.done(tx);
        failpointsOfCommit(tx, 'renewal');
      });
    },
  };
}

function isDue({ uow, rules: { days, aged = agedAlgorithms } }: RenewalDependencies, protection: Protection): boolean {
  const horizon = new Date(uow.now().getTime() + days * DAY_MS);
  const names = new Set<string>(aged(horizon));
  return protection.expiresAt <= horizon || protection.algorithms.some((name) => names.has(name));
}

/** True if a new time-stamp would last longer than the current one, or would not be due for renewal itself. */
function extendsProtection(dependencies: RenewalDependencies, former: Protection, next: Protection): boolean {
  return next.expiresAt > former.expiresAt || !isDue(dependencies, next);
}

async function makeRenewal(
  { authority, uow }: RenewalDependencies,
  documentId: string,
  { environment, hashState }: ArchivedFile,
  former: Former,
  { state, field }: ArchiveState,
): Promise<Renewal> {
  // The data is current, because it is collected while the previous certificate is still valid and its status is
  // maintained (EN 319 102-1 §5.6.2.2).
  const stamper = former.path[0];
  const ours = former.isOutside || stamper === undefined ? [] : [{ certificate: stamper }];
  const own = await authority.status.forDocument(environment, ours, uow.now());
  const outside = former.isOutside ? await authority.time.evidence([former.path], former.time) : undefined;
  const missing = [...own.missing, ...(outside?.missing ?? [])].filter(({ later }) => later);
  // The current time-stamp stays valid long enough, so the renewal fails now and the schedule retries it until shortly
  // before the time-stamp expires.
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
    hashState,
    unsigned,
    async (digest) => {
      stamp = await authority.time.stamp(environment, digest, { documentId });
      return stamp.token;
    },
    { forTimestamp: true },
  );
  const protection = stamp && authority.time.protection(stamp.token, authority.anchors(environment));
  if (!stamp || !protection) throw new Error('the new time-stamp cannot be read');
  return {
    revision: { ...revision, timestampChain: timestampChain(stamp) },
    protection,
    authority: stamp.authority,
  };
}

function note({ uow }: RenewalDependencies, job: Job<RenewalPayload>, protection: Protection): Promise<void> {
  return finish(uow, job, (tx, file) => keepProtection(job.tenantId, job.payload.documentId, file, protection, tx.now));
}

function postpone({ uow }: RenewalDependencies, job: Job<RenewalPayload>, protection?: Protection): Promise<void> {
  const { tenantId, payload } = job;
  return finish(uow, job, (tx, file) => {
    const again = new Date(tx.now.getTime() + LATER * DAY_MS);
    return protection
      ? keepProtection(tenantId, payload.documentId, file, protection, again)
      : postponeRenewal(tenantId, payload.documentId, file, again);
  });
}

function finish(
  uow: UnitOfWork,
  job: Job<RenewalPayload>,
  change: (tx: Tx, file: FileKind) => Parameters<Tx['write']>[0],
): Promise<void> {
  return uow.run(job.tenantId, async (tx) => {
    tx.write(change(tx, job.payload.file ?? 'document'));
    job.done(tx);
  });
}
