/**
 * User imports: a preview without changes, a start, progress, results, and an undo within ten minutes. Rows contain
 * people's names and addresses and are deleted after 30 days.
 */
import { addressKey, type Id } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { csvValue } from '../../platform/csv/index.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { rowAfter } from '../../platform/paging.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { recordIn } from '../accounts/index.ts';
import { type JudgedRow, readFile } from './import-file.ts';
import {
  countImportRows,
  type ImportRow,
  type ImportStatus,
  insertImport,
  insertImportRows,
  lockImport,
  type RowStatus,
  selectImport,
  selectImportRows,
  selectKnownPeople,
  updateImport,
} from './import-store.ts';
import { actorOf, tenantsOf } from './organization.ts';
import { continuations } from './reactions.ts';

const IMPORT_LIMITS = { rows: 10_000, bytes: 4 * 2 ** 20 };
const UNDO_MS = 10 * 60_000;

const KNOWN = {
  member: 'This person is already a member.',
  deactivated: 'This person is a deactivated member. Reactivate them instead.',
  invited: 'This person already has an open invitation.',
} as const;
const COUNTED = [
  'ready',
  'created',
  'invited',
  'skipped',
  'failed',
  'undone',
  'kept',
] as const satisfies readonly RowStatus[];

export async function createImport(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  content: AsyncIterable<Uint8Array>,
) {
  const { principal } = context;
  const { rows, encoding, warnings } = await readFile(content, IMPORT_LIMITS);
  const view = await uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const keys = rows.flatMap(({ input }) => (input ? [addressKey(input.email)] : []));
    const known = new Map(
      (await tx.query(selectKnownPeople(live, tx.now, keys))).map(({ email_key: key, state }) => [key, state]),
    );
    const judged = rows.map((row) => ({ ...row, ...verdictOf(row, known) }));
    const id = newId('userImport', tx.now);
    const { address, userAgent } = context;
    const party = JSON.stringify({ actor: actorOf(principal), address, userAgent });
    const total = rows.length;
    tx.write(insertImport({ tenantId: live, id, userId: principal.userId, party, total, now: tx.now }));
    tx.write(
      insertImportRows({
        tenantId: live,
        id,
        n: judged.map(({ row }) => row),
        email: judged.map(({ email }) => email),
        name: judged.map(({ name }) => name),
        role: judged.map(({ input, role }) => input?.role ?? role),
        status: judged.map(({ status }) => status),
        message: judged.map(({ message }) => message),
      }),
    );
    return viewOf(tx, live, id);
  });
  return { import: view, encoding, warnings };
}

function verdictOf(
  { input, fault, repeats }: JudgedRow,
  known: ReadonlyMap<string, keyof typeof KNOWN>,
): { status: RowStatus; message: string | null } {
  if (fault !== undefined) return { status: 'failed', message: fault };
  if (repeats !== undefined) return { status: 'skipped', message: `The address is already in row ${repeats}.` };
  const state = input && known.get(addressKey(input.email));
  return state ? { status: 'skipped', message: KNOWN[state] } : { status: 'ready', message: null };
}

/** Starts an import once. A repeated start returns the same result. @throws IMPORT_STATE */
export function startImport(uow: UnitOfWork, context: RequestContext<MemberPrincipal>, id: Id<'userImport'>) {
  return changeState(uow, context, id, (row) => {
    if (row.status !== 'preview') throw new AppError('IMPORT_STATE', { status: row.status });
    return { status: 'running', finishedAt: null, action: 'user-import.started' };
  });
}

/** Undoes an import. Accepted invitations and accounts that have been used are kept. @throws IMPORT_STATE */
export function undoImport(uow: UnitOfWork, context: RequestContext<MemberPrincipal>, id: Id<'userImport'>) {
  return changeState(uow, context, id, (row, now) => {
    const isLate = row.finished_at !== null && now.getTime() > row.finished_at.getTime() + UNDO_MS;
    if ((row.status !== 'completed' && row.status !== 'running') || isLate)
      throw new AppError(
        'IMPORT_STATE',
        { status: row.status },
        isLate ? { message: 'An import can be undone only within 10 minutes after it ends.' } : {},
      );
    return { status: 'undoing', finishedAt: row.finished_at, action: 'user-import.undo-started' };
  });
}

async function changeState(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  id: Id<'userImport'>,
  decide: (
    row: ImportRow,
    now: Date,
  ) => { status: ImportStatus; finishedAt: Date | null; action: 'user-import.started' | 'user-import.undo-started' },
) {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const [row] = await tx.query(lockImport(live, id));
    if (!row) throw new AppError('IMPORT_NOT_FOUND', { importId: id });
    const { status, finishedAt, action } = decide(row, tx.now);
    tx.write(updateImport(live, id, status, finishedAt));
    uow.recorder.start(tx, live, continuations.importStarted, { importId: id });
    await recordIn(uow, tx, context, live, {
      action,
      actor: actorOf(principal),
      target: { kind: 'user-import', id },
      data: { rows: row.total },
    });
    return viewOf(tx, live, id);
  });
}

export async function getImport(uow: UnitOfWork, principal: MemberPrincipal, id: Id<'userImport'>) {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    return viewOf(tx, live, id);
  });
}

/** `rest` is the number of rows that will not be processed. */
async function viewOf(tx: Tx, live: string, id: Id<'userImport'>) {
  const [[row], counts] = await tx.queryAll([selectImport(live, id), countImportRows(live, id)]);
  if (!row) throw new AppError('IMPORT_NOT_FOUND', { importId: id });
  const countOf = (status: RowStatus) => counts.find((one) => one.status === status)?.count ?? 0;
  const undoUntil = row.finished_at && row.status === 'completed' ? row.finished_at.getTime() + UNDO_MS : null;
  return {
    id: row.id,
    status: row.status,
    total: row.total,
    rows: Object.fromEntries(COUNTED.map((status) => [status, countOf(status)])) as Record<RowStatus, number>,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: undoUntil !== null && undoUntil > tx.now.getTime() ? new Date(undoUntil).toISOString() : null,
  };
}

export async function listImportRows(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: Id<'userImport'>,
  query: { status?: RowStatus | undefined; after: number; pageSize: number; cursor?: string | undefined },
) {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    await viewOf(tx, live, id);
    const { status, pageSize } = query;
    const after = rowAfter(query);
    const found = await tx.query(selectImportRows(live, id, status ? [status] : null, after, pageSize + 1));
    const hasMore = found.length > pageSize;
    const rows = found.slice(0, pageSize).map(({ n: row, email, name, role, status: is, message }) => ({
      row,
      email,
      name,
      role,
      status: is,
      message,
    }));
    const next = hasMore ? (rows.at(-1)?.row ?? null) : null;
    return { rows, hasMore, next, pagination: { hasMore, nextCursor: next === null ? null : String(next) } };
  });
}

export async function importResults(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: Id<'userImport'>,
): Promise<string> {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    await viewOf(tx, live, id);
    const rows = await tx.query(selectImportRows(live, id, null, 0, IMPORT_LIMITS.rows));
    const lines = rows.map(({ n, email, name, role, status, message }) =>
      [String(n), email, name, role, status, message ?? ''].map(csvValue).join(','),
    );
    return ['row,email,name,role,result,message', ...lines, ''].join('\r\n');
  });
}
