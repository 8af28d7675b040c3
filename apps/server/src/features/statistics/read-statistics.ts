/** The statistics that the API returns. Requests read stored counts and never documents. */
import type { operations, OutputOf } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { COUNTS, SCOPES } from './facts.ts';
import { DurationSum } from './histogram.ts';
import { type Range, segmentsOf } from './periods.ts';
import { type Asked, type Query, readRange } from './range.ts';
import {
  type Segments,
  selectApi,
  selectMembers,
  selectRoom,
  selectSeries,
  selectStanding,
  selectStates,
  selectTemplates,
  selectTimeZone,
  selectWebhooks,
  type Sums,
} from './read-store.ts';

type Statistics = OutputOf<(typeof operations)['getStatistics']>;
type Analytics = OutputOf<(typeof operations)['getAnalytics']>;
type Context = RequestContext<MemberPrincipal>;
type Rows<S extends (...values: never[]) => unknown> =
  ReturnType<S> extends { row?: infer Row } ? NonNullable<Row>[] : never;

/**
 * The maximum number of members and templates in the list. Members and templates beyond it are included only in the
 * totals.
 */
const LEADERS = 100;
const STATES = ['draft', 'in-progress', 'completed', 'declined', 'voided', 'expired', 'archived', 'deleted'] as const;

export async function getStatistics(uow: UnitOfWork, { principal }: Context, query: Query): Promise<Statistics> {
  const { tenantId } = principal;
  const now = uow.now();
  const asked = await requestedBy(uow, principal, query, now);
  const [froms, tos] = [asked.buckets.map(({ from }) => from), asked.buckets.map(({ to }) => to)];
  const whole = { tenantId, limit: LEADERS, ...segmentsOfAll([rangeOf(asked)]) };
  const [standing, states, series, members, templates, api, webhooks, [room]] = await uow.readAllReplica(tenantId, [
    selectStanding(tenantId),
    selectStates(tenantId, SCOPES.organization, ''),
    selectSeries({ tenantId, scope: SCOPES.organization, scopeId: '', ...segmentsOfAll(asked.buckets) }),
    selectMembers(whole),
    selectTemplates(whole),
    selectApi(tenantId, froms, tos),
    selectWebhooks(tenantId, froms, tos),
    selectRoom(tenantId, now),
  ]);
  return {
    ...figuresOf(asked, { standing, states, series }, now),
    members: members.map(({ id, name, ...sums }) => ({ id, name, ...figure(Figure.of(sums)) })),
    templates: templates.map(({ id, name, ...sums }) => ({ id, name, ...figure(Figure.of(sums)) })),
    api: callsOf(asked, api, ['requests', 'refused']),
    webhooks: callsOf(asked, webhooks, ['delivered', 'failed', 'dead']),
    storage: {
      files: standing[0]?.stored_files ?? 0,
      bytes: standing[0]?.stored_bytes ?? 0,
      quotaBytes: room?.quota_bytes ?? null,
      asOf: standing[0]?.stored_at?.toISOString() ?? null,
    },
    seats: { members: room?.members ?? 0, invited: room?.invited ?? 0 },
  };
}

/** Counts the documents that the member created, even if they belong to someone else now. */
export async function getAnalytics(uow: UnitOfWork, { principal }: Context, query: Query): Promise<Analytics> {
  const { tenantId, userId } = principal;
  const now = uow.now();
  const asked = await requestedBy(uow, principal, query, now);
  const [standing, states, series] = await uow.readAllReplica(tenantId, [
    selectStanding(tenantId),
    selectStates(tenantId, SCOPES.member, userId),
    selectSeries({ tenantId, scope: SCOPES.member, scopeId: userId, ...segmentsOfAll(asked.buckets) }),
  ]);
  return figuresOf(asked, { standing, states, series }, now);
}

async function requestedBy(uow: UnitOfWork, principal: MemberPrincipal, query: Query, now: Date): Promise<Asked> {
  if (query.timeZone !== undefined) return readRange(query, query.timeZone, now);
  const [own] = await uow.read(principal.tenantId, selectTimeZone(principal.tenantId, principal.userId));
  return readRange(query, own?.time_zone ?? 'UTC', now);
}

const rangeOf = ({ buckets }: Asked): Range => ({
  from: buckets[0]?.from ?? new Date(0),
  to: buckets.at(-1)?.to ?? new Date(0),
});

/** Returns one array per column, because the statement takes the segments in this form. */
function segmentsOfAll(ranges: readonly Range[]): Segments {
  const segments = ranges.flatMap((range, bucket) => segmentsOf(range).map((segment) => ({ ...segment, bucket })));
  return {
    buckets: segments.map(({ bucket }) => bucket),
    grains: segments.map(({ grain }) => grain),
    froms: segments.map(({ from }) => from),
    tos: segments.map(({ to }) => to),
    signs: segments.map(({ sign }) => sign),
  };
}

type Read = {
  standing: Rows<typeof selectStanding>;
  states: Rows<typeof selectStates>;
  series: Rows<typeof selectSeries>;
};

function figuresOf(asked: Asked, { standing: [standing], states, series }: Read, now: Date): Analytics {
  const isComplete = standing?.is_complete ?? false;
  const range = rangeOf(asked);
  const documents = new Map(states.map((row) => [row.state, row.documents]));
  const found = new Map(series.map(({ bucket, ...sums }) => [bucket, Figure.of(sums)]));
  return {
    asOf: isComplete ? (standing?.waiting_since ?? now).toISOString() : null,
    complete: isComplete,
    progress: progressOf(standing),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    bucket: asked.bucket,
    timeZone: asked.timeZone,
    documents: STATES.map((state) => ({ state, count: documents.get(state) ?? 0 })),
    totals: figure(Figure.sum(found.values())),
    series: asked.buckets.map(({ from, to }, bucket) => {
      return { from: from.toISOString(), to: to.toISOString(), ...countsOf(found.get(bucket) ?? NOTHING) };
    }),
  };
}

/**
 * Documents that were added since the recount began are counted but are not part of the total, so this figure can be
 * slightly too high.
 */
function progressOf(standing: Read['standing'][number] | undefined): number {
  if (!standing) return 0;
  if (standing.is_complete) return 1;
  return Math.min(0.99, standing.documents_counted / Math.max(1, standing.documents_total));
}

class Figure {
  readonly counts: Record<(typeof COUNTS)[number], number>;
  readonly durations = new DurationSum();

  private constructor(counts: Figure['counts']) {
    this.counts = counts;
  }

  static of({ durations, taken, ...counts }: Sums): Figure {
    const one = new Figure(counts);
    if (durations) one.durations.add(durations, 1);
    if (taken) one.durations.add(taken, -1);
    return one;
  }

  static sum(figures: Iterable<Figure>): Figure {
    const counts = { created: 0, sent: 0, sent_completed: 0, completed: 0, declined: 0, voided: 0, expired: 0 };
    const sum = new Figure(counts);
    for (const one of figures) {
      for (const count of COUNTS) counts[count] += one.counts[count];
      sum.durations.addSum(one.durations);
    }
    return sum;
  }
}
const NOTHING = Figure.sum([]);

function countsOf({ counts: { sent_completed: _, ...counts }, durations }: Figure) {
  const median = durations.median();
  return { ...counts, medianSecondsToComplete: median === null ? null : Number((median / 1000).toPrecision(4)) };
}

function figure(one: Figure): Statistics['totals'] {
  const { sent, sent_completed: done } = one.counts;
  return { ...countsOf(one), completionRate: sent === 0 ? null : Math.round((done / sent) * 10_000) / 10_000 };
}

function callsOf<K extends string>(
  { buckets }: Asked,
  rows: readonly (Record<K, number> & { bucket: number })[],
  kinds: readonly K[],
) {
  const found = new Map(rows.map((row) => [row.bucket, row]));
  const of = (sum: (kind: K) => number) =>
    Object.fromEntries(kinds.map((kind) => [kind, sum(kind)])) as Record<K, number>;
  return {
    ...of((kind) => rows.reduce((total, row) => total + row[kind], 0)),
    series: buckets.map(({ from, to }, bucket) => ({
      from: from.toISOString(),
      to: to.toISOString(),
      ...of((kind) => found.get(bucket)?.[kind] ?? 0),
    })),
  };
}
