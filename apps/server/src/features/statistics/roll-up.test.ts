/** The counts always match the tables, in any commit order, even if counting is interrupted repeatedly. */
import type { DocumentStatus, Id } from '@countersign/contract';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countedAll, expectFiguresOfTables, figuresIn } from '../../../test/support/statistics-oracle.ts';
import { until } from '../../../test/support/until.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../platform/db/database.fixture.ts';
import type { UserPrincipal } from '../../platform/principal.ts';
import { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getAnalytics, getStatistics } from './read-statistics.ts';
import { recountOnConsole } from './recount-command.ts';
import { countAll, recount } from './roll-up.ts';

let fixture: DatabaseFixture;
let database: Database;
let uow: UnitOfWork;
let tenantId: string;
let time: Date;
const query = async (text: string, values: unknown[] = []) =>
  (await fixture.admin.query<Record<string, unknown>>(text, values)).rows;
/** Like every tenant with a document, the tenant has an audit stream. */
const addTenant = async (): Promise<string> => {
  const id = await fixture.addTenant();
  await query(`insert into audit_streams (tenant_id, stream, n, hash, at) values ($1, $1, 0, '', now())`, [id]);
  return id;
};
const count = () => countAll({ database, uow });
/** Counts until nothing is left, because the open transactions of other tests can delay events. */
const settled = () => countedAll(query, count);

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(6);
  // Inserts only rows of documents, without the files, users and recipients they refer to.
  await fixture.admin.query('set session_replication_role = replica');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  for (const table of ['documents', 'periods', 'states', 'positions']) await query(`delete from statistics_${table}`);
  for (const table of ['documents', 'outbox', 'audit_streams', 'tenants']) await query(`delete from ${table}`);
  tenantId = await addTenant();
  time = new Date('2026-03-01T12:00:00.000Z');
  const recorder = new Recorder({ vault: new Vault(Buffer.alloc(32, 7)), reactions: [], wake: () => {} });
  uow = new UnitOfWork({ database, clock: { now: () => time }, recorder });
});

const KINDS: Partial<Record<DocumentStatus | 'deleted' | 'erased', string>> = {
  draft: 'document.created',
  'in-progress': 'document.sent',
  completed: 'document.signed',
  declined: 'recipient.declined',
  voided: 'document.voided',
  expired: 'document.expired',
  archived: 'document.archived',
  deleted: 'document.deleted',
  erased: 'document.erased',
};
/** Selects events that every later transaction can see. */
const SEEN = 'select from outbox where xid < pg_snapshot_xmin(pg_current_snapshot())';
const event = (by: pg.ClientBase, id: string, kind: string) =>
  by.query(
    `insert into outbox (tenant_id, id, kind, document_id, data, created_at) values ($1, $2, $3, $4, '{}', $5)`,
    [tenantId, newId('event'), kind, id, time],
  );
const insert = (by: pg.ClientBase, id: string, { owner = 'usr_1', template = null as string | null } = {}) =>
  by.query(
    `insert into documents (tenant_id, id, owner_id, template_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id,
       hash_state, has_signatures, created_at, updated_at)
     values ($1, $2, $3, $4, 't', 'f', 'draft', 1, '[]', 1, 'x', 'b', '', false, $5, $5)`,
    [tenantId, id, owner, template, time],
  );
const SETS: Partial<Record<DocumentStatus | 'deleted' | 'restored' | 'extended', string>> = {
  'in-progress': `status = 'in-progress', sent_at = $3`,
  completed: `status = 'completed', completed_at = $3`,
  declined: `status = 'declined', updated_at = $3`,
  voided: `status = 'voided', updated_at = $3`,
  expired: `status = 'expired', updated_at = $3`,
  archived: `archived_from = status, status = 'archived', updated_at = $3`,
  deleted: 'deleted_at = $3',
};
/** Writes the change and its event in one transaction, as a use case does. */
async function change(by: pg.ClientBase, id: string, to: DocumentStatus | 'deleted' | 'erased'): Promise<void> {
  if (to === 'draft') await insert(by, id);
  else if (to === 'erased') await by.query('delete from documents where tenant_id = $1 and id = $2', [tenantId, id]);
  else await by.query(`update documents set ${SETS[to] ?? ''} where tenant_id = $1 and id = $2`, [tenantId, id, time]);
  await event(by, id, KINDS[to] ?? '');
}
async function another(): Promise<pg.Client> {
  const client = new pg.Client(fixture.connection);
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}
const principal = (): UserPrincipal => ({
  kind: 'user',
  userId: 'usr_1',
  tenantId,
  organizationId: 'org_1',
  role: 'admin',
  plan: 'enterprise',
  email: 'a@example.com',
  emailVerified: true,
  isOperator: false,
  sessionHash: Buffer.alloc(0),
  sessionId: 'ses_1',
  method: 'password',
  lacksSecondFactor: false,
  secondFactor: null,
  provedLately: true,
});
const context = () => ({ principal: principal(), ip: '127.0.0.1', userAgent: null, requestId: 'r' }) as never;
const asked = { bucket: 'day', from: '2026-02-01', to: '2026-04-01', timeZone: 'UTC' } as const;
const statistics = () => getStatistics(uow, context(), asked);

describe('counting a sequence of changes', () => {
  const AFTER: Record<string, (DocumentStatus | 'deleted' | 'erased')[]> = {
    draft: ['in-progress', 'archived', 'deleted'],
    'in-progress': ['completed', 'declined', 'voided', 'expired'],
    completed: ['archived', 'deleted'],
    declined: ['archived', 'deleted'],
    voided: ['deleted'],
    expired: ['in-progress', 'deleted'],
    archived: ['deleted'],
    deleted: ['erased'],
    erased: [],
  };

  test('calculates statistics that match the tables for any sequence of changes, in any order', async () => {
    const clients = await Promise.all([another(), another(), another()]);
    const step = fc.record({
      client: fc.nat(2),
      document: fc.nat(9),
      way: fc.nat(20),
      minutes: fc.nat(2000),
      commits: fc.boolean(),
      counts: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const documents = Array.from({ length: 10 }, (_, index) => ({
          id: newId('document'),
          owner: `usr_${index % 3}`,
          template: index % 2 === 0 ? `tpl_${index % 4}` : null,
          state: undefined as string | undefined,
          heldBy: undefined as number | undefined,
        }));
        const open = [false, false, false];
        const commit = async (which: number) => {
          if (open[which] === true) await clients[which]?.query('commit');
          open[which] = false;
          for (const document of documents) if (document.heldBy === which) document.heldBy = undefined;
        };
        for (const { client: which, document: index, way, minutes, commits, counts } of steps) {
          const document = documents[index];
          const client = clients[which];
          if (!document || !client) throw new Error('nobody');
          // The row of this document is locked by another connection until that connection commits.
          if (document.heldBy !== undefined && document.heldBy !== which) continue;
          time = new Date(time.getTime() + minutes * 60_000);
          if (open[which] !== true) await client.query('begin');
          open[which] = true;
          document.heldBy = which;
          if (document.state === undefined) {
            await insert(client, document.id, document);
            await event(client, document.id, 'document.created');
            document.state = 'draft';
          } else {
            const ways = AFTER[document.state] ?? [];
            const to = ways[way % Math.max(1, ways.length)];
            if (to !== undefined) {
              await change(client, document.id, to);
              document.state = to;
            }
          }
          if (commits) await commit(which);
          if (counts === 0) await count();
        }
        for (const which of [2, 0, 1]) await commit(which);
        await settled();
        await expectFiguresOfTables(query);
        const figures = await figuresIn(query);
        await recount(uow, tenantId);
        await settled();
        expect(await figuresIn(query)).toEqual(figures);
      }),
      { numRuns: 12 },
    );
    for (const client of clients) await client.end();
  }, 120_000);

  test('waits for a running batch and discards its result when counting starts from scratch', async () => {
    await settled();
    for (const id of [newId('document'), newId('document')]) await change(fixture.admin, id, 'draft');
    // Older transactions of the server can delay the events, which would then be counted in another run.
    await until('the events to be visible', async () => (await query(SEEN)).length === 2);
    const [counted, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = new UnitOfWork({ database, clock: { now: () => time }, recorder: uow.recorder });
    slow.runLoosely = (which, tenant, work) =>
      uow.runLoosely(which, tenant, async (tx) => {
        const done = await work(tx);
        await tx.flush();
        counted.resolve();
        await committing.promise;
        return done;
      });
    const turn = countAll({ database, uow: slow });
    await counted.promise;
    const recounting = recount(uow, tenantId);
    await until('the recount to wait', async () => {
      const rows = await query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%statistics_positions%'`,
      );
      return rows.length > 0;
    });
    committing.resolve();
    await Promise.all([turn, recounting]);
    await settled();
    await expectFiguresOfTables(query);
  });

  test("reports the progress of the operator's recount while a server is counting", async () => {
    await query('update tenants set organization_id = $2 where tenant_id = $1', [tenantId, 'org_1']);
    for (let n = 0; n < 1200; n += 1) await insert(fixture.admin, newId('document'));
    await settled();
    const figures = await figuresIn(query);
    const lines: string[] = [];
    let over = false;
    const server = (async () => {
      while (!over) await count();
    })();
    await recountOnConsole(uow, 'org_1', (line) => lines.push(line)).finally(() => {
      over = true;
    });
    await server;
    await settled();
    expect(lines.at(-1)).toBe('org_1 (live): 1200 documents counted');
    expect(await figuresIn(query)).toEqual(figures);
    await expect(recountOnConsole(uow, 'org_2', () => {})).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
  });

  test('counts every event once even if counting is interrupted at any point and restarted', async () => {
    const ids = Array.from({ length: 5 }, () => newId('document'));
    for (const id of ids)
      for (const to of ['draft', 'in-progress', 'completed'] as const) await change(fixture.admin, id, to);
    const cut = new UnitOfWork({ database, clock: { now: () => time }, recorder: uow.recorder });
    for (const statement of [1, 2, 3, 4]) {
      let left = statement;
      cut.runLoosely = (which, tenant, work) =>
        uow.runLoosely(which, tenant, (tx) => {
          const send = tx.query.bind(tx);
          tx.query = (asking) => {
            left -= 1;
            if (left === 0) throw new Error('cut');
            return send(asking);
          };
          return work(tx);
        });
      await countAll({ database, uow: cut }).catch((error: unknown) => expect(error).toMatchObject({ message: 'cut' }));
    }
    await Promise.all([count(), count(), count()]);
    await settled();
    await expectFiguresOfTables(query);
    expect((await statistics()).totals).toMatchObject({ created: 5, sent: 5, completed: 5, completionRate: 1 });
  });
});

test('does not count later events while an earlier transaction is open, and sets asOf to the time up to which events are counted', async () => {
  await settled();
  const slow = await another();
  const late = newId('document');
  await slow.query('begin');
  await change(slow, late, 'draft');
  time = new Date(time.getTime() + 60_000);
  const quick = newId('document');
  await change(fixture.admin, quick, 'draft');
  time = new Date(time.getTime() + 60_000);
  await count();
  const before = await statistics();
  expect(before.totals.created).toBe(0);
  expect(before.asOf).toBe('2026-03-01T12:01:00.000Z');
  await slow.query('commit');
  await slow.end();
  await settled();
  const after = await statistics();
  expect(after.totals.created).toBe(2);
  expect(after.asOf).toBe(time.toISOString());
});

test('counts older documents in the background, and marks the statistics as incomplete until then', async () => {
  expect(await statistics()).toMatchObject({ asOf: null, complete: false, progress: 0 });
  await query(
    `insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id, hash_state,
       has_signatures, created_at, updated_at)
     select $1, 'doc_' || lpad(n::text, 26, '0'), 'usr_1', 't', 'f', 'draft', 1, '[]', 1, 'x', 'b', '', false, $2, $2 from generate_series(1, 1200) n`,
    [tenantId, time],
  );
  // Simulates a process that ends after the first batch.
  const ending = new AbortController();
  let batches = 0;
  const one = new UnitOfWork({ database, clock: { now: () => time }, recorder: uow.recorder });
  one.runLoosely = async (which, tenant, work) => {
    const done = await uow.runLoosely(which, tenant, work);
    batches += 1;
    ending.abort();
    return done;
  };
  await countAll({ database, uow: one }, ending.signal);
  expect(batches).toBe(1);
  const begun = await statistics();
  expect(begun).toMatchObject({ asOf: null, complete: false, totals: { created: 500 } });
  expect(begun.progress).toBeCloseTo(500 / 1200, 2);
  // Changes made between the batches are also counted, even if their documents have not been reached yet.
  await change(fixture.admin, `doc_${'7'.padStart(26, '0')}`, 'in-progress');
  await change(fixture.admin, `doc_${'1100'.padStart(26, '0')}`, 'in-progress');
  await settled();
  expect(await statistics()).toMatchObject({ complete: true, progress: 1, totals: { created: 1200, sent: 2 } });
  await expectFiguresOfTables(query);
});

test('continues to count in a database that was restored into another server with a lower transaction counter', async () => {
  const id = newId('document');
  await change(fixture.admin, id, 'draft');
  await settled();
  await query(`update statistics_positions set xid = '99999999'`);
  await change(fixture.admin, id, 'in-progress');
  await settled();
  expect((await statistics()).totals).toMatchObject({ created: 1, sent: 1 });
  expect((await statistics()).complete).toBe(true);
  await expectFiguresOfTables(query);
});

test('counts a document for the member who created it, even after it is handed over or erased', async () => {
  const id = newId('document');
  for (const to of ['draft', 'in-progress', 'completed'] as const) await change(fixture.admin, id, to);
  await settled();
  await query(`update documents set owner_id = 'usr_9'`);
  await change(fixture.admin, id, 'deleted');
  await settled();
  expect((await getAnalytics(uow, context(), asked)).totals).toMatchObject({ sent: 1, completed: 1 });
  await change(fixture.admin, id, 'erased');
  await settled();
  const { totals, documents, members } = await statistics();
  expect(totals).toMatchObject({ created: 1, sent: 1, completed: 1 });
  expect(documents.every(({ count: there }) => there === 0)).toBe(true);
  expect(members).toMatchObject([{ id: 'usr_1' satisfies Id<'user'>, name: null, sent: 1 }]);
  await expectFiguresOfTables(query);
});

test("does not include other tenants' documents in a tenant's statistics", async () => {
  await change(fixture.admin, newId('document'), 'draft');
  const own = tenantId;
  tenantId = await addTenant();
  await settled();
  expect((await statistics()).totals.created).toBe(0);
  tenantId = own;
  expect((await statistics()).totals.created).toBe(1);
});
