/** Lists the security events of an organization for its administrators, as pages or as a file. */
import { Readable } from 'node:stream';
import type { Language } from '@countersign/contract/languages';
import type { InputOf, operations, OutputOf, SecurityEventView } from '@countersign/contract';
import { csvLine } from '../../platform/csv/index.ts';
import { StreamAnswer } from '../../platform/invoke/answers.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { sentenceOf } from './sentences.ts';
import { type EventRow, selectEvents } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type ListQuery = InputOf<(typeof operations)['listSecurityEvents']>['query'];
type ExportQuery = InputOf<(typeof operations)['exportSecurityEvents']>['query'];
type Filter = Omit<ExportQuery, 'format'>;
type List = OutputOf<(typeof operations)['listSecurityEvents']>;
type View = SecurityEventView;

const FROM_WORST = ['critical', 'high', 'medium', 'low'] as const;
const ROWS = 500;

const filterOf = (tenantId: string, { kind, severity, user, address, from, to }: Filter) => ({
  tenantId,
  kind: kind ?? null,
  severities: severity === undefined ? FROM_WORST : FROM_WORST.slice(0, FROM_WORST.indexOf(severity) + 1),
  user: user ?? null,
  address: address ?? null,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
});

/** Files, webhooks and the log server receive English sentences. */
export const viewOf = (row: EventRow): View => viewIn('en', row);

function viewIn(
  language: Language,
  { at, last_at: lastAt, user_id: userId, user_name: userName, ...row }: EventRow,
): View {
  return {
    ...row,
    summary: sentenceOf(row.kind, row.details, language),
    first_at: at.toISOString(),
    last_at: lastAt.toISOString(),
    user: userId === null ? null : { id: userId, name: userName },
  };
}

export async function listEvents(
  uow: UnitOfWork,
  { principal: { tenantId }, language }: Context,
  { pageSize, cursor, ...filter }: ListQuery,
): Promise<List> {
  const rows = await uow.read(
    tenantId,
    selectEvents({ ...filterOf(tenantId, filter), before: cursor ?? null, limit: pageSize + 1 }),
  );
  const events = rows.slice(0, pageSize).map((row) => viewIn(language(), row));
  const hasMore = rows.length > pageSize;
  return { events, pagination: { hasMore, nextCursor: hasMore ? (events.at(-1)?.id ?? null) : null } };
}

/** Reads and writes the events in parts, so that few of them are in memory at once. */
export function exportEvents(
  uow: UnitOfWork,
  { principal: { tenantId } }: Context,
  now: Date,
  { format, ...filter }: ExportQuery,
): StreamAnswer {
  const parts = readAll(uow, tenantId, filter);
  return new StreamAnswer({
    open: () => Readable.from(format === 'csv' ? csvLines(parts) : jsonLines(parts), { objectMode: false }),
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
    filename: `security-events-${now.toISOString().slice(0, 10)}.${format}`,
  });
}

async function* readAll(uow: UnitOfWork, tenantId: string, filter: Filter): AsyncGenerator<View[]> {
  let before: EventRow['id'] | null = null;
  for (;;) {
    const rows: EventRow[] = await uow.read(
      tenantId,
      selectEvents({ ...filterOf(tenantId, filter), before, limit: ROWS }),
    );
    yield rows.map(viewOf);
    if (rows.length < ROWS) return;
    before = rows.at(-1)?.id ?? null;
  }
}

async function* jsonLines(parts: AsyncIterable<View[]>): AsyncGenerator<string> {
  for await (const part of parts) yield part.map((event) => `${JSON.stringify(event)}\n`).join('');
}

const COLUMNS: readonly [title: string, of: (event: View) => string][] = [
  ['id', ({ id }) => id],
  ['first', (event) => event.first_at],
  ['last', (event) => event.last_at],
  ['count', ({ count }) => String(count)],
  ['severity', ({ severity }) => severity],
  ['kind', ({ kind }) => kind],
  ['sentence', ({ summary }) => summary],
  ['person', ({ user }) => user?.id ?? ''],
  ['name', ({ user }) => user?.name ?? ''],
  ['address', ({ address }) => address ?? ''],
  ['subject', ({ subject }) => subject ?? ''],
  ['details', ({ details }) => JSON.stringify(details)],
];

async function* csvLines(parts: AsyncIterable<View[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([title]) => title));
  for await (const part of parts) yield part.map((event) => csvLine(COLUMNS.map(([, of]) => of(event)))).join('');
}
