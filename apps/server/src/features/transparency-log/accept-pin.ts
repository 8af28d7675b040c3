/** Accepts a log that contradicts a pin: the reason becomes an entry of the log. */
import type { Party } from '../../platform/audit/recorder.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { acceptPinFaults, lockPinFaults } from './pin-store.ts';

type By = { actor: Party; personal?: { personId: string; fields: Record<string, string> } };

/** @returns how many contradictions were accepted */
export function acceptPins(uow: UnitOfWork, tenantId: string, reason: string, by: By): Promise<number> {
  return uow.run(tenantId, async (tx) => {
    const faults = await tx.query(lockPinFaults(tenantId));
    if (faults.length === 0) return 0;
    tx.write(acceptPinFaults(tenantId, tx.now));
    for (const { source, kind, pinned, size } of faults)
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'audit.pin-accepted',
        ...by,
        target: { kind: 'organization', id: tenantId },
        data: { source, kind, pinned: Number(pinned), size: Number(size), reason },
      });
    return faults.length;
  });
}
