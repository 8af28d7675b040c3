/**
 * Saved views. They only organize the list, so they are not part of the audit trail (ADR 133). A shared view does not
 * grant access: each reader gets their own documents, filtered by the view.
 */
import { type Id, type InputOf, LIMITS, type operations, type SavedView } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  deleteViewRow,
  insertView,
  lockOwner,
  lockOwnerOf,
  lockView,
  lockViewsOf,
  selectViews,
  updatePositions,
  updateViewRow,
  type ViewRow,
} from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Created = InputOf<(typeof operations)['createView']>['body'];
type Changed = InputOf<(typeof operations)['updateView']>['body'];

const isAdmin = ({ role }: MemberPrincipal): boolean => role !== 'member';

export async function listViews(uow: UnitOfWork, principal: MemberPrincipal): Promise<SavedView[]> {
  const rows = await uow.read(principal.tenantId, selectViews(principal.tenantId, principal.userId));
  return rows.map((row) => view(row, principal));
}

export function createView(uow: UnitOfWork, { principal }: Context, input: Created): Promise<SavedView> {
  const { tenantId, userId: owner } = principal;
  refuseSharing(principal, input.shared);
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockOwner(tenantId, owner));
    const own = await tx.query(lockViewsOf(tenantId, owner));
    if (own.length >= LIMITS.views) throw new AppError('TOO_MANY_VIEWS', { limit: LIMITS.views });
    const id = newId('savedView', tx.now);
    const { name, filters, shared } = input;
    tx.write(
      insertView({
        tenantId,
        id,
        owner,
        name,
        filters: JSON.stringify(filters),
        shared,
        position: own.length,
        now: tx.now,
      }),
    );
    return read(tx, principal, id);
  });
}

export function updateView(
  uow: UnitOfWork,
  { principal }: Context,
  id: Id<'savedView'>,
  { name, filters, shared, position }: Changed,
): Promise<SavedView> {
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockOwnerOf(tenantId, id));
    const row = await lockOwn(tx, principal, id);
    // Everyone who may change a view may also stop sharing it.
    if (!row.shared) refuseSharing(principal, shared);
    tx.write(
      updateViewRow({
        tenantId,
        id,
        name: name ?? row.name,
        filters: JSON.stringify(filters ?? row.filters),
        shared: shared ?? row.shared,
        now: tx.now,
      }),
    );
    if (position !== undefined) {
      const others = (await tx.query(lockViewsOf(tenantId, row.owner_id))).flatMap((each) =>
        each.id === id ? [] : [each.id],
      );
      tx.write(updatePositions(tenantId, row.owner_id, others.toSpliced(position, 0, id)));
    }
    return read(tx, principal, id);
  });
}

export function deleteView(uow: UnitOfWork, { principal }: Context, id: Id<'savedView'>): Promise<void> {
  return uow.run(principal.tenantId, async (tx) => {
    await lockOwn(tx, principal, id);
    tx.write(deleteViewRow(principal.tenantId, id));
  });
}

/** The caller may change their own views. An administrator may also change shared views. */
async function lockOwn(tx: Tx, principal: MemberPrincipal, id: string): Promise<ViewRow> {
  const [row] = await tx.query(lockView(principal.tenantId, principal.userId, id));
  if (!row) throw new AppError('VIEW_NOT_FOUND', { viewId: id });
  if (!canChange(row, principal))
    throw new AppError(
      'FORBIDDEN',
      {},
      { message: 'Only admins, owners and the person who shared this view can change it.' },
    );
  return row;
}

function refuseSharing(principal: MemberPrincipal, shared: boolean | undefined): void {
  if (shared === true && !isAdmin(principal))
    throw new AppError('FORBIDDEN', {}, { message: 'Only admins and owners can share views.' });
}

const canChange = ({ owner_id: owner, shared }: ViewRow, principal: MemberPrincipal): boolean =>
  owner === principal.userId || (shared && isAdmin(principal));

async function read(tx: Tx, principal: MemberPrincipal, id: string): Promise<SavedView> {
  return view(certainRow(await tx.query(lockView(principal.tenantId, principal.userId, id))), principal);
}

function view(row: ViewRow, principal: MemberPrincipal): SavedView {
  const { id, name, filters, shared } = row;
  return {
    id,
    name,
    filters,
    shared,
    owner: { id: row.owner_id, name: row.owner_name },
    can_change: canChange(row, principal),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
