import type { Id } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { continuations } from './reactions.ts';

/** A document completed by an older version has no certificate, and a job that gave up gets another chance. */
export function askForCertificate(uow: UnitOfWork, tenantId: string, documentId: Id<'document'>): Promise<void> {
  return uow.run(tenantId, async (tx) =>
    uow.recorder.start(tx, tenantId, continuations.certificateMissing, { documentId }),
  );
}
