/**
 * Announces a completion when a checkpoint of the audit log covers it, so that `document.completed` contains the proof
 * (ADR 125). If the log cannot sign, the completion is announced without the proof after a few attempts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyEvent, EventData } from '@countersign/contract';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Job, JobHandler, Together } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type CompletedRow, lockCompleted } from '../document-core/store/index.ts';
import { completionProof, type ProofServices } from '../transparency-log/index.ts';
import {
  type AnnounceCompletion,
  announceCompletionJob,
  type Announced,
  ATTEMPTS_WITH_PROOF,
} from './announce-completion-job.ts';

export type AnnounceDependencies = ProofServices & {
  uow: UnitOfWork;
  log: { warn(fields: object, message: string): void };
};

const PROOF_MS = 5_000;

type Proof = EventData<'document.completed'>['audit_proof'];

export function announceCompletionHandler(dependencies: AnnounceDependencies): JobHandler<AnnounceCompletion> {
  const run = (jobs: Together<AnnounceCompletion>) => announce(dependencies, jobs);
  return {
    definition: announceCompletionJob,
    run: (job) => run([job]),
    // Completions that the same checkpoint covers are announced in one transaction.
    together: { of: () => 'all', run },
  };
}

async function announce(dependencies: AnnounceDependencies, jobs: Together<AnnounceCompletion>): Promise<void> {
  const { uow } = dependencies;
  const [{ tenantId }] = jobs;
  const proved = await Promise.all(jobs.map(async (job) => ({ job, proof: await proofFor(dependencies, job) })));
  failpoint('completion.proved');
  await uow.run(tenantId, async (tx) => {
    // The leases are checked first, so that a job that another worker has since taken over does not announce the
    // completion twice.
    const isHeld = new Map(jobs.map((job) => [job, job.done(tx)]));
    const documentIds = jobs.map(({ payload }) => payload.documentId).toSorted();
    const locked = tx.readLater([lockCompleted({ tenantId, documentIds })]);
    const trails = new Map(documentIds.map((id) => [id, uow.recorder.openLater(tx, tenantId, id)]));
    await tx.flush();
    const documents = new Map(locked()[0].map((document) => [document.id, document]));
    for (const { job, proof } of proved) {
      if (isHeld.get(job)?.() !== true) continue;
      const document = documents.get(job.payload.documentId);
      // The document is missing if it was erased after it was sealed.
      if (document)
        trails
          .get(document.id)?.()
          .announce(eventsOf(job.payload, document, { proof, now: tx.now }));
    }
    failpointsOfCommit(tx, 'completion');
  });
}

/** Returns the proof, or null after too many failed attempts. */
async function proofFor(dependencies: AnnounceDependencies, job: Job<AnnounceCompletion>): Promise<Proof> {
  const { tenantId, payload, attempt } = job;
  const { documentId, sequence } = payload;
  try {
    return await withTimeout(PROOF_MS, completionProof(dependencies, tenantId, { stream: documentId, sequence }));
  } catch (err) {
    if (attempt < ATTEMPTS_WITH_PROOF) throw err;
    dependencies.log.warn({ err, tenantId, documentId }, 'a completion notice was sent without an audit log proof');
    return null;
  }
}

function eventsOf(
  { documentId, announced }: AnnounceCompletion,
  { title, completed_at: completedAt, signers }: CompletedRow,
  { proof, now }: { proof: Proof; now: Date },
): AnyEvent[] {
  const { recipients, endOfPackage } = JSON.parse(announced) as Announced;
  return [
    {
      kind: 'document.completed',
      data: {
        documentId,
        document: { id: documentId, title, status: 'completed' },
        completed_at: (completedAt ?? now).toISOString(),
        signers: signers.map(({ email, signed_at: at }) => ({ email, signed_at: new Date(at).toISOString() })),
        recipients: [...recipients],
        audit_proof: proof,
      },
    },
    ...(endOfPackage ? [endOfPackage] : []),
  ];
}

/** Rejects after `ms`. The work continues, because other callers also use its result. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const tooLate = wait(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no checkpoint of the audit log was created within ${ms} ms`);
  });
  // The work may fail after the timeout, when no caller is waiting for it.
  work.catch(() => {});
  tooLate.catch(() => {});
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    ended.abort();
  }
}
