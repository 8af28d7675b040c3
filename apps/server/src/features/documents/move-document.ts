/** Archives, deletes and restores one document, or up to a hundred documents that are checked one by one. */
import { ERRORS, type Document, type DocumentStatus, type ErrorCode, type Id, isId } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  SEAL_WAIT_MS,
  stillUnsealed,
  type SealWaiter,
  decideArchive,
  decideDelete,
  decideRestore,
  type Refusal,
  type MovableRow,
  documentView,
  loadDocument,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import {
  lockForMove,
  moveToArchive,
  moveToTrash,
  takeFromArchive,
  takeFromTrash,
} from '../document-core/store/index.ts';
import { lockHolds, selectStandingHolds } from '../legal-holds/index.ts';
import { recordUnscheduled } from './schedule.ts';

export type MoveAction = 'archive' | 'delete' | 'restore';
type Step = {
  write: typeof moveToArchive;
  action: 'document.archived' | 'document.deleted' | 'document.restored';
  data: Record<string, string>;
  status: DocumentStatus;
};

function planMove(document: MovableRow, action: MoveAction): Step | Refusal {
  if (action === 'archive') {
    const decision = decideArchive(document);
    if (decision.refused !== undefined) return decision;
    return { write: moveToArchive, action: 'document.archived', data: { from: document.status }, status: 'archived' };
  }
  if (action === 'delete') {
    const decision = decideDelete(document);
    if (decision.refused !== undefined) return decision;
    const { status } = document;
    return { write: moveToTrash, action: 'document.deleted', data: { status }, status };
  }
  const decision = decideRestore(document);
  if (decision.refused !== undefined) return decision;
  const { from } = decision;
  const status = from === 'trash' ? document.status : (document.archived_from ?? document.status);
  const write: Step['write'] =
    from === 'trash' ? ({ now: _, ...document }) => takeFromTrash(document) : takeFromArchive;
  return { write, action: 'document.restored', data: { from }, status };
}

type Moved = { status: DocumentStatus } | (Refusal & { status: DocumentStatus | null });
export type MoveDependencies = { uow: UnitOfWork; sealed: SealWaiter };

/** @param until the time until which to wait for a pending seal, in terms of `performance.now()` */
async function move(
  dependencies: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: string,
  action: MoveAction,
  until: number,
): Promise<Moved> {
  const moved = await moveNow(dependencies, context, documentId, action);
  if (!('refused' in moved) || moved.refused !== 'SERVICE_UNAVAILABLE') return moved;
  const left = until - performance.now();
  const { uow, sealed } = dependencies;
  if (left <= 0 || !(await sealed.wait(uow, context.principal.tenantId, documentId, left))) return moved;
  return moveNow(dependencies, context, documentId, action);
}

async function moveNow(
  { uow }: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: string,
  action: MoveAction,
): Promise<Moved> {
  const { principal } = context;
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    const lock = lockForMove({ tenantId, documentId, owner: ownDocumentsOnly(principal) });
    const [document] =
      action === 'delete' ? (await tx.queryAll([lockHolds(), lock] as const))[1] : await tx.query(lock);
    if (!document) return { refused: 'DOCUMENT_NOT_FOUND', details: {}, status: null };
    const step = planMove(document, action);
    if ('refused' in step) return { ...step, status: step.refused === 'DOCUMENT_NOT_FOUND' ? null : document.status };
    if (action === 'delete' && (await tx.query(selectStandingHolds(documentId))).length > 0)
      return { refused: 'LEGAL_HOLD', details: { documentId }, status: document.status };
    if (document.scheduled_for && action !== 'restore')
      await recordUnscheduled(uow, tx, context, document, action === 'delete' ? 'deleted' : 'archived');
    tx.write(step.write({ tenantId, documentId, now: tx.now }));
    await uow.recorder.record(tx, tenantId, documentId, {
      action: step.action,
      actor: auditActor(principal),
      target: { kind: 'document', id: documentId },
      data: step.data,
      personal: { personId: principal.userId, fields: requestOrigin(context) },
    });
    failpointsOfCommit(tx, 'move');
    return { status: step.status };
  });
}

async function moveOrThrow(
  dependencies: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  action: MoveAction,
): Promise<void> {
  const moved = await move(dependencies, context, documentId, action, performance.now() + SEAL_WAIT_MS);
  if (!('refused' in moved)) return;
  if (moved.refused === 'SERVICE_UNAVAILABLE') throw stillUnsealed(documentId);
  throw new AppError(moved.refused, moved.refused === 'DOCUMENT_NOT_FOUND' ? { documentId } : moved.details);
}

/** Moves a document to the trash, where only the list of the trash and `restoreDocument` can access it. */
export function deleteDocument(
  dependencies: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
): Promise<void> {
  return moveOrThrow(dependencies, context, documentId, 'delete');
}

export async function restoreDocument(
  dependencies: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
): Promise<Document> {
  await moveOrThrow(dependencies, context, documentId, 'restore');
  const { document, signers, fields } = await loadDocument(dependencies.uow, context.principal, documentId);
  return documentView(document, signers, fields);
}

export type BulkResult = {
  documentId: string;
  success: boolean;
  status: DocumentStatus | null;
  error?: ErrorCode;
  message?: string;
};

/**
 * Moves each document in its own transaction, in the given order. Repeated IDs are handled once. After a crash, the
 * request can be repeated. Documents that were already moved then return INVALID_STATE or DOCUMENT_NOT_FOUND.
 */
export async function moveDocuments(
  dependencies: MoveDependencies,
  context: RequestContext<MemberPrincipal>,
  { action, documentIds }: { action: MoveAction; documentIds: readonly string[] },
): Promise<{ action: MoveAction; processed: number; failed: number; results: BulkResult[] }> {
  const results: BulkResult[] = [];
  const until = performance.now() + SEAL_WAIT_MS;
  for (const documentId of new Set(documentIds)) {
    const moved: Moved = isId('document', documentId)
      ? await move(dependencies, context, documentId, action, until)
      : { refused: 'DOCUMENT_NOT_FOUND', details: {}, status: null };
    const { status } = moved;
    if (!('refused' in moved)) results.push({ documentId, success: true, status });
    else results.push({ documentId, success: false, status, error: moved.refused, message: ERRORS[moved.refused][1] });
  }
  const processed = results.filter(({ success }) => success).length;
  return { action, processed, failed: results.length - processed, results };
}
