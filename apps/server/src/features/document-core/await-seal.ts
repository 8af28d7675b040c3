/**
 * A request that arrives between the last signature and the seal usually waits for a few milliseconds and then gets the
 * finished file.
 */
import type { DocumentStatus } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { SealWaiter } from './seal-waiter.ts';

/** The maximum time that one request waits, regardless of the number of documents. */
export const SEAL_WAIT_MS = 10_000;

export type SealState = { status: DocumentStatus; sealed_at: Date | null };

const isUnsealed = ({ status, sealed_at: at }: SealState): boolean => status === 'completed' && at === null;

/** Throws SERVICE_UNAVAILABLE if the document is not sealed within ten seconds. */
export async function awaitSeal(
  { uow, sealed }: { uow: UnitOfWork; sealed: SealWaiter },
  tenantId: string,
  document: SealState & { id: string },
): Promise<void> {
  if (!isUnsealed(document) || (await sealed.wait(uow, tenantId, document.id, SEAL_WAIT_MS))) return;
  throw stillUnsealed(document.id);
}

export const stillUnsealed = (documentId: string): AppError =>
  notYet(documentId, 'The completed file is still being sealed.');

export const notYet = (documentId: string, message: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', { documentId }, { message, retryAfter: 5 });
