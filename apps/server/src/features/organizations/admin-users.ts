/** People as administrators see them: members and those who are invited; one by one, or many from a CSV file. */
import { addressKey, invitationInput } from '@countersign/contract';
import type { z } from 'zod';
import { takeMail } from '../accounts/index.ts';
import { invalid, AppError } from '../../platform/errors.ts';
import { faultSentence } from '../../platform/fault-sentence.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { parseCsv } from '../../platform/csv/index.ts';
import { createInvitation, invite, type InvitationInput } from './invitations.ts';
import { type PageQuery, paginationOf } from './members.ts';
import { nameOf, tenantsOf } from './organization.ts';
import { countPeople, selectPeople } from './store.ts';

const MAX_ROWS = 1000;
const MAX_BYTES = 1024 * 1024;
const COLUMNS = ['email', 'name', 'role'] as const;

export async function listUsers(uow: UnitOfWork, principal: MemberPrincipal, query: PageQuery) {
  return uow.runAuth(async (tx) => {
    const { live } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const search = query.search ?? null;
    const [rows, counts] = await tx.queryAll([
      selectPeople(live, tx.now, search, query.pageSize, (query.page - 1) * query.pageSize),
      countPeople(live, tx.now, search),
    ]);
    const users = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_login_at: row.last_login_at?.toISOString() ?? null,
    }));
    return { users, pagination: paginationOf(query, counts[0]?.count ?? 0) };
  });
}

/** An invitation, whether the address has an account elsewhere or not: nobody is made a member unasked, and the answer tells nothing. */
export async function createUser(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  input: InvitationInput & { name: string },
) {
  const { id, email, role, created_at } = await createInvitation(uow, context, input);
  return { id, status: 'invited' as const, name: input.name, email, role, created_at, last_login_at: null };
}

export type ImportResult = {
  created: number;
  skipped: number;
  errors: { row: number; email: string; message: string }[];
};

/** Each row by itself: a bad one stops none of the others. Members, and addresses that stand in the file twice, are skipped. */
export async function bulkImportUsers(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  content: AsyncIterable<Uint8Array>,
): Promise<ImportResult> {
  const rows = readRows(await readText(content));
  const result: ImportResult = { created: 0, skipped: 0, errors: [] };
  const seen = new Set<string>();
  const good: { row: number; input: InvitationInput }[] = [];
  for (const { row, email, name, role } of rows) {
    const parsed = invitationInput.safeParse(
      { email, role: role === '' ? undefined : role, name: name === '' ? undefined : name },
      { reportInput: true },
    );
    if (!parsed.success) {
      result.errors.push({ row, email, message: parsed.error.issues.map(asSentence).join(' ') });
    } else if (seen.has(addressKey(parsed.data.email))) result.skipped += 1;
    else {
      seen.add(addressKey(parsed.data.email));
      good.push({ row, input: parsed.data });
    }
  }
  for (const { row, input } of good) {
    const refusal = await takeMail(uow, context.principal.userId, input.email).catch(refusalOf);
    if (refusal) {
      result.errors.push({ row, email: input.email, message: refusal });
      continue;
    }
    const made = await uow.runAuth(async (tx) => {
      const { live } = await tenantsOf(tx, context.principal.tenantId);
      const by = await nameOf(tx, context.principal);
      return invite(uow, tx, context, { live, by }, input);
    });
    if (made) result.created += 1;
    else result.skipped += 1;
  }
  return result;
}

/** Of a mail that may not be sent yet: the others go on. */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'TOO_MANY_MAILS') return error.message;
  throw error;
}

function asSentence(issue: z.core.$ZodIssue): string {
  return `The ${String(issue.path[0] ?? 'row')} ${faultSentence(issue)}.`;
}

async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > MAX_BYTES)
      throw new AppError('FILE_TOO_LARGE', { maxBytes: MAX_BYTES }, { message: 'The file is larger than 1 MB.' });
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw invalid('file', 'is not UTF-8 text; save it as "CSV UTF-8"', 'invalid_encoding');
  }
}

function readRows(text: string): { row: number; email: string; name: string; role: string }[] {
  const { rows, fault } = parseCsv(text, { maxRows: MAX_ROWS });
  if (fault) throw invalid('file', `row ${fault.row}: ${fault.message}`, 'malformed_csv');
  const [header, ...lines] = rows;
  const names = header?.values.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalid(
      'file',
      `lacks the column ${missing.join(', ')}; its first row must name email, name and role`,
      'missing_column',
    );
  if (lines.length > MAX_ROWS)
    throw invalid('file', `has more than ${MAX_ROWS} rows; import it in parts`, 'too_many_rows');
  const at = (values: string[], name: (typeof COLUMNS)[number]) => (values[names.indexOf(name)] ?? '').trim();
  return lines.map(({ row, values }) => ({
    row,
    email: at(values, 'email'),
    name: at(values, 'name'),
    role: at(values, 'role').toLowerCase(),
  }));
}
