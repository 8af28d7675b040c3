/**
 * Announces a completion when a checkpoint of the audit log covers it, so that `document.completed` carries the proof
 * (ADR 125). If the log cannot sign, the completion is announced without the proof after a few attempts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { EventData } from '@countersign/contract';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockDocument, selectKeptDocument, selectSigners } from '../document-core/store/index.ts';
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

/** How long one attempt waits for the checkpoint. */
const PROOF_MS = 5_000;

type Proof = EventData<'document.completed'>['audit_proof'];

export function announceCompletionHandler(dependencies: AnnounceDependencies): JobHandler<AnnounceCompletion> {
  const { uow, log } = dependencies;
  return {
    definition: announceCompletionJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { documentId, sequence } = payload;
      const { recipients, endOfPackage } = JSON.parse(payload.announced) as Announced;
      const proof = await within(
        PROOF_MS,
        completionProof(dependencies, tenantId, { stream: documentId, sequence }),
      ).catch((err: unknown): Proof => {
        if (job.attempt < ATTEMPTS_WITH_PROOF) throw err;
        log.warn({ err, tenantId, documentId }, 'a completion was announced without a proof of the audit log');
        return null;
      });
      failpoint('completion.proved');
      await uow.run(tenantId, async (tx) => {
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument({ tenantId, documentId }),
          selectKeptDocument({ tenantId, documentId }),
          selectSigners({ tenantId, documentId }),
        ]);
        const [, [document], signers] = rows;
        job.done(tx);
        // Erased since it was sealed.
        if (!document) return;
        const { title, completed_at: completedAt } = document;
        trail.announce([
          {
            kind: 'document.completed',
            data: {
              documentId,
              document: { id: documentId, title, status: 'completed' },
              completed_at: (completedAt ?? tx.now).toISOString(),
              signers: signers.flatMap(({ email, signed_at: at }) =>
                at ? [{ email, signed_at: at.toISOString() }] : [],
              ),
              recipients: [...recipients],
              audit_proof: proof,
            },
          },
          ...(endOfPackage ? [endOfPackage] : []),
        ]);
        failpointsOfCommit(tx, 'completion');
      });
    },
  };
}

/** Rejects after this time. The work continues, because its result also serves others. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const tooLate = wait(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no checkpoint of the audit log within ${ms} ms`);
  });
  // The loser of the race may fail later, and nothing waits for it.
  work.catch(() => {});
  tooLate.catch(() => {});
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    ended.abort();
  }
}
