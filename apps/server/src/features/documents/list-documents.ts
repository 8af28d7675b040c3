/**
 * Lists documents with page numbers for people and cursors for programs. A cursor contains the sort position, so
 * inserted rows do not shift the list.
 */
import {
  LIMITS,
  type DocumentCounts,
  type DocumentListEntry,
  type Environment,
  type Signer,
} from '@countersign/contract';
import { readToken, type SecretKey, signToken } from '../../platform/crypto/tokens.ts';
import { invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type ListedSigner,
  type ListFilter,
  type ListPart,
  type ListRow,
  type MoreFilters,
  type SortKey,
  foldTitle,
  accessCodeState,
  iso,
  twoFactorView,
  listEntryView,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { listStatements, readListRow } from '../document-core/store/index.ts';
import { refuseUnknown } from './known-filters.ts';
import type { TotalCache } from './total-cache.ts';

export type ListQuery = {
  page?: number | undefined;
  pageSize: number;
  status?: string | undefined;
  search?: string | undefined;
  find?: string | undefined;
  tag?: string | undefined;
  trash: boolean;
  archived: boolean;
  expiresBefore?: string | undefined;
  owner?: string | undefined;
  sortBy: SortKey;
  sortOrder: 'asc' | 'desc';
  cursor?: string | undefined;
  withCursors: boolean;
  withCounts: boolean;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
  recipient?: string | undefined;
  templateId?: string | undefined;
  externalId?: string | undefined;
  folder?: string | undefined;
  metadata?: Record<string, string> | undefined;
};
export type DocumentPage = {
  documents: DocumentListEntry[];
  counts?: DocumentCounts;
  pagination: {
    page: number | null;
    pageSize: number;
    total: number;
    totalIsExact: boolean;
    totalPages: number;
    hasMore: boolean;
    nextCursor: string | null;
    prevCursor: string | null;
    cursors?: string[];
  };
};

type Direction = 'after' | 'before';
/**
 * A position in the sorted list. `value` is the sort value as a string that the database can compare. Times include
 * milliseconds.
 */
type Position = { direction: Direction; value: string; id: string };

export async function listDocuments(
  { uow, cursorKey, totals }: { uow: UnitOfWork; cursorKey: SecretKey; totals: TotalCache },
  { principal, environment }: RequestContext<MemberPrincipal>,
  query: ListQuery,
): Promise<DocumentPage> {
  if (query.page !== undefined && query.cursor !== undefined) throw invalid('cursor', 'cannot be combined with `page`');
  await refuseUnknown(uow, principal, query);
  const { tenantId } = principal;
  const binding = cursorBinding(principal, query);
  const position = query.cursor === undefined ? undefined : readCursor(cursorKey, binding, query.cursor);
  const page = position ? null : (query.page ?? 1);
  if (page !== null && page * query.pageSize > LIMITS.exactTotal + query.pageSize) {
    throw invalid(
      'page',
      `page numbers are available only for the first ${LIMITS.exactTotal.toLocaleString('en')} documents. To continue, send the \`nextCursor\` of the last page as \`cursor\``,
    );
  }
  const filter: ListFilter = {
    tenantId,
    trash: query.trash,
    owner: ownerAsked(principal, query.owner),
    status: query.status ?? null,
    // All other statuses exclude archived documents anyway.
    archived: query.archived || query.status !== undefined,
    tag: query.tag ?? null,
    search: foldTitle(query.search ?? '') || null,
    find: foldTitle(query.find ?? '') || null,
    expiresBefore: query.expiresBefore ?? null,
    more: moreOf(query),
  };
  const backwards = position?.direction === 'before';
  const descending = (query.sortOrder === 'desc') !== backwards;
  const from = position ? { after: position } : { offset: ((page ?? 1) - 1) * query.pageSize };
  const [rows, total, counts] = await Promise.all([
    // One extra row shows whether there is a next page.
    readPart(uow, filter, { sort: query.sortBy, descending, limit: query.pageSize + 1, position: from }),
    totals.total(filter),
    query.withCounts ? totals.counts(tenantId, ownDocumentsOnly(principal)) : undefined,
  ]);
  const { documents, pagination } = toPage(rows, total, { query, page, position, cursorKey, binding, environment });
  return { documents, ...(counts && { counts }), pagination };
}

type ReadRow = ReturnType<typeof readListRow>;

function toPage(
  rows: ReadRow[],
  total: number,
  {
    query,
    page,
    position,
    cursorKey,
    binding,
    environment,
  }: {
    query: ListQuery;
    page: number | null;
    position: Position | undefined;
    cursorKey: SecretKey;
    binding: string;
    environment: Environment;
  },
): DocumentPage {
  const more = rows.length > query.pageSize;
  const shown = rows.slice(0, query.pageSize);
  if (position?.direction === 'before') shown.reverse();
  const cursorOf = (row: ReadRow, direction: Direction) =>
    writeCursor(cursorKey, binding, { direction, value: row.sort_value, id: row.id });
  const cursor = (row: ReadRow | undefined, direction: Direction) => (row ? cursorOf(row, direction) : null);
  const hasMore = position?.direction === 'before' ? true : more;
  const hasEarlier = position?.direction === 'before' ? more : position !== undefined || (page ?? 1) > 1;
  return {
    documents: shown.map((row) => listEntryView(row, environment, row.signers.map(listedSigner))),
    pagination: {
      page,
      pageSize: query.pageSize,
      total: Math.min(total, LIMITS.exactTotal),
      totalIsExact: total <= LIMITS.exactTotal,
      totalPages: Math.max(1, Math.ceil(Math.min(total, LIMITS.exactTotal) / query.pageSize)),
      hasMore,
      nextCursor: hasMore ? cursor(shown.at(-1), 'after') : null,
      prevCursor: hasEarlier ? cursor(shown[0], 'before') : null,
      ...(query.withCursors && { cursors: shown.map((row) => cursorOf(row, 'after')) }),
    },
  };
}

async function readPart(uow: UnitOfWork, filter: ListFilter, part: ListPart): Promise<ReadRow[]> {
  let rows: ListRow[] = [];
  for (const query of listStatements(filter, part)) {
    rows = await uow.readReplica(filter.tenantId, query);
    if (rows.length === part.limit) break;
  }
  return rows.map(readListRow);
}

/** A member who requests another person's documents gets an empty list. */
function ownerAsked(principal: MemberPrincipal, asked: string | undefined): string | null {
  const own = ownDocumentsOnly(principal);
  return own === null || asked === undefined || asked === own ? (own ?? asked ?? null) : '';
}

function moreOf(query: ListQuery): MoreFilters | null {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, templateId, externalId, folder, metadata } = query;
  const pairs = metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined;
  const recipient = foldTitle(query.recipient ?? '') || undefined;
  const dates = { createdAfter, createdBefore, updatedAfter, updatedBefore };
  const more = { ...dates, templateId, externalId, metadata: pairs, recipient, folder };
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** A cursor is valid only for the tenant, viewer, sort and filter for which it was created. */
function cursorBinding(principal: MemberPrincipal, query: ListQuery): string {
  return JSON.stringify([
    'documents',
    principal.tenantId,
    ownDocumentsOnly(principal),
    query.sortBy,
    query.sortOrder,
    query.status ?? null,
    query.search ?? null,
    query.tag ?? null,
    query.trash,
    query.owner ?? null,
    query.archived,
    query.find ?? null,
    query.expiresBefore ?? null,
    moreOf(query),
  ]);
}
function writeCursor(cursorKey: SecretKey, binding: string, { direction, value, id }: Position): string {
  return signToken(cursorKey, binding, Buffer.from(JSON.stringify([direction, value, id])));
}
function readCursor(cursorKey: SecretKey, binding: string, cursor: string): Position {
  const body = readToken(cursorKey, binding, cursor);
  if (!body)
    throw invalid(
      'cursor',
      'is not a cursor of this list. Send `nextCursor` with the same sort order, filters and credential as the request that returned it',
    );
  const [direction, value, id] = JSON.parse(body.toString());
  return { direction, value, id };
}

function listedSigner(listed: ListedSigner): Signer {
  const [
    [id, email, name, role, status, declineReason, delivery, secondStep, secondEmail],
    order,
    signedAt,
    viewedAt,
    declinedAt,
    hasCode,
    failures,
    stepFailures,
  ] = listed;
  return {
    id,
    email,
    name,
    role,
    status,
    order,
    signed_at: iso(signedAt),
    viewed_at: iso(viewedAt),
    declined_at: iso(declinedAt),
    decline_reason: declineReason,
    access_code: accessCodeState(hasCode, failures),
    two_factor: twoFactorView({ second_step: secondStep, second_email: secondEmail, step_failures: stepFailures }),
    delivery,
  };
}
