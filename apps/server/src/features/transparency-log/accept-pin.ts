/** Accepts a log that contradicts a pin. The reason is recorded as an entry in the log. */
import type { Party } from '../../platform/audit/recorder.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { acceptPinFaults, type PinSource } from './pin-store.ts';

type By = { actor: Party; personal?: { personId: string; fields: Record<string, string> } };
type Acceptance = { sources: readonly PinSource[]; reason: string };

/** @returns the number of contradictions that were accepted */
export function acceptPins(
  uow: UnitOfWork,
  tenantId: string,
  { sources, reason }: Acceptance,
  by: By,
): Promise<number> {
  return uow.run(tenantId, async (tx) => {
    const accepted = await tx.query(acceptPinFaults(tenantId, tx.now, sources));
    for (const { source, kind, pinned, size } of accepted)
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'audit.pin-accepted',
        ...by,
        target: { kind: 'organization', id: tenantId },
        data: { source, kind, pinned: Number(pinned), size: Number(size), reason },
      });
    return accepted.length;
  });
}
