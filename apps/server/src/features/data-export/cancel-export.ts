/** Stops a running export, or deletes the files of a finished export before they expire. */
import type { DataExport, Id } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { requireOwnExport, viewOf } from './read-exports.ts';
import { deleteParts, lockExport, updateEnded } from './store.ts';

export function cancelExport(
  uow: UnitOfWork,
  context: RequestContext<UserPrincipal>,
  id: Id<'export'>,
): Promise<DataExport> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(lockExport(tenantId, id));
    const { status } = requireOwnExport(row, principal, id);
    if (status !== 'running' && status !== 'ready')
      throw new AppError('EXPORT_STATE', { exportId: id, status, allowed: ['running', 'ready'] });
    await deleteParts(tx, tenantId, id);
    const isRunning = status === 'running';
    const ended = await tx.query(updateEnded(tenantId, id, isRunning ? 'cancelled' : 'expired', tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: isRunning ? 'export.cancelled' : 'export.erased',
      actor: auditActor(principal),
      target: { kind: 'export', id },
      data: {},
      personal: { personId: userId, fields: requestOrigin(context) },
    });
    return viewOf(certainRow(ended));
  });
}
