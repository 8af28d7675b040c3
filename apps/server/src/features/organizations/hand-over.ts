/**
 * Transfers everything a member owns to another member: documents, templates, packages, bulk sends, and, if requested,
 * API keys. A job transfers one batch per transaction and queues itself again, so large amounts do not block other jobs
 * and a crash loses nothing.
 */
import type { Id } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { recordIn, selectTenants } from '../accounts/index.ts';
import { handOverJob, type HandOverPayload } from './hand-over-job.ts';
import { keepHeldOfOwner, moveOwnedDocuments } from '../document-core/index.ts';
import { openMembers } from './members.ts';
import { actorOf, tenantsOf } from './organization.ts';
import {
  type HandOverRow,
  insertHandOver,
  lockHandOver,
  moveSome,
  selectLatestHandOver,
  updateHandOver,
} from './people-store.ts';
import { continuations } from './reactions.ts';
import { moveKeys, selectMember } from './store.ts';

const A_TURN = 500;

export type HandOverView = {
  id: Id<'handOver'>;
  to: { id: Id<'user'>; name: string | null };
  status: HandOverRow['status'];
  documents: number;
  templates: number;
  packages: number;
  bulk_sends: number;
  api_keys: number;
  created_at: string;
  finished_at: string | null;
};

function view(row: HandOverRow): HandOverView {
  const { id, status, documents, templates, packages, bulk_sends, api_keys } = row;
  return {
    id,
    to: { id: row.to_user_id, name: row.to_name },
    status,
    documents,
    templates,
    packages,
    bulk_sends,
    api_keys,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function startHandOver(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  userId: string,
  { to, keys }: { to: string; keys: boolean },
): Promise<HandOverView> {
  return uow.runAuth(async (tx) => {
    const { live, target } = await openMembers(tx, context.principal, userId);
    if (target.role === 'owner' && context.principal.role !== 'owner') throw new AppError('FORBIDDEN');
    return beginHandOver(uow, tx, context, { live, from: userId, to, withKeys: keys, field: 'to' });
  });
}

/** Begins the transfer in the caller's transaction. @throws HAND_OVER_RUNNING */
export async function beginHandOver(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext<MemberPrincipal>,
  { live, from, to, withKeys, field }: { live: string; from: string; to: string; withKeys: boolean; field: string },
): Promise<HandOverView> {
  tx.enter({ role: 'app', tenantId: live });
  const [heir] = await tx.query(selectMember(live, to));
  if (!heir || heir.deactivated_at !== null || to === from)
    throw invalid(field, 'must be another active member of this organization', 'no_such_member');
  if (withKeys && heir.role === 'member')
    throw invalid(field, 'must be an administrator to take over API keys', 'not_an_administrator');
  const id = newId('handOver', tx.now);
  const party = JSON.stringify(actorOf(context.principal));
  const [made] = await tx.query(insertHandOver({ tenantId: live, id, from, to, party, withKeys, now: tx.now }));
  if (!made) throw new AppError('HAND_OVER_RUNNING', { userId: from });
  uow.recorder.start(tx, live, continuations.handOverStarted, { handOverId: id });
  await recordIn(uow, tx, context, live, {
    action: 'member.hand-over-started',
    actor: actorOf(context.principal),
    target: { kind: 'user', id: from },
    data: { hand_over: id, to, keys: withKeys },
  });
  const [row] = await tx.query(selectLatestHandOver(live, from));
  if (!row) throw new Error('a transfer disappeared within its transaction');
  return view(row);
}

export async function getHandOver(uow: UnitOfWork, principal: MemberPrincipal, userId: string): Promise<HandOverView> {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const [row] = await tx.query(selectLatestHandOver(live, userId));
    if (!row) throw new AppError('HAND_OVER_NOT_FOUND', { userId });
    return view(row);
  });
}

export function handOverHandler({ uow }: { uow: UnitOfWork }): JobHandler<HandOverPayload> {
  return {
    definition: handOverJob,
    run: async (job) => {
      const { tenantId: live, payload } = job;
      const tenants = await uow.readAuth(selectTenants(live));
      await uow.run(live, async (tx) => {
        job.done(tx);
        const [row] = await tx.query(lockHandOver(live, payload.handOverId));
        if (!row) return;
        const [heir] = await tx.query(selectMember(live, row.to_user_id));
        const moved = { documents: 0, templates: 0, packages: 0, bulkSends: 0, apiKeys: 0 };
        let isMore = false;
        const isWelcome = heir !== undefined && heir.deactivated_at === null;
        if (isWelcome)
          for (const { tenant_id: tenantId } of tenants) {
            tx.enter({ role: 'app', tenantId });
            const [from, to] = [row.from_user_id, row.to_user_id];
            tx.write(keepHeldOfOwner(tenantId, from));
            const [[own], [some]] = await tx.queryAll([
              moveOwnedDocuments({ tenantId, from, to, limit: A_TURN }),
              moveSome(tenantId, from, to, A_TURN),
            ]);
            moved.documents += own?.moved ?? 0;
            moved.templates += some?.templates ?? 0;
            moved.packages += some?.packages ?? 0;
            moved.bulkSends += some?.bulk_sends ?? 0;
            isMore ||= Object.values({ ...own, ...some }).includes(A_TURN);
            if (row.with_keys)
              moved.apiKeys += (await tx.query(moveKeys(tenantId, row.from_user_id, row.to_user_id))).length;
          }
        tx.enter({ role: 'app', tenantId: live });
        const status = !isWelcome ? 'stopped' : isMore ? 'running' : 'completed';
        const finishedAt = status === 'running' ? null : tx.now;
        tx.write(updateHandOver({ tenantId: live, id: row.id, ...moved, status, finishedAt }));
        if (status === 'running') uow.recorder.start(tx, live, continuations.handOverGoesOn, payload);
        else await recordEnd(uow, tx, live, row, moved, status);
        failpointsOfCommit(tx, 'hand-over');
      });
    },
  };
}

async function recordEnd(
  uow: UnitOfWork,
  tx: Tx,
  live: string,
  row: HandOverRow,
  moved: { documents: number; templates: number; packages: number; bulkSends: number; apiKeys: number },
  status: 'completed' | 'stopped',
): Promise<void> {
  await uow.recorder.record(tx, live, live, {
    action: 'member.handed-over',
    actor: row.party,
    target: { kind: 'user', id: row.from_user_id },
    data: {
      hand_over: row.id,
      to: row.to_user_id,
      status,
      documents: row.documents + moved.documents,
      templates: row.templates + moved.templates,
      packages: row.packages + moved.packages,
      bulk_sends: row.bulk_sends + moved.bulkSends,
      api_keys: row.api_keys + moved.apiKeys,
    },
  });
}
