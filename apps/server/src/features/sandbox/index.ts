/**
 * The test clock of a sandbox (ADR 21). The clock is advanced by moving all due times earlier by the same amount.
 * Callers see no difference, and audit entries, certificates and time-stamps all use the same clock.
 */
import { AppError } from '../../platform/errors.ts';
import { LANES, type Wake } from '../../platform/jobs/queue.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { advanceDocumentTimes } from '../document-core/index.ts';
import {
  advanceClockRow,
  advanceDeliveries,
  advanceAnnouncements,
  advanceCallbackSecrets,
  advanceEndpoints,
  advanceJobs,
  advanceLanes,
  advancePublicLinkRequests,
  advancePublicLinks,
  advanceTemplateTrash,
  insertClockMove,
} from './store.ts';

/** Returns the total number of seconds by which the clock was advanced. Work that becomes due starts immediately. */
export async function advanceClock(
  { uow, wake }: { uow: UnitOfWork; wake: Wake },
  { principal }: RequestContext<MemberPrincipal>,
  seconds: number,
): Promise<number> {
  const { tenantId, userId } = principal;
  return uow.run(tenantId, async (tx) => {
    for (const advance of advanceDocumentTimes({ tenantId, seconds })) tx.write(advance);
    tx.write(advanceTemplateTrash(tenantId, seconds));
    tx.write(advanceJobs(tenantId, seconds));
    for (const advance of [
      advanceAnnouncements,
      advanceCallbackSecrets,
      advanceEndpoints,
      advanceDeliveries,
      advanceLanes,
      advancePublicLinks,
      advancePublicLinkRequests,
    ])
      tx.write(advance(tenantId, seconds));
    const [clock] = await tx.query(advanceClockRow(tenantId, seconds));
    // The statement matches only sandboxes, so no caller can change the time of a live tenant.
    if (!clock) throw new AppError('FORBIDDEN');
    tx.write(insertClockMove(tenantId, clock.seconds, seconds, tx.now));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'sandbox.clock-advanced',
      actor: principal.kind === 'api-key' ? { kind: 'api-key', id: principal.keyId } : { kind: 'user', id: userId },
      target: { kind: 'organization', id: tenantId },
      data: { seconds },
    });
    tx.afterCommit(() => {
      for (const lane of LANES) wake(lane);
    });
    return Number(clock.seconds);
  });
}
