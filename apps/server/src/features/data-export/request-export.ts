/** Requests an export. If an export is running, it is returned, because a second export would have the same content. */
import type { DataExport } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { personOf } from './person.ts';
import { continuations } from './reactions.ts';
import { viewOf } from './read-exports.ts';
import { countDocuments, countOwnedDocuments, countSignedDocuments } from '../document-core/index.ts';
import { insertExport, selectRunning } from './store.ts';

/** @throws AppError FORBIDDEN if a person who is not an owner requests the organization's export */
export async function requestExport(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
  scope: DataExport['scope'],
): Promise<DataExport> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  if (scope === 'organization' && principal.role !== 'owner')
    throw new AppError(
      'FORBIDDEN',
      { scope },
      { message: "Only owners can export the organization's data. You can export your own data." },
    );
  const bound = isBound(principal);
  const documents =
    scope === 'organization'
      ? certainRow(await uow.read(tenantId, countDocuments({ tenantId }))).count
      : await countOf(uow, { userId, tenantId, isBound: bound });
  const asked = await uow.run(tenantId, async (tx) => {
    const id = newId('export', tx.now);
    const [made] = await tx.query(
      insertExport({ tenantId, id, scope, requestedBy: userId, isBound: bound, documents, now: tx.now }),
    );
    if (!made) return (await tx.query(selectRunning(tenantId, userId, scope))).map(viewOf)[0];
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'export.requested',
      actor: auditActor(principal),
      target: { kind: 'export', id },
      data: { scope },
      personal: { personId: userId, fields: requestOrigin(context) },
    });
    uow.recorder.start(tx, tenantId, continuations.exportRequested, { exportId: id });
    failpointsOfCommit(tx, 'export-request');
    return viewOf(made);
  });
  // The running export ended between the two statements.
  return asked ?? requestExport(uow, context, scope);
}

async function countOf(
  uow: UnitOfWork,
  asking: { userId: string; tenantId: string; isBound: boolean },
): Promise<number> {
  const person = await personOf(uow, asking);
  if (!person) return 0;
  let documents = 0;
  for (const { tenant_id: tenantId } of person.memberships)
    documents += certainRow(await uow.read(tenantId, countOwnedDocuments({ tenantId, userId: person.id }))).count;
  for (const tenantId of person.addressedIn)
    documents += certainRow(
      await uow.read(tenantId, countSignedDocuments({ tenantId, emailKey: person.emailKey, userId: person.id })),
    ).count;
  return documents;
}
