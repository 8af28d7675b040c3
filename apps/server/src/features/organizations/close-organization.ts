/** Closes an organization 30 days after its owner requested it. */
import type { Id } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteSessionsIn, selectTenants } from '../accounts/index.ts';
import { deleteLogo } from '../branding/index.ts';
import { isHeld } from './organization.ts';
import { continuations } from './reactions.ts';
import { closeOrganizationJob, type ClosePayload } from './close-organization-job.ts';
import {
  closeOrganization,
  endKeysOf,
  lockOrganization,
  type OrganizationRow,
  revokeAllInvitations,
  selectOrganization,
} from './store.ts';
import { selectDocumentsInProgress } from '../document-core/index.ts';

const DAY_MS = 86_400_000;

export type CloseDependencies = {
  uow: UnitOfWork;
  /**
   * Voids a document on behalf of the person who requested the organization's deletion. Notifies the document's
   * signers.
   */
  voidForDeletion: (tenantId: string, userId: string, documentId: Id<'document'>) => Promise<unknown>;
};

/**
 * First voids documents in progress, one transaction each, so that an interrupted job continues where it stopped. Then,
 * in one step, all sessions, keys and invitations end. Memberships are kept as a record, and completed documents are
 * kept for their retention period.
 */
export function closeOrganizationHandler({ uow, voidForDeletion }: CloseDependencies): JobHandler<ClosePayload> {
  return {
    definition: closeOrganizationJob,
    run: async (job) => {
      const { tenantId: live, payload } = job;
      const [organization] = await uow.read(live, selectOrganization(live));
      if (!organization || !isDue(organization, uow.now())) return;
      const tenants = await uow.readAuth(selectTenants(live));
      // A legal hold was placed after the request. The organization stays open until the hold is released.
      if (await uow.runAuth((tx) => isHeld(tx, tenants))) {
        await uow.run(live, async (tx) => {
          const tomorrow = new Date(tx.now.getTime() + DAY_MS);
          job.done(tx);
          uow.recorder.start(tx, live, continuations.deletionHeld, { ...payload, runAt: tomorrow });
        });
        return;
      }
      for (const { tenant_id: tenantId } of tenants) {
        for (const { id } of await uow.read(tenantId, selectDocumentsInProgress({ tenantId })))
          await voidForDeletion(tenantId, payload.requestedBy, id);
      }
      await uow.runAuth(async (tx) => {
        // The job is retried in a minute. It then finds the hold and postpones the deletion.
        if (await isHeld(tx, tenants)) throw new Error('a legal hold was placed while documents were being voided');
        tx.enter({ role: 'app', tenantId: live });
        const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
        // A legal hold was placed or the deletion was canceled while documents were being voided. The voided documents
        // stay voided, and the organization stays open.
        if (!isDue(certainRow(rows), tx.now)) return;
        for (const { tenant_id: tenantId } of tenants) {
          tx.enter({ role: 'app', tenantId });
          tx.write(closeOrganization(tenantId, tx.now));
          tx.write(deleteLogo(tenantId));
          tx.write(endKeysOf(tenantId, null, tx.now));
          tx.write(revokeAllInvitations(tenantId, tx.now));
          tx.enter({ role: 'auth' });
          tx.write(deleteSessionsIn(tenantId, null));
        }
        tx.enter({ role: 'app', tenantId: live });
        await uow.recorder.record(tx, live, live, {
          action: 'organization.deleted',
          actor: { kind: 'system', id: 'deletion' },
          target: { kind: 'organization', id: organization.id },
          data: { requested_by: payload.requestedBy },
        });
        job.done(tx);
      });
    },
  };
}

function isDue(row: OrganizationRow, now: Date): boolean {
  return row.deleted_at === null && row.delete_at !== null && row.delete_at <= now;
}
