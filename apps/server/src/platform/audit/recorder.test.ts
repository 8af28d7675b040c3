import { parseEntry, verifyPii, verifyStream } from '@countersign/audit-log';
import type { AnyEvent, Id } from '@countersign/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../crypto/ids.ts';
import { unseal, Vault } from '../crypto/seal.ts';
import type { Database } from '../db/database.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../db/database.fixture.ts';
import type { Tx } from '../db/transaction.ts';
import { defineJob, type Lane } from '../jobs/queue.ts';
import { UnitOfWork } from '../unit-of-work.ts';
import { starts } from '../jobs/starts.ts';
import { type Announce, type Happening, type Reactions, Recorder } from './recorder.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const announce = defineJob<{ documentId: Id<'document'> }>('test-announce', {
  lane: 'mail',
  retryAfter: [],
  lease: 10,
});
const reactions: Reactions = {
  'document.created': [starts(announce, ({ documentId }) => [{ payload: { documentId }, uniqueKey: documentId }])],
};

let fixture: DatabaseFixture;
let database: Database;
let tenantId: string;
let stream: Id<'document'>;
let time: Date;
let wake: ReturnType<typeof vi.fn<(lane: Lane) => void>>;
let uow: UnitOfWork;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(10);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  tenantId = await fixture.addTenant();
  stream = newId('document');
  time = new Date('2026-03-01T12:00:00.000Z');
  wake = vi.fn<(lane: Lane) => void>();
  uow = newUnitOfWork();
});

/** Simulates another process, which has cached nothing. */
function newUnitOfWork(announceTo?: Announce): UnitOfWork {
  return new UnitOfWork({
    database,
    clock: { now: () => time },
    recorder: new Recorder({ vault, reactions: [reactions], wake, ...(announceTo && { announce: announceTo }) }),
  });
}

const happening = (more: Partial<Happening> = {}): Happening => ({
  action: 'document.viewed',
  actor: { kind: 'system', id: 'test' },
  target: { kind: 'document', id: stream },
  data: {},
  ...more,
});
const record = (more: Partial<Happening> = {}, { on = stream, by = uow }: { on?: string; by?: UnitOfWork } = {}) =>
  by.run(tenantId, (tx) => by.recorder.record(tx, tenantId, on, happening(more)));

type EntryRow = { n: number; id: string; at: Date; hash: string; bytes: Buffer };
async function entries(of: string = stream): Promise<EntryRow[]> {
  return (
    await fixture.admin.query<EntryRow>(
      'select n, id, at, hash, bytes from audit_entries where tenant_id = $1 and stream = $2 order by n',
      [tenantId, of],
    )
  ).rows;
}
/** Returns the result of an auditor's check: the chain from its first entry to the separately stored head. */
async function verdict(of: string = stream) {
  const heads = await fixture.admin.query<{ n: number; hash: string }>(
    'select n, hash from audit_streams where tenant_id = $1 and stream = $2',
    [tenantId, of],
  );
  const rows = await entries(of);
  const head = heads.rows[0]?.hash ?? 'none';
  const result = verifyStream(
    rows.map(({ bytes }) => bytes),
    { tenant: tenantId, stream: of, head },
  );
  return { ...result, headNumber: heads.rows[0]?.n };
}

describe('audit trail', () => {
  test('writes an audit trail without gaps or forks with 20 concurrent writers from several processes', async () => {
    const processes = [uow, newUnitOfWork(), newUnitOfWork()];
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let index = 0; index < 5; index += 1)
          await record({ data: { writer, index } }, { by: processes[writer % 3] ?? uow });
      }),
    );
    expect(await verdict()).toMatchObject({ valid: true, entries: 100, headNumber: 99 });
    expect((await entries()).map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  test('locks a reopened audit trail without rewriting it', async () => {
    await record();
    const place = async () =>
      (await fixture.admin.query<{ ctid: string }>('select ctid from audit_streams where stream = $1', [stream])).rows;
    const before = await place();
    await uow.run(tenantId, async (tx) => {
      await uow.recorder.open(tx, tenantId, stream);
    });
    expect(await place()).toEqual(before);
    await record();
    expect(await place()).not.toEqual(before);
  });

  test('continues an existing audit trail if a transaction tries to create it again', async () => {
    await uow.run(tenantId, async (tx) => uow.recorder.record(tx, tenantId, stream, happening()));
    const second = await uow.run(tenantId, async (tx) => {
      const trail = await uow.recorder.create(tx, tenantId, stream);
      return trail.record(happening());
    });
    expect(second.n).toBe(1);
  });

  test('stores the contents of an entry together with its bytes', async () => {
    await record({ action: 'document.voided', actor: { kind: 'user', id: 'usr_1' }, data: { code: 7 } });
    const [row] = await entries();
    const entry = parseEntry(row?.bytes ?? Buffer.alloc(0));
    expect(entry).toMatchObject({
      tenant: tenantId,
      stream,
      n: 0,
      type: 'document.voided',
      actor: { kind: 'user', id: 'usr_1' },
      target: { kind: 'document', id: stream },
      data: { code: 7 },
      pii: null,
    });
    expect(row).toMatchObject({ n: entry.n, id: entry.id, at: new Date(entry.at) });
  });

  test('accepts several entries of one transaction, and several streams with separate chains', async () => {
    await uow.run(tenantId, async (tx) => {
      const trail = await uow.recorder.open(tx, tenantId, stream);
      await trail.record(happening());
      await trail.record(happening());
      await uow.recorder.record(tx, tenantId, tenantId, happening());
    });
    await record();
    expect(await verdict()).toMatchObject({ valid: true, entries: 3 });
    expect(await verdict(tenantId)).toMatchObject({ valid: true, entries: 1 });
  });

  test('never records an earlier time in an audit trail, even if the clock is set back', async () => {
    const times = [
      '2026-03-01T12:00:00.500Z',
      '2026-03-01T11:00:00.000Z',
      '2026-03-01T12:00:00.499Z',
      '2026-03-01T12:00:01.000Z',
    ];
    for (const at of times) {
      time = new Date(at);
      await record();
    }
    expect((await entries()).map(({ at }) => at.toISOString())).toEqual([times[0], times[0], times[0], times[3]]);
    expect(await verdict()).toMatchObject({ valid: true, entries: 4 });
  });
});

describe('personal data in audit entries', () => {
  const fields = { name: 'Ada Lovelace', email: 'ada@northwind.example' };
  const person = (personId: string) => ({ personal: { personId, fields } });

  async function openPersonal(personId: string) {
    const keys = await fixture.admin.query<{ key_sealed: Buffer }>(
      'select key_sealed from person_keys where tenant_id = $1 and person_id = $2',
      [tenantId, personId],
    );
    const sealed = await fixture.admin.query<{ entry_id: string; sealed: Buffer }>(
      'select entry_id, sealed from audit_personal where tenant_id = $1 and person_id = $2 order by entry_id',
      [tenantId, personId],
    );
    expect(keys.rowCount).toBe(1);
    const key = vault.open(`person ${tenantId}/${personId}`, keys.rows[0]?.key_sealed ?? Buffer.alloc(0));
    return sealed.rows.map(({ entry_id: entryId, sealed: bytes }) => {
      const content = unseal(key, `audit ${entryId}`, bytes);
      return {
        entryId,
        salt: content.subarray(0, 32),
        fields: JSON.parse(content.subarray(32).toString()) as Record<string, string>,
      };
    });
  }
  const commitments = async () => new Map((await entries()).map(({ id, bytes }) => [id, parseEntry(bytes).pii ?? '']));

  test('stores personal data encrypted next to a matching commitment in the entry', async () => {
    await record(person('sgn_1'));
    await record(person('sgn_1'));
    const opened = await openPersonal('sgn_1');
    const pii = await commitments();
    expect(opened).toHaveLength(2);
    for (const { entryId, salt, fields: found } of opened) {
      expect(found).toEqual(fields);
      expect(verifyPii(pii.get(entryId) ?? '', salt, found)).toBe(true);
      expect(verifyPii(pii.get(entryId) ?? '', salt, { ...found, name: 'Ada Byron' })).toBe(false);
    }
    // Each entry has its own salt, so that two entries do not reveal that they concern the same person.
    expect(new Set(pii.values()).size).toBe(2);
  });

  test('never stores personal data unencrypted', async () => {
    await record(person('sgn_1'));
    const stored = await fixture.admin.query<{ text: string }>(
      `select encode(bytes, 'escape') as text from audit_entries where tenant_id = $1 union all select encode(sealed, 'escape') from audit_personal where tenant_id = $1
       union all select encode(key_sealed, 'escape') from person_keys where tenant_id = $1`,
      [tenantId],
    );
    expect(stored.rowCount).toBe(3);
    // The pattern is longer than the three letters of the name, because three letters can also occur in a hash.
    expect(stored.rows.filter(({ text }) => /ada[ @]|lovelace/i.test(text))).toEqual([]);
  });

  test('uses one key per person, and leaves every chain unchanged when a key is erased', async () => {
    await record(person('sgn_1'));
    await record(person('sgn_2'));
    await fixture.admin.query(`delete from person_keys where tenant_id = $1 and person_id = 'sgn_1'`, [tenantId]);
    expect(await openPersonal('sgn_2')).toHaveLength(1);
    const [left] = (
      await fixture.admin.query<{ key_sealed: Buffer }>('select key_sealed from person_keys where tenant_id = $1', [
        tenantId,
      ])
    ).rows;
    const [erased] = (
      await fixture.admin.query<{ entry_id: string; sealed: Buffer }>(
        `select entry_id, sealed from audit_personal where tenant_id = $1 and person_id = 'sgn_1'`,
        [tenantId],
      )
    ).rows;
    const otherKey = vault.open(`person ${tenantId}/sgn_2`, left?.key_sealed ?? Buffer.alloc(0));
    expect(() => unseal(otherKey, `audit ${erased?.entry_id ?? ''}`, erased?.sealed ?? Buffer.alloc(0))).toThrow();
    expect(await verdict()).toMatchObject({ valid: true, entries: 2 });
  });

  test('reads personal data after the transaction that created the key was rolled back', async () => {
    const undone = uow.run(tenantId, async (tx) => {
      await uow.recorder.record(tx, tenantId, stream, happening(person('sgn_1')));
      await tx.query({ name: 'test flush', text: 'select 1', values: [] });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await record(person('sgn_1'));
    await record(person('sgn_1'), { by: newUnitOfWork() });
    expect(await openPersonal('sgn_1')).toHaveLength(2);
  });

  test("uses the first transaction's key for the personal data of a new person", async () => {
    const other = newUnitOfWork();
    let second: Promise<unknown> | undefined;
    const first = await uow.run(tenantId, async (tx) => {
      const key = await uow.recorder.personKey(tx, tenantId, 'usr_1');
      second ??= other.run(tenantId, (its) => other.recorder.personKey(its, tenantId, 'usr_1'));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await fixture.admin.query(waiting)).rowCount).toBe(1), { timeout: 20_000 });
      return key;
    });
    expect(await second).toEqual(first);
  });

  test("uses one key for a new person's personal data, even if many streams record it concurrently", async () => {
    const streams = Array.from({ length: 8 }, () => newId('document'));
    const processes = [uow, newUnitOfWork()];
    await Promise.all(streams.map((on, index) => record(person('usr_1'), { on, by: processes[index % 2] ?? uow })));
    expect(await openPersonal('usr_1')).toHaveLength(8);
  });
});

describe('event of an audit entry', () => {
  const created = (id = stream): AnyEvent => ({
    kind: 'document.created',
    data: { documentId: id, document: { id, title: 'Lease', status: 'draft' } },
  });
  const count = async (table: string) =>
    (await fixture.admin.query(`select from ${table} where tenant_id = $1`, [tenantId])).rowCount;
  const TABLES = ['audit_streams', 'audit_entries', 'audit_personal', 'person_keys', 'outbox', 'jobs'];
  const counts = async () =>
    Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await count(table)] as const)));
  const everything = (): Partial<Happening> => ({
    action: 'document.created',
    data: { size_bytes: 1 },
    personal: { personId: 'usr_1', fields: { name: 'Ada' } },
    event: created(),
  });

  test('writes an event and its jobs in the transaction of the audit entry, and starts workers after the commit', async () => {
    await uow.run(tenantId, async (tx: Tx) => {
      await uow.recorder.record(tx, tenantId, stream, happening(everything()));
      await tx.query({ name: 'test flush', text: 'select 1', values: [] });
      // The entry has been written, but other transactions cannot see it yet.
      expect(await counts()).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
      expect(wake).not.toHaveBeenCalled();
    });
    expect(await counts()).toEqual(Object.fromEntries(TABLES.map((table) => [table, 1])));
    expect(wake.mock.calls).toEqual([['mail']]);
    const outbox = await fixture.admin.query(
      'select kind, document_id, data, created_at from outbox where tenant_id = $1',
      [tenantId],
    );
    const document = {
      ...(created().data as { document: object }).document,
      metadata: {},
      external_id: null,
      template_id: null,
      package_id: null,
    };
    expect(outbox.rows).toEqual([
      { kind: 'document.created', document_id: stream, data: { documentId: stream, document }, created_at: time },
    ]);
    const jobs = await fixture.admin.query(
      'select kind, lane, payload, unique_key, run_at from jobs where tenant_id = $1',
      [tenantId],
    );
    expect(jobs.rows).toEqual([
      { kind: 'test-announce', lane: 'mail', payload: { documentId: stream }, unique_key: stream, run_at: time },
    ]);
  });

  test('numbers only document events, even under concurrency', async () => {
    const user: AnyEvent = {
      kind: 'user.created',
      data: { userId: 'usr_1', user: { id: 'usr_1', email: '', name: '' } },
    };
    await record({ event: [created(), user, created()] });
    const processes = [newUnitOfWork(), newUnitOfWork()];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => record({ event: created() }, { by: processes[i % 2] ?? uow })),
    );
    const other = newId('document');
    await record({ event: created(other) }, { on: other });
    // The event concerns one document, but it is recorded in the trail of another.
    await record({ event: created(other) });
    const { rows } = await fixture.admin.query<{ document_id: string | null; sequence: number | null }>(
      'select document_id, sequence from outbox where tenant_id = $1 order by sequence nulls last',
      [tenantId],
    );
    const of = (id: string | null) => rows.filter((row) => row.document_id === id).map(({ sequence }) => sequence);
    expect(of(stream)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(of(other)).toEqual([1, null]);
    expect(of(null)).toEqual([null]);
  });

  test("delivers an event only to the tenant's enabled webhooks that subscribe to its kind", async () => {
    const heard: boolean[] = [];
    uow = newUnitOfWork((_tx, _tenantId, { isHeard }) => heard.push(isHeard));
    const addEndpoint = (
      id: string,
      events: string[],
      more: { active?: boolean; tenant?: string; deleted?: boolean } = {},
    ) =>
      fixture.admin.query(
        `insert into webhook_endpoints (tenant_id, id, url, events, payload_shape, active, secret_sealed, created_at, updated_at, deleted_at)
         values ($1, $2, '', $3, 'A', $4, '', now(), now(), $5)`,
        [more.tenant ?? tenantId, id, events, more.active ?? true, more.deleted === true ? time : null],
      );
    await record({ event: created() });
    await addEndpoint('whk_1', ['*'], { active: false });
    await addEndpoint('whk_2', ['*'], { deleted: true });
    await addEndpoint('whk_3', ['document.sent', 'document.voided']);
    await addEndpoint('whk_4', ['*'], { tenant: await fixture.addTenant() });
    await record({ event: created() });
    await addEndpoint('whk_5', ['user.created', 'document.created']);
    await record({ event: created() });
    await fixture.admin.query(`update webhook_endpoints set events = '{*}' where id = 'whk_5'`);
    await record({ event: created() });
    expect(heard).toEqual([false, false, true, true]);
  });

  test('writes no event if the change that caused it fails', async () => {
    for (const flush of [true, false]) {
      const failing = uow.run(tenantId, async (tx) => {
        await uow.recorder.record(tx, tenantId, stream, happening(everything()));
        if (flush) await tx.query({ name: 'test flush', text: 'select 1', values: [] });
        throw new Error('the change did not happen');
      });
      await expect(failing).rejects.toThrow('the change did not happen');
    }
    expect(await counts()).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
    expect(wake).not.toHaveBeenCalled();
  });

  test('writes no event if the audit entry cannot be written', async () => {
    await fixture.admin.query(
      `insert into audit_streams (tenant_id, stream, n, hash, at) values ($1, $2, -1, 'x', now())`,
      [tenantId, stream],
    );
    await fixture.admin.query(
      `insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values ($1, $2, 0, 'x', now(), 'x', 'x')`,
      [tenantId, stream],
    );
    await expect(record(everything())).rejects.toThrow();
    expect(await counts()).toMatchObject({ audit_entries: 1, outbox: 0, jobs: 0 });
    expect(wake).not.toHaveBeenCalled();
  });
});

describe('audit trail on Citus', () => {
  test('writes the same rows in separate statements as in combined ones', async () => {
    const fixtures = [fixture, await openDatabaseFixture()];
    onTestFinished(() => fixtures[1]?.close());
    await fixtures[1]?.pretendCitus();
    const document: AnyEvent = {
      kind: 'document.created',
      data: { documentId: stream, document: { id: stream, title: 'Lease', status: 'draft' } },
    };
    const personal = { personId: 'usr_1', fields: { name: 'Ada' } };
    const written = await Promise.all(
      fixtures.map(async (one) => {
        const tenant = await one.addTenant();
        const heard: boolean[] = [];
        const by = new UnitOfWork({
          database: one.open(2),
          clock: { now: () => time },
          recorder: new Recorder({
            vault,
            reactions: [reactions],
            wake,
            announce: (_tx, _tenant, { isHeard }) => heard.push(isHeard),
          }),
        });
        const add = (more: Partial<Happening>) =>
          by.run(tenant, (tx) => by.recorder.record(tx, tenant, stream, happening(more)));
        await add({});
        await add({ event: document });
        await one.admin.query(
          `insert into webhook_endpoints (tenant_id, id, url, events, payload_shape, active, secret_sealed, created_at, updated_at)
           values ($1, 'whk_1', '', '{user.created,document.created}', 'A', true, '', now(), now())`,
          [tenant],
        );
        await add({ personal, event: [document, document] });
        await add({ personal });
        await by.run(tenant, async (tx) => (await by.recorder.open(tx, tenant, stream)).announce([document]));
        const rows = async (columns: string, table: string) =>
          (await one.admin.query(`select ${columns} from ${table} where tenant_id = $1 order by 1, 2`, [tenant])).rows;
        return {
          heard,
          streams: await rows('stream, n, events, at', 'audit_streams'),
          entries: await rows('stream, n, at', 'audit_entries'),
          personal: await rows('person_id, octet_length(sealed)', 'audit_personal'),
          queued: await rows('stream, n', 'log_queue'),
          events: await rows('sequence, kind, document_id, data', 'outbox'),
          jobs: await rows('kind, unique_key', 'jobs'),
        };
      }),
    );
    expect(written[1]).toEqual(written[0]);
    expect(written[1]).toMatchObject({
      heard: [false, true, true, true],
      streams: [{ n: 3, events: 4 }],
      entries: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }],
      personal: [{}, {}],
      events: [{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }, { sequence: 4 }],
    });
  });
});
