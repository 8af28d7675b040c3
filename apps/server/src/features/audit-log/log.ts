/**
 * Reads and exports the audit log of an organization as one list. The content of an entry is always read from its
 * hashed bytes.
 */
import { Readable } from 'node:stream';
import { AuditLogError, type Entry, parseEntry } from '@countersign/audit-log';
import type { Language } from '@countersign/contract/languages';
import type { InputOf, operations, OutputOf } from '@countersign/contract';
import { auditText } from '../../platform/audit/actions.ts';
import { csvLine } from '../../platform/csv/index.ts';
import { invalid } from '../../platform/errors.ts';
import { StreamAnswer } from '../../platform/invoke/answers.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type LogRow, type Place, selectNames, selectNewest, selectOldest } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type ListQuery = InputOf<(typeof operations)['listAuditLog']>['query'];
type ExportQuery = InputOf<(typeof operations)['exportAuditLog']>['query'];
type Filter = Omit<ExportQuery, 'format'>;
type List = OutputOf<(typeof operations)['listAuditLog']>;
/**
 * A row and the entry that was parsed from it. `entry` is undefined if its bytes were altered, which a verification of
 * the chains reports.
 */
type Read = { row: LogRow; entry: Entry | undefined };

const ROWS = 500;
/** If a batch does not fill the page, the next batch is this many times larger. */
const FURTHER = 4;
/**
 * The maximum number of rows that a list reads before it returns a cursor. A filter may match only a few of many rows.
 */
const MAX_SCANNED = 4000;

export async function listAuditLog(uow: UnitOfWork, context: Context, query: ListQuery): Promise<List> {
  const { tenantId } = context.principal;
  const { pageSize, cursor, ...filter } = query;
  const found: { row: LogRow; entry: Entry }[] = [];
  let place = cursor === undefined ? undefined : readCursor(cursor);
  let isEnd = false;
  // Without a filter, the first batch is enough. One extra row shows whether there are more entries.
  let limit = Math.min(ROWS, pageSize + 1);
  for (let looked = 0; looked < MAX_SCANNED && found.length < pageSize && !isEnd; looked += limit) {
    if (looked > 0) limit = Math.min(ROWS, limit * FURTHER);
    const rows = await uow.read(tenantId, selectNewest({ tenantId, ...olderThan(place, period(filter)), limit }));
    isEnd = rows.length < limit;
    for (const row of rows) {
      if (found.length === pageSize) {
        isEnd = false;
        break;
      }
      place = row;
      const entry = mayFit(row, filter) ? readEntry(row) : undefined;
      if (entry && fits(entry, filter)) found.push({ row, entry });
    }
  }
  const names = await namesOf(uow, tenantId, found);
  const pagination = { hasMore: !isEnd, nextCursor: isEnd || !place ? null : cursorOf(place) };
  return {
    entries: found.map(({ row, entry }) => viewOf(row, entry, names, context.language())),
    ...pagination,
    pagination,
  };
}

/** Exports the log part by part, oldest entries first, so that even a long log needs little memory. */
export function exportAuditLog(uow: UnitOfWork, context: Context, now: Date, query: ExportQuery): StreamAnswer {
  const { format, ...filter } = query;
  const parts = readAll(uow, context.principal.tenantId, filter);
  const lines = format === 'csv' ? csvLines(uow, context.principal.tenantId, parts) : jsonLines(parts);
  return new StreamAnswer({
    open: () => Readable.from(lines, { objectMode: false }),
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
    filename: `audit-log-${now.toISOString().slice(0, 10)}.${format}`,
  });
}

/**
 * Returns the start position: the cursor or the boundary of the period, whichever comes later in reading order. The
 * position is exclusive, and no entry lies exactly on the boundary.
 */
function beyond(place: Place | undefined, edge: Date | null, isFurther: (edge: Date, at: Date) => boolean) {
  const isEdge = edge !== null && (place === undefined || isFurther(edge, place.at));
  const { at, stream, n } = isEdge ? { at: edge, stream: '', n: 0 } : (place ?? { at: null, stream: '', n: 0 });
  return { beyondAt: at, beyondStream: stream, beyondN: n };
}
const newerThan = (place: Place | undefined, { from, to }: Period) => ({
  ...beyond(place, from, (edge, at) => edge > at),
  end: to,
});
const olderThan = (place: Place | undefined, { from, to }: Period) => ({
  ...beyond(place, to, (edge, at) => edge <= at),
  end: from,
});

const cursorOf = ({ at, stream, n }: Place): string =>
  Buffer.from(`${at.toISOString()} ${n} ${stream}`).toString('base64url');

/** @throws AppError 422 for an invalid cursor */
function readCursor(cursor: string): Place {
  const [, at = '', n = '', stream = ''] =
    /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) (\d{1,9}) (\S{1,128})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) throw invalid('cursor', 'must be the `nextCursor` of a previous page');
  return { at: time, stream, n: Number(n) };
}

type Period = { from: Date | null; to: Date | null };
const period = ({ from, to }: Filter): Period => ({
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
});

function fits({ actor, type, target, stream }: Entry, filter: Filter): boolean {
  const { actor: who, action, target: what } = filter;
  return (
    (who === undefined || actor.id === who) &&
    (action === undefined || type === action || type.startsWith(`${action}.`)) &&
    (what === undefined || target.id === what || stream === what)
  );
}

/**
 * Returns whether an entry may match the filter. Searches only the entry's bytes, because parsing takes ten times as
 * long.
 */
function mayFit({ bytes }: LogRow, { actor, action, target }: Filter): boolean {
  return [actor, action, target].every(
    (wanted) => wanted === undefined || bytes.includes(JSON.stringify(wanted).slice(1, -1)),
  );
}

function readEntry({ bytes }: LogRow): Entry | undefined {
  try {
    return parseEntry(bytes);
  } catch (error) {
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}

async function namesOf(uow: UnitOfWork, tenantId: string, read: readonly Read[]): Promise<Map<string, string>> {
  const ids = new Set(read.flatMap(({ entry }) => (entry ? [entry.actor.id, entry.target.id, entry.stream] : [])));
  const rows = ids.size === 0 ? [] : await uow.read(tenantId, selectNames(tenantId, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function viewOf(
  { id, hash, bytes }: LogRow,
  entry: Entry,
  names: ReadonlyMap<string, string>,
  language: Language,
): List['entries'][number] {
  const { stream, n, at, actor, type, target, data, prev } = entry;
  return {
    id,
    stream,
    sequence: n,
    timestamp: at,
    actor: { ...actor },
    action: type,
    target: { ...target },
    context: { ...data },
    previous_hash: prev,
    hash,
    bytes: bytes.toString('base64'),
    summary: auditText(type, data, language),
    actor_name: names.get(actor.id) ?? null,
    target_name: names.get(target.id) ?? names.get(stream) ?? null,
  };
}

async function* readAll(uow: UnitOfWork, tenantId: string, filter: Filter): AsyncGenerator<Read[]> {
  let place: Place | undefined;
  for (;;) {
    const look = { tenantId, ...newerThan(place, period(filter)), limit: ROWS };
    const rows: LogRow[] = await uow.read(tenantId, selectOldest(look));
    const read = rows.map((row) => ({ row, entry: readEntry(row) }));
    // No filter excludes an unreadable entry, because its values are unknown.
    yield read.filter(({ entry }) => entry === undefined || fits(entry, filter));
    place = rows.at(-1);
    if (rows.length < ROWS) return;
  }
}

/**
 * Yields the hashed bytes of each entry with their hash, so that the chains in the export can be verified without the
 * server.
 */
async function* jsonLines(parts: AsyncIterable<Read[]>): AsyncGenerator<string> {
  for await (const part of parts)
    yield part
      .map(({ row }) => `${JSON.stringify({ hash: row.hash, bytes: row.bytes.toString('base64') })}\n`)
      .join('');
}

const COLUMNS = [
  'id',
  'time',
  'actor kind',
  'actor',
  'actor name',
  'action',
  'sentence',
  'target kind',
  'target',
  'target name',
  'data',
  'stream',
  'number',
  'hash',
  'bytes',
];

async function* csvLines(uow: UnitOfWork, tenantId: string, parts: AsyncIterable<Read[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const part of parts) {
    const names = await namesOf(uow, tenantId, part);
    yield part.map((read) => csvLine(csvRow(read, names))).join('');
  }
}

function csvRow({ row: { id, hash, bytes }, entry }: Read, names: ReadonlyMap<string, string>): string[] {
  const proof = [hash, bytes.toString('base64')];
  if (!entry) return [id, '', '', '', '', '', 'This entry cannot be read', '', '', '', '', '', '', ...proof];
  const { at, actor, type, target, data, stream, n } = entry;
  const named = (one: string) => names.get(one) ?? '';
  const who = [actor.kind, actor.id, named(actor.id)];
  const what = [target.kind, target.id, named(target.id) || named(stream)];
  return [id, at, ...who, type, auditText(type, data), ...what, JSON.stringify(data), stream, String(n), ...proof];
}
