import type { Id } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { voidForDeletion } from './void-document.ts';

type VoidForDeletion = (tenantId: string, userId: string, documentId: Id<'document'>) => Promise<unknown>;

export const inProgressServices = ({ uow }: { uow: UnitOfWork }): { voidForDeletion: VoidForDeletion } => ({
  voidForDeletion: (tenantId, userId, documentId) => voidForDeletion(uow, tenantId, userId, documentId),
});
