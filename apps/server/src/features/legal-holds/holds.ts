/** Legal holds. Administrators place and release them with a reason, and both actions are recorded (ADR 59). */
import {
  addressKey,
  emailAddress,
  type Id,
  type InputOf,
  isId,
  type LegalHold,
  type operations,
} from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { selectDocumentId } from '../document-core/index.ts';
import {
  type HoldRow,
  insertHold,
  keepCovered,
  lockHoldsAlone,
  selectHold,
  selectHolds,
  selectStanding,
  updateReleased,
} from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Placed = InputOf<(typeof operations)['placeLegalHold']>['body'];
type List = InputOf<(typeof operations)['listLegalHolds']>['query'];

export async function listHolds(uow: UnitOfWork, { tenantId }: MemberPrincipal, query: List) {
  const { state, pageSize, cursor = null } = query;
  const standing = state === undefined ? null : state === 'standing';
  const rows = await uow.read(tenantId, selectHolds(tenantId, standing, cursor, pageSize + 1));
  const holds = rows.slice(0, pageSize).map(view);
  const hasMore = rows.length > pageSize;
  return { holds, pagination: { hasMore, nextCursor: hasMore ? (holds.at(-1)?.id ?? null) : null } };
}

export async function getHold(uow: UnitOfWork, { tenantId }: MemberPrincipal, id: string): Promise<LegalHold> {
  const [row] = await uow.read(tenantId, selectHold(tenantId, id));
  if (!row) throw new AppError('LEGAL_HOLD_NOT_FOUND', { holdId: id });
  return view(row);
}

/**
 * Places a legal hold. After the commit, nothing that the hold covers is erased. The call waits for erasures in
 * progress, and if one of them erased the document, reports that the document does not exist. An acknowledged hold is
 * therefore never too late.
 */
export async function placeHold(uow: UnitOfWork, context: Context, input: Placed): Promise<LegalHold> {
  const { tenantId } = context.principal;
  const { kind, reason } = input;
  const target = targetOf(input);
  const by = auditActor(context.principal);
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockHoldsAlone());
    if (kind === 'document') {
      const [document] = isId('document', target)
        ? await tx.query(selectDocumentId({ tenantId, documentId: target, owner: null }))
        : [];
      if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: target });
    }
    // A repeated request, for example after a lost response, returns the existing hold, so that one release is enough
    // to end it.
    const [standing] = await tx.query(selectStanding(tenantId, kind, target));
    if (standing) return view(standing);
    const id = newId('legalHold', tx.now);
    tx.write(
      insertHold({
        tenantId,
        id,
        kind,
        target,
        label: input.target,
        reason,
        byKind: by.kind,
        byId: by.id,
        placedAt: tx.now,
      }),
    );
    const covered = await tx.query(keepCovered(tenantId, id));
    const data = { kind, documents: covered.length, document: kind === 'document' ? target : null };
    await record(uow, tx, context, { action: 'legal-hold.placed', id, data, fields: { reason, target: input.target } });
    return view(certainRow(await tx.query(selectHold(tenantId, id))));
  });
}

export async function releaseHold(
  uow: UnitOfWork,
  context: Context,
  id: Id<'legalHold'>,
  reason: string,
): Promise<LegalHold> {
  const { tenantId } = context.principal;
  const by = auditActor(context.principal);
  return uow.run(tenantId, async (tx) => {
    const release = updateReleased({ tenantId, id, byKind: by.kind, byId: by.id, at: tx.now, reason });
    const [released] = await tx.query(release);
    if (!released) throw new AppError('LEGAL_HOLD_NOT_FOUND', { holdId: id });
    const data = { kind: released.kind };
    await record(uow, tx, context, { action: 'legal-hold.released', id, data, fields: { reason } });
    return view(certainRow(await tx.query(selectHold(tenantId, id))));
  });
}

function targetOf({ kind, target }: Placed): string {
  if (kind !== 'person') return target;
  const address = emailAddress.safeParse(target);
  if (!address.success) throw invalid('target', 'must be an e-mail address such as name@example.com');
  return addressKey(address.data);
}

/**
 * Records the person and the reason. Because they are personal data, they are stored next to the audit entry, which
 * contains only a commitment to them.
 */
function record(
  uow: UnitOfWork,
  tx: Parameters<UnitOfWork['recorder']['record']>[0],
  context: Context,
  happening: {
    action: 'legal-hold.placed' | 'legal-hold.released';
    id: string;
    data: Record<string, string | number | null>;
    fields: Record<string, string>;
  },
): Promise<void> {
  const { tenantId } = context.principal;
  const { action, id, data, fields } = happening;
  const actor = auditActor(context.principal);
  return uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor,
    target: { kind: 'legal-hold', id },
    data,
    personal: { personId: actor.id, fields: { ...requestOrigin(context), ...fields } },
  });
}

function view(row: HoldRow): LegalHold {
  return {
    ...row,
    placed_at: row.placed_at.toISOString(),
    released_at: row.released_at?.toISOString() ?? null,
  };
}
