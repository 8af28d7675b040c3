/**
 * User administration: members (including deactivated members) and invited people, added one by one or from a small CSV
 * file.
 */
import type { CsvEncoding } from '../../platform/csv/index.ts';
import type { Role } from '@countersign/contract';
import { orFindAccount, takeMail } from '../accounts/index.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { admit, type Admitted } from './admit.ts';
import { readFile } from './import-file.ts';
import type { InvitationInput } from './invitations.ts';
import { type PageQuery, paginationOf } from './members.ts';
import { actorOf, nameOf, tenantsOf } from './organization.ts';
import { countPeople, type ListedUserRow, selectPeople } from './store.ts';

/** The limits of one request. An import accepts more rows and reports its progress. */
const LIMITS = { rows: 1000, bytes: 2 ** 20 };

type Query = PageQuery & {
  role?: Role | undefined;
  status?: ListedUserRow['status'] | undefined;
  cursor?: string | undefined;
};

export async function listUsers(uow: UnitOfWork, principal: MemberPrincipal, query: Query) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const filter = { tenantId: live, now: tx.now, search: query.search ?? null, role: query.role ?? null };
    const wanted = { ...filter, status: query.status ?? null };
    const offset = after === null ? (query.page - 1) * query.pageSize : 0;
    const [rows, counts] = await tx.queryAll([
      selectPeople({
        ...wanted,
        afterEmail: after?.email ?? null,
        afterId: after?.id ?? null,
        limit: query.pageSize + 1,
        offset,
      }),
      countPeople(wanted),
    ]);
    const shown = rows.slice(0, query.pageSize);
    const users = shown.map(({ sort: _sort, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_login_at: row.last_login_at?.toISOString() ?? null,
      deactivated_at: row.deactivated_at?.toISOString() ?? null,
    }));
    const last = shown.at(-1);
    const hasMore = rows.length > query.pageSize;
    const nextCursor = hasMore && last ? writeCursor(last.sort, last.id) : null;
    return { users, pagination: { ...paginationOf(query, counts[0]?.count ?? 0), hasMore, nextCursor } };
  });
}

/**
 * The cursor is a position in the list, so that pages do not shift when people join or leave. It grants no access, so
 * it is not signed.
 */
const writeCursor = (email: string, id: string): string => Buffer.from(`${id} ${email}`).toString('base64url');

function readCursor(cursor: string): { email: string; id: string } {
  const [, id, email] = /^((?:usr|inv)_[0-9a-hjkmnp-tv-z]{26}) (.{1,254})$/u.exec(decoded(cursor)) ?? [];
  if (id === undefined || email === undefined) throw invalid('cursor', 'is not a cursor of this list');
  return { id, email };
}
const decoded = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

/**
 * Adds a member immediately if the domain is verified, otherwise sends an invitation. The response states which of the
 * two happened.
 */
export async function createUser(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  input: InvitationInput & { name: string },
) {
  await takeMail(uow, context.principal.userId, input.email);
  const admitted = await admitOne(uow, context, { ...input, keepsRole: true });
  if (!admitted) throw new AppError('ALREADY_MEMBER', { email: input.email });
  const { email, name, role } = input;
  const shown = { name, email, role, last_login_at: null, deactivated_at: null };
  if (admitted.kind === 'created')
    return { ...shown, id: admitted.id, status: 'active' as const, created_at: admitted.createdAt.toISOString() };
  const { id, created_at } = admitted.invitation;
  return { ...shown, id, status: 'invited' as const, created_at };
}

function admitOne(
  uow: UnitOfWork,
  { principal, address, userAgent }: RequestContext<MemberPrincipal>,
  input: InvitationInput,
): Promise<Admitted | undefined> {
  return orFindAccount(() =>
    uow.runAuth(async (tx) => {
      const { live } = await tenantsOf(tx, principal.tenantId);
      const by = await nameOf(tx, principal);
      const inviter = { actor: actorOf(principal), userId: principal.userId, address, userAgent };
      return admit(uow, tx, inviter, { live, by }, input);
    }),
  );
}

export type ImportResult = {
  created: number;
  skipped: number;
  encoding: CsvEncoding;
  errors: { row: number; email: string; message: string }[];
  warnings: string[];
};

/**
 * Processes each row separately, so an invalid row does not stop the others. Members and duplicate addresses in the
 * file are skipped.
 */
export async function bulkImportUsers(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  content: AsyncIterable<Uint8Array>,
): Promise<ImportResult> {
  const { rows, encoding, warnings } = await readFile(content, LIMITS);
  const result: ImportResult = { created: 0, skipped: 0, encoding, errors: [], warnings };
  for (const { row, email, fault } of rows) if (fault !== undefined) result.errors.push({ row, email, message: fault });
  for (const { row, input } of rows) {
    if (!input) continue;
    const refusal = await takeMail(uow, context.principal.userId, input.email).catch(refusalOf);
    if (refusal) {
      result.errors.push({ row, email: input.email, message: refusal });
      continue;
    }
    const made = await admitOne(uow, context, input).catch(refusalOf);
    if (typeof made === 'string') result.errors.push({ row, email: input.email, message: made });
    else if (made) result.created += 1;
    else result.skipped += 1;
  }
  result.skipped += rows.filter(({ repeats }) => repeats !== undefined).length;
  return result;
}

/** An e-mail that may not be sent yet, or a missing seat in the plan, affects only that row. */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && (error.code === 'TOO_MANY_MAILS' || error.code === 'PLAN_REQUIRED'))
    return error.message;
  throw error;
}
