/**
 * Counts changes from the outbox (ADR 60). An event only identifies the document to look at. Its current state is
 * compared with its counted state, and the difference goes into the statistics. The outbox position and the document's
 * new counted state are written in the same transaction. Reading an event twice therefore changes nothing, and an
 * interrupted transaction has no effect.
 */
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { COUNTS, Differences, type Fact, factOf, type Period } from './facts.ts';
import { addTo, readHistogram, writeHistogram } from './histogram.ts';
import {
  awaitPosition,
  beginCounting,
  countDocuments,
  forgetCounts,
  lockPosition,
  type DocumentSnapshot,
  keepStorage,
  measureStorage,
  movePosition,
  restartPosition,
  selectDurations,
  selectSnapshots,
  selectStops,
  selectStorageDue,
  selectNews,
  selectNextDocuments,
  selectTenantsWithNews,
  writeFacts,
  writePeriods,
  writeStates,
} from './store.ts';

const BATCH = 500;
/**
 * The interval for measuring storage. It also applies to a tenant whose documents do not change, because templates and
 * attachments are files too.
 */
const STORAGE_MINUTES = 10;

export type CountingServices = { database: Database; uow: UnitOfWork };

/** Several processes may count at the same time, but each tenant is counted by only one of them. */
export async function countAll({ database, uow }: CountingServices, signal?: AbortSignal): Promise<void> {
  const tenants = await database.query(
    { role: 'jobs' },
    selectTenantsWithNews(new Date(uow.now().getTime() - STORAGE_MINUTES * 60_000)),
  );
  for (const { tenant_id: tenantId } of tenants) {
    let done = false;
    while (!done && signal?.aborted !== true) done = await countNext(uow, tenantId);
  }
}

/**
 * Discards a tenant's counts, so that counting starts from scratch. Waits for a running batch, whose result is
 * discarded too.
 */
export async function recount(uow: UnitOfWork, tenantId: string): Promise<void> {
  await uow.run(tenantId, async (tx) => {
    if ((await tx.query(awaitPosition(tenantId))).length === 0) {
      await begin(tx, tenantId);
      await tx.query(awaitPosition(tenantId));
    }
    for (const forget of forgetCounts) tx.write(forget(tenantId));
    tx.write(restartPosition(tenantId));
  });
}

async function begin(tx: Tx, tenantId: string): Promise<void> {
  const [documents] = await tx.query(countDocuments(tenantId));
  tx.write(beginCounting(tenantId, documents?.count ?? 0));
}

/** Returns true if nothing is left, or if another process is counting the tenant. */
export function countNext(uow: UnitOfWork, tenantId: string): Promise<boolean> {
  return uow.runLoosely('statistics counted', tenantId, async (tx) => {
    let [position] = await tx.query(lockPosition(tenantId));
    if (!position) {
      await begin(tx, tenantId);
      [position] = await tx.query(lockPosition(tenantId));
    }
    if (!position) return true;
    if (position.is_of_another) {
      tx.write(restartPosition(tenantId));
      return false;
    }
    const { counted_through: through } = position;
    const [news, next] = await tx.queryAll([
      selectNews(tenantId, position.xid, position.event_id, BATCH),
      selectNextDocuments(tenantId, through ?? '', through === null ? 0 : BATCH),
    ]);
    const changed = news.flatMap(({ document_id: id }) => (id === null ? [] : [id]));
    const older = next.map(({ id }) => id);
    await countChanged(tx, tenantId, [...new Set([...changed, ...older])], position.generation);
    const last = news.at(-1);
    const isThrough = older.length < BATCH;
    tx.write(
      movePosition({
        tenantId,
        xid: last?.xid ?? position.xid,
        eventId: last?.id ?? position.event_id,
        countedThrough: isThrough ? null : (older.at(-1) ?? null),
        counted: older.length,
      }),
    );
    const isDone = isThrough && news.length < BATCH;
    if (isDone) await measure(tx, tenantId);
    failpointsOfCommit(tx, 'counting');
    return isDone;
  });
}

async function measure(tx: Tx, tenantId: string): Promise<void> {
  const [due] = await tx.query(selectStorageDue(tenantId, tx.now));
  if (!due) return;
  const [measured] = await tx.query(measureStorage(tenantId));
  if (measured) tx.write(keepStorage(tenantId, tx.now, measured.files, measured.bytes, due.began));
}

async function countChanged(tx: Tx, tenantId: string, ids: readonly string[], generation: number): Promise<void> {
  if (ids.length === 0) return;
  const differences = new Differences();
  const facts: { id: string; fact: Fact }[] = [];
  const [looks, stops] = await tx.queryAll([selectSnapshots(tenantId, ids), selectStops(tenantId, ids)]);
  const stopped = new Map(stops.map(({ document_id: id, at }) => [id, at]));
  for (const look of looks) {
    const counted = countedOf(look);
    const fact = factOf(
      look.owner_id === null
        ? undefined
        : { ...look, owner_id: look.owner_id, stopped_at: stopped.get(look.id) ?? null },
      counted,
    );
    if (!fact) continue;
    if (counted && look.generation === generation) differences.add(counted, -1);
    differences.add(fact, 1);
    facts.push({ id: look.id, fact });
  }
  tx.write(
    writeFacts({
      tenantId,
      generation,
      ids: facts.map(({ id }) => id),
      owners: facts.map(({ fact }) => fact.owner_id),
      templates: facts.map(({ fact }) => fact.template_id),
      states: facts.map(({ fact }) => fact.state),
      outcomes: facts.map(({ fact }) => fact.outcome),
      created: facts.map(({ fact }) => fact.created_at),
      sent: facts.map(({ fact }) => fact.sent_at),
      ended: facts.map(({ fact }) => fact.ended_at),
    }),
  );
  await addPeriods(tx, tenantId, differences.periods());
  const states = differences.states();
  if (states.length > 0)
    tx.write(
      writeStates({
        tenantId,
        scopes: states.map(({ scope }) => scope),
        scopeIds: states.map(({ scopeId }) => scopeId),
        states: states.map(({ state }) => state),
        documents: states.map(({ documents }) => documents),
      }),
    );
}

function countedOf(look: DocumentSnapshot): Fact | undefined {
  if (look.counted_owner_id === null) return undefined;
  return {
    owner_id: look.counted_owner_id,
    template_id: look.counted_template_id,
    state: look.counted_state,
    outcome: look.counted_outcome,
    created_at: look.counted_created_at,
    sent_at: look.counted_sent_at,
    ended_at: look.counted_ended_at,
  };
}

const keysOf = (tenantId: string, periods: readonly Period[]) => ({
  tenantId,
  scopes: periods.map(({ scope }) => scope),
  scopeIds: periods.map(({ scopeId }) => scopeId),
  grains: periods.map(({ grain }) => grain),
  ats: periods.map(({ at }) => at),
});
const nameOf = (scope: number, scopeId: string, grain: number, at: Date) =>
  `${scope} ${scopeId} ${grain} ${at.getTime()}`;

/** The position row is locked, so no other process writes these periods. */
async function addPeriods(tx: Tx, tenantId: string, periods: readonly Period[]): Promise<void> {
  if (periods.length === 0) return;
  const withDurations = periods.filter(({ durations }) => durations.size > 0);
  const known = withDurations.length === 0 ? [] : await tx.query(selectDurations(keysOf(tenantId, withDurations)));
  const before = new Map(known.map((row) => [nameOf(row.scope, row.scope_id, row.grain, row.at), row.durations]));
  const durations = periods.map((period) => {
    if (period.durations.size === 0) return null;
    const sum = readHistogram(
      before.get(nameOf(period.scope, period.scopeId, period.grain, period.at)) ?? Buffer.alloc(0),
    );
    for (const [found, count] of period.durations) addTo(sum, found, count);
    return writeHistogram(sum);
  });
  const counts = Object.fromEntries(COUNTS.map((count) => [count, periods.map((period) => period[count])]));
  tx.write(
    writePeriods({ ...keysOf(tenantId, periods), ...(counts as Record<(typeof COUNTS)[number], number[]>), durations }),
  );
}
