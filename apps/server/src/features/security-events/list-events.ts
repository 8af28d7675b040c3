/** The security events of an organization, for its administrators. */
import type { InputOf, operations, OutputOf } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectEvents } from './store.ts';

type Query = InputOf<(typeof operations)['listSecurityEvents']>['query'];
type List = OutputOf<(typeof operations)['listSecurityEvents']>;

const date = (moment: string | undefined): Date | null => (moment === undefined ? null : new Date(moment));

export async function listEvents(
  uow: UnitOfWork,
  { principal: { tenantId } }: RequestContext<MemberPrincipal>,
  { kind, user, address, from, to, pageSize, cursor }: Query,
): Promise<List> {
  const look = {
    tenantId,
    kind: kind ?? null,
    user: user ?? null,
    address: address ?? null,
    from: date(from),
    to: date(to),
    before: cursor ?? null,
    limit: pageSize + 1,
  };
  const rows = await uow.read(tenantId, selectEvents(look));
  const events = rows
    .slice(0, pageSize)
    .map(({ at, last_at: lastAt, user_id: userId, user_name: userName, ...row }) => ({
      ...row,
      first_at: at.toISOString(),
      last_at: lastAt.toISOString(),
      user: userId === null ? null : { id: userId, name: userName },
    }));
  const hasMore = rows.length > pageSize;
  return { events, pagination: { hasMore, nextCursor: hasMore ? (events.at(-1)?.id ?? null) : null } };
}
