import type { AnyJobHandler, JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { mailAdministrators } from '../organizations/index.ts';
import { announceSubProcessorsJob, type AnnouncePayload } from './announce-job.ts';
import { continuations } from './reactions.ts';
import { selectNameOf, selectTenantsAfter } from './store.ts';

export type JobServices = { uow: UnitOfWork };

const ORGANIZATIONS = 50;

export const jobs = ({ uow }: JobServices): readonly AnyJobHandler[] => [announceHandler(uow)];

/**
 * One transaction queues the e-mails, ends this job and queues the next job, so a crash neither repeats nor loses a
 * notice.
 */
const announceHandler = (uow: UnitOfWork): JobHandler<AnnouncePayload> => ({
  definition: announceSubProcessorsJob,
  run: (job) =>
    uow.runAuth(async (tx) => {
      const { tenantId } = job;
      const { after, effectiveOn } = job.payload;
      const tenants = await tx.query(selectTenantsAfter(after, ORGANIZATIONS));
      for (const { tenant_id: live } of tenants) {
        tx.enter({ role: 'app', tenantId: live });
        const [organization] = await tx.query(selectNameOf(live));
        if (!organization) continue;
        await mailAdministrators(uow, tx, live, {
          mail: 'sub-processors-changed',
          organization: organization.name,
          by: '',
          detail: effectiveOn,
        });
      }
      tx.enter({ role: 'app', tenantId });
      job.done(tx);
      const last = tenants.at(-1);
      if (last && tenants.length === ORGANIZATIONS)
        uow.recorder.start(tx, tenantId, continuations.listPublished, { after: last.tenant_id, effectiveOn });
    }),
});
