/**
 * Stores the contradiction between a log and a pin, and records it in the log as a critical security event of the
 * organization.
 */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { reportPinFault } from './pin-store.ts';
import type { PinFault } from './pins.ts';

/** @returns false if the fault was reported before */
export function reportFault(uow: UnitOfWork, fault: PinFault, note: string): Promise<boolean> {
  const { tenantId, source, kind, pinned, size } = fault;
  return uow.run(tenantId, async (tx) => {
    const [isNew] = await tx.query(reportPinFault({ ...fault, note }));
    if (!isNew) return false;
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'audit.pin-contradicted',
      actor: { kind: 'system', id: source },
      target: { kind: 'organization', id: tenantId },
      data: { source, kind, pinned, size },
    });
    return true;
  });
}
