/**
 * Paged lists: by cursor for programs, and by page number as in the first version. A cursor is signed and valid only
 * for the list, tenant, viewer and filter it was created for, because a position in one list is meaningless in another.
 * Lists that are read completely are divided by `inPages` (ADR 107).
 */
import { readToken, type SecretKey, signToken } from './crypto/tokens.ts';
import { invalid } from './errors.ts';

/** The last row of a page: its sort key and its ID. */
export type Place = { value: string; id: string };
export type Page = { limit: number; offset: number; afterValue: string | null; afterId: string | null };
type Kept = [value: string, id: string, page: number];
type Asked = { page: number; pageSize: number; cursor?: string | undefined };

/**
 * Returns where a page begins. Reading one extra row shows whether there is another page. Throws ValidationError for a
 * cursor from another list.
 */
export function pageAsked(key: SecretKey, binding: unknown, { page, pageSize, cursor }: Asked): Page {
  const limit = pageSize + 1;
  if (cursor === undefined) return { limit, offset: (page - 1) * pageSize, afterValue: null, afterId: null };
  if (page !== 1) throw invalid('cursor', 'cannot be combined with `page`');
  const [afterValue, afterId] = keptIn(key, binding, cursor);
  return { limit, offset: 0, afterValue, afterId };
}

export type Paged<Row> = {
  shown: Row[];
  pagination: {
    page: number;
    pageSize: number;
    total: number;
    totalIsExact: true;
    totalPages: number;
    hasMore: boolean;
    nextCursor: string | null;
  };
};

export function paged<Row>(
  key: SecretKey,
  binding: unknown,
  { page, pageSize, cursor }: Asked,
  { rows, total, placeOf }: { rows: readonly Row[]; total: number; placeOf: (row: Row) => Place },
): Paged<Row> {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  const number = cursor === undefined ? page : keptIn(key, binding, cursor)[2] + 1;
  const cursorOf = (row: Row): string => {
    const { value, id } = placeOf(row);
    return signToken(key, purpose(binding), Buffer.from(JSON.stringify([value, id, number] satisfies Kept)));
  };
  return {
    shown,
    pagination: {
      page: number,
      pageSize,
      total,
      totalIsExact: true,
      totalPages: Math.ceil(total / pageSize),
      hasMore,
      nextCursor: hasMore && last !== undefined ? cursorOf(last) : null,
    },
  };
}

function keptIn(key: SecretKey, binding: unknown, cursor: string): Kept {
  const body = readToken(key, purpose(binding), cursor);
  if (!body)
    throw invalid(
      'cursor',
      'is not a cursor of this list. Send `nextCursor` with the same filters and credential as the request that returned it',
    );
  return JSON.parse(body.toString());
}

const purpose = (binding: unknown): string => JSON.stringify(['list', binding]);

/**
 * Returns a page of a list that is short enough to be read completely. `idOf` must be unique in the list. The cursor
 * names the last entry of this page and the first entry of the next, so a caller can delete the entries of a page and
 * still continue. The cursor grants no access and is not signed.
 */
export function inPages<const Member extends string, Row>(
  member: Member,
  rows: readonly Row[],
  { pageSize, cursor }: { pageSize?: number | undefined; cursor?: string | undefined },
  idOf: (row: Row) => string,
): { [K in Member]: Row[] } & { pagination: PageOfAll } {
  const start = cursor === undefined ? 0 : startAt(cursor, rows.map(idOf));
  const end = start + (pageSize ?? rows.length);
  const shown = rows.slice(start, end);
  const last = shown.at(-1);
  const next = rows[end];
  const nextCursor =
    last !== undefined && next !== undefined
      ? Buffer.from(JSON.stringify([idOf(last), idOf(next)])).toString('base64url')
      : null;
  const pagination = { hasMore: nextCursor !== null, nextCursor, total: rows.length, totalIsExact: true as const };
  return { [member]: shown, pagination } as { [K in Member]: Row[] } & { pagination: PageOfAll };
}
type PageOfAll = { hasMore: boolean; nextCursor: string | null; total: number; totalIsExact: true };

/** Returns the row after the cursor. A list with numbered rows continues after the number in the cursor. */
export function rowAfter({ after, cursor }: { after: number; cursor?: string | undefined }): number {
  if (cursor === undefined) return after;
  if (after !== 0) throw invalid('cursor', 'cannot be combined with `after`');
  if (!/^\d{1,7}$/.test(cursor)) throw invalid('cursor', 'is not a cursor of this list');
  return Number(cursor);
}

function startAt(cursor: string, ids: readonly string[]): number {
  const [last, next] = namesIn(cursor);
  const after = ids.findIndex((id) => id === last) + 1;
  const start = after > 0 ? after : ids.findIndex((id) => id === next);
  if (start < 0)
    throw invalid('cursor', 'is not a cursor of this list, or its entries were deleted. Start from the first page');
  return start;
}

function namesIn(cursor: string): unknown[] {
  try {
    const names: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
}
