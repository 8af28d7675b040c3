/**
 * Applies an organization's second-factor requirement to its API keys. A key whose creator has no second factor is
 * suspended a week after the requirement began. The key works again when its creator sets up a second factor, or when
 * it is handed over to a member who has one (ADR 46).
 */
import { SUSPENSION_DAYS } from '@countersign/contract';
import { queueMail } from '../accounts/index.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { continuations } from './reactions.ts';
import { selectConcerned, selectConcernedPeople, type ConcernedKey } from './store.ts';
import { suspendKeysJob, type SuspendPayload } from './suspend-keys-job.ts';

export const suspensionOf = (requiredAt: Date): Date => new Date(requiredAt.getTime() + SUSPENSION_DAYS * 86_400_000);

/**
 * Announces the suspension in the transaction that turns on the requirement. Runs in the role of the live tenant and
 * leaves the transaction there. Returns the affected keys.
 */
export async function announceSuspension(uow: UnitOfWork, tx: Tx, live: string): Promise<ConcernedKey[]> {
  const keys = await tx.query(selectConcerned(live));
  if (keys.length === 0) return [];
  const at = suspensionOf(tx.now);
  uow.recorder.start(tx, live, continuations.secondFactorRequired, { requiredAt: tx.now, runAt: at });
  await notifyMembers(uow, tx, live, keys, { mail: 'api-keys-suspending', detail: at.toISOString().slice(0, 10) });
  return keys;
}

/** Notifies people of the suspension. The suspension itself is checked on each request and needs no job. */
export function suspendKeysHandler({ uow }: { uow: UnitOfWork }): JobHandler<SuspendPayload> {
  return {
    definition: suspendKeysJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const keys = await tx.query(selectConcerned(job.tenantId));
        // If the requirement has been turned off and on again since then, the new requirement has its own job.
        const isSame = keys[0]?.required_at?.toISOString() === job.payload.requiredAt;
        if (isSame) await notifyMembers(uow, tx, job.tenantId, keys, { mail: 'api-keys-suspended' });
        job.done(tx);
      }),
  };
}

async function notifyMembers(
  uow: UnitOfWork,
  tx: Tx,
  live: string,
  keys: readonly ConcernedKey[],
  mail: { mail: 'api-keys-suspending' | 'api-keys-suspended'; detail?: string },
): Promise<void> {
  const makers = [...new Set(keys.map(({ created_by: id }) => id))];
  const people = await tx.query(selectConcernedPeople(live, makers));
  for (const { id, email, name, role, organization } of people) {
    const named = keys.filter((key) => role !== 'member' || key.created_by === id).map((key) => key.name);
    await queueMail(uow, tx, { ...mail, to: email, name, organization, by: named.join(', '), tenantId: live });
  }
  tx.enter({ role: 'app', tenantId: live });
}
