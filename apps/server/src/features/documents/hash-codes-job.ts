/** Access codes of drafts from before they were hashed when planned: migration 0055 queues one job for each tenant that has some. */
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { KeptSigner } from './planned.ts';
import { selectPlainCodes, updateUnhashed } from './archive-store.ts';

const hashCodesJob = defineJob<Record<string, never>>('hash-access-codes', {
  lane: 'timer',
  retryAfter: [10, 60, 600, 3600, 21_600],
  lease: 300,
});

export function hashAccessCodesHandler({ uow }: { uow: UnitOfWork }): JobHandler<Record<string, never>> {
  return {
    definition: hashCodesJob,
    run: async ({ tenantId }) => {
      for (const { id, planned } of await uow.read(tenantId, selectPlainCodes(tenantId))) {
        const signers = await Promise.all(
          planned.signers.map(async ({ accessCode, ...signer }): Promise<KeptSigner> =>
            accessCode === undefined ? signer : { ...signer, accessCodeHash: await hashPassword(accessCode) },
          ),
        );
        const [before, after] = [JSON.stringify(planned), JSON.stringify({ ...planned, signers })];
        // Changed in the meantime: what was planned then is hashed already.
        await uow.run(tenantId, async (tx) => {
          tx.write(updateUnhashed(tenantId, id, before, after));
        });
      }
    },
  };
}
