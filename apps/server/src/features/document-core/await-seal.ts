/** Between the last signature and the seal lie milliseconds: whoever comes in them waits, and meets the finished file. */
import type { DocumentStatus } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { SealWaiter } from './seal-waiter.ts';

/** Of one request, however many documents it is about. */
export const SEAL_WAIT_MS = 10_000;

export type SealState = { status: DocumentStatus; sealed_at: Date | null };

/** Everybody has signed, and the seal is still to come. */
const isUnsealed = ({ status, sealed_at: at }: SealState): boolean => status === 'completed' && at === null;

/** Throws SERVICE_UNAVAILABLE where it has not been sealed in ten seconds. */
export async function awaitSeal(
  { uow, sealed }: { uow: UnitOfWork; sealed: SealWaiter },
  tenantId: string,
  document: SealState & { id: string },
): Promise<void> {
  if (!isUnsealed(document) || (await sealed.wait(uow, tenantId, document.id, SEAL_WAIT_MS))) return;
  throw stillUnsealed(document.id);
}

export const stillUnsealed = (documentId: string): AppError =>
  notYet(documentId, 'The finished file is still being sealed.');

/** What is waited for was not there in time. */
export const notYet = (documentId: string, message: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', { documentId }, { message, retryAfter: 5 });
