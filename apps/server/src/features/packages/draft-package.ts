/** A package before it is sent: its drafts and their order. */
import type { Id, PackageChange, PackageDetails, PackageInput } from '@countersign/contract';
import type { AuditAction } from '../../platform/audit/actions.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { claimPackageExternalId } from './external-ids.ts';
import { refuseScheduled } from '../documents/index.ts';
import { ownDocumentsOnly } from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { mayChange } from './domain.ts';
import { getPackage, loadPackage } from './read-packages.ts';
import { deletePackageRow, insertPackage, lockPackage, updateTitle } from './store.ts';
import { lockPackageDocuments, setPackageDocuments } from '../document-core/store/index.ts';

type Context = RequestContext<MemberPrincipal>;

export async function createPackage(
  uow: UnitOfWork,
  context: Context,
  { title, documentIds, externalId }: Pick<PackageInput, 'title' | 'externalId'> & { documentIds: Id<'document'>[] },
): Promise<PackageDetails> {
  const { tenantId, userId } = context.principal;
  const id = newId('package', uow.now());
  await uow.run(tenantId, async (tx) => {
    await takeDrafts(tx, context.principal, documentIds, null);
    tx.write(insertPackage(tenantId, id, userId, title, tx.now));
    tx.write(setPackageDocuments({ tenantId, packageId: id, documentIds, now: tx.now }));
    await claimPackageExternalId(tx, { tenantId, id }, externalId);
    await noteOfPackage(uow, tx, context, id, 'package.created', { documents: documentIds.length });
  });
  return getPackage(uow, context.principal, id);
}

export async function updatePackage(
  uow: UnitOfWork,
  context: Context,
  id: Id<'package'>,
  { title, documentIds }: PackageChange,
): Promise<PackageDetails> {
  const { tenantId } = context.principal;
  const { documents } = await loadPackage(uow, context.principal, id);
  await uow.run(tenantId, async (tx) => {
    // The drafts that leave the package are locked too. A request that sends such a draft separately waits for this
    // lock.
    const leaving = documents.map((document) => document.id);
    if (documentIds) await takeDrafts(tx, context.principal, documentIds, id, leaving);
    await lockDraft(tx, tenantId, id);
    tx.write(updateTitle(tenantId, id, title ?? null, tx.now));
    if (documentIds) tx.write(setPackageDocuments({ tenantId, packageId: id, documentIds, now: tx.now }));
    const changed = [...(title === undefined ? [] : ['title']), ...(documentIds ? ['documents'] : [])];
    await noteOfPackage(uow, tx, context, id, 'package.changed', { changed: changed.join(', ') });
  });
  return getPackage(uow, context.principal, id);
}

export async function deletePackage(uow: UnitOfWork, context: Context, id: Id<'package'>): Promise<void> {
  const { tenantId } = context.principal;
  const { documents } = await loadPackage(uow, context.principal, id);
  await uow.run(tenantId, async (tx) => {
    await tx.query(lockPackageDocuments({ tenantId, documentIds: documents.map((document) => document.id) }));
    await lockDraft(tx, tenantId, id);
    tx.write(setPackageDocuments({ tenantId, packageId: id, documentIds: [], now: tx.now }));
    tx.write(deletePackageRow(tenantId, id));
    await noteOfPackage(uow, tx, context, id, 'package.deleted', {});
  });
}

/**
 * Locks the drafts. Throws for the first draft that this caller cannot access, that is not a draft, or that is in a
 * package other than `own`.
 */
async function takeDrafts(
  tx: Tx,
  principal: MemberPrincipal,
  ids: readonly string[],
  own: string | null,
  besides: readonly string[] = [],
): Promise<void> {
  const rows = await tx.query(
    lockPackageDocuments({ tenantId: principal.tenantId, documentIds: [...ids, ...besides] }),
  );
  const member = ownDocumentsOnly(principal);
  for (const documentId of ids) {
    const row = rows.find(({ id }) => id === documentId);
    if (!row || row.deleted_at || (member !== null && row.owner_id !== member))
      throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    const { title, status, package_id: packageId } = row;
    if (packageId !== null && packageId !== own)
      throw new AppError('DOCUMENT_IN_PACKAGE', { documentId, title, packageId });
    if (status !== 'draft') throw new AppError('INVALID_STATE', { documentId, title, status, allowed: ['draft'] });
    refuseScheduled(row);
  }
}

async function lockDraft(tx: Tx, tenantId: string, id: Id<'package'>): Promise<void> {
  const [locked] = await tx.query(lockPackage(tenantId, id));
  if (!locked) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
  const { status } = locked;
  if (!mayChange(status)) throw new AppError('PACKAGE_STATE', { packageId: id, status, allowed: ['draft'] });
}

export const noteOfPackage = (
  uow: UnitOfWork,
  tx: Tx,
  context: Context,
  id: string,
  action: AuditAction,
  data: Record<string, string | number>,
): Promise<void> => {
  const { tenantId, userId } = context.principal;
  return uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor: auditActor(context.principal),
    target: { kind: 'package', id },
    data,
    personal: { personId: userId, fields: requestOrigin(context) },
  });
};
