import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCheckpoint, formatNote, openCheckpoint, parseVerifierKey, signNote } from '@countersign/audit-log/tlog';
import { beforeEach, expect, test, vi } from 'vitest';
import { afterFile } from '../../../test/support/after-file.ts';
import { startTestApp } from '../../../test/support/app.ts';
import { Ed25519Key } from '../../platform/crypto/ed25519.ts';
import { until } from '../../../test/support/until.ts';
import { acceptPins } from './accept-pin.ts';
import { commands } from './commands.ts';
import { transparencyLog as feature } from './feature.ts';
import { verifierKeys } from './log-keys.ts';
import { Pins } from './pins.ts';
import { reportFault } from './report-pin-fault.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-pins-'));
afterFile(() => Promise.resolve(rmSync(folder, { recursive: true })));
const pinFile = path.join(folder, 'pins');
const app = await startTestApp({ pinFile });
const { transparencyLog, vault, uow, recorder, database } = app.services;
const { tenantId } = app.tenant;
app.tolerate(/an audit log contradicts its pin/);
// Stops the timers, which would otherwise compare and write the file during the test.
await app.services.timers.stop();
await transparencyLog.sequencer.stop();

const pinned = () => readFileSync(pinFile, 'utf8');
const grow = async (by = 1) => {
  for (let n = 0; n < by; n += 1) await app.draft();
  await transparencyLog.cover(tenantId);
};
const health = async () => (await app.anyone.get<'getHealth'>('/api/health')).body;
const production = async () =>
  (await app.owner.get<'getProductionHealth'>('/api/health/production')).body.checks?.find(
    ({ name }) => name === 'audit-log',
  );

type State = { size: string; frontier: Buffer };
const state = async (): Promise<State> => {
  const [row] = await app.sql<State>('select size, frontier from transparency_logs where tenant_id = $1', [tenantId]);
  if (!row) throw new Error('The log does not exist.');
  return row;
};
/** Simulates a database that was restored from an older backup. */
async function restore({ size, frontier }: State): Promise<void> {
  await app.sql('delete from log_timestamps where tenant_id = $1 and size > $2', [tenantId, size]);
  await app.sql('delete from log_checkpoints where tenant_id = $1 and size > $2', [tenantId, size]);
  await app.sql('delete from log_runs where tenant_id = $1 and first_index >= $2', [tenantId, size]);
  await app.sql(
    'update transparency_logs set size = $2, checkpoint_size = $2, frontier = $3, fence = fence + 1 where tenant_id = $1',
    [tenantId, size, frontier],
  );
}

const acceptAll = (reason: string) =>
  acceptPins(uow, tenantId, { sources: ['pin-file', 'presented'], reason }, { actor: { kind: 'system', id: 'test' } });
beforeEach(async () => {
  await grow();
  await transparencyLog.pins.update();
  await acceptAll('the next test');
  await transparencyLog.pins.update();
});

test('writes the newest checkpoint of each log to the pin file, in a form that anyone can verify', async () => {
  await grow();
  await transparencyLog.pins.update();
  expect(transparencyLog.pins.faults).toEqual([]);
  const newest = await transparencyLog.checkpoints.newest(tenantId);
  expect(pinned()).toContain(newest?.note);
  const logs = verifierKeys(await transparencyLog.keys.signer(), tenantId).map(parseVerifierKey);
  await expect(openCheckpoint(newest?.note ?? '', { logs })).resolves.toMatchObject({ size: newest?.size });
  expect(readdirSync(folder)).toEqual(['pins']);
  expect(await production()).toMatchObject({ status: 'healthy' });
});

test('reports that an older database was restored, continues to work, and keeps the pin until the operator records the reason', async () => {
  const older = await state();
  await grow(2);
  await transparencyLog.pins.update();
  const pin = pinned();
  await restore(older);
  await transparencyLog.pins.update();
  expect(transparencyLog.pins.faults).toMatchObject([{ tenantId, kind: 'behind', size: Number(older.size) }]);
  expect(pinned()).toBe(pin);
  expect((await health()).problems).toMatchObject([{ code: 'audit-log-behind-pin' }]);
  expect(await production()).toMatchObject({ status: 'unhealthy' });
  await app.draft();
  const { entries: recorded } = (await app.owner.get<'listAuditLog'>('/api/audit?action=audit.pin-contradicted')).body;
  expect(recorded[0]?.context).toMatchObject({ source: 'pin-file', kind: 'behind', size: Number(older.size) });
  const events = await app.sql("select severity from security_events where kind = 'audit.pin-contradicted'");
  expect(events[0]).toEqual({ severity: 'critical' });

  const said: string[] = [];
  const run = commands[0]?.read(['accept-pin', 'restored after a disk failure']);
  const code = await run?.({
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    clock: app.clock,
    dataDir: app.dataDir,
    config: { pinFile },
    open: (work) =>
      work({
        connection: {},
        owner: {},
        database,
        unseal: () => Promise.resolve({ vault, recorder, uow }),
      }),
  });
  expect([code, said.at(-1)]).toEqual([0, 'Accepted the current state of 1 audit log(s).']);
  await transparencyLog.pins.update();
  expect(transparencyLog.pins.faults).toEqual([]);
  expect(readFileSync(`${pinFile}.replaced`, 'utf8')).toContain(pin);
  expect((await health()).problems ?? []).toEqual([]);
  const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?action=audit')).body;
  expect(entries[0]?.summary).toContain('contradicts it: restored after a disk failure');
});

test('reports a log that is longer than the pinned one but contains different entries', async () => {
  const older = await state();
  await grow(2);
  await transparencyLog.pins.update();
  const pin = pinned();
  await restore(older);
  await grow(4);
  await transparencyLog.pins.update();
  expect(transparencyLog.pins.faults).toMatchObject([{ tenantId, kind: 'forked' }]);
  expect(pinned()).toBe(pin);
});

test('reports a pin that no key of this installation signed', async () => {
  const { installation } = await transparencyLog.keys.signer();
  const origin = `${installation}/${tenantId}`;
  const { publicKey, sign } = new Ed25519Key(Buffer.alloc(32, 5));
  const text = formatCheckpoint({ origin, size: 3, root: Buffer.alloc(32, 1) });
  writeFileSync(pinFile, formatNote(text, [await signNote(text, { name: origin, publicKey, sign })]));
  await transparencyLog.pins.update();
  expect(transparencyLog.pins.faults).toMatchObject([{ tenantId, kind: 'unknown-key' }]);
});

const present = (text: string) => transparencyLog.pins.present(text);
const faults = async () => {
  app.clock.advance({ seconds: 1 });
  await transparencyLog.pins.update();
  return transparencyLog.pins.faults;
};

test('reports a submitted checkpoint that is newer than the log, until an administrator accepts it', async () => {
  const older = await state();
  await grow(2);
  const lost = (await transparencyLog.checkpoints.newest(tenantId))?.note ?? '';
  expect(await present(lost)).toMatchObject({ state: 'confirmed', tenantId });
  await restore(older);
  // Simulates a server without PIN_FILE.
  writeFileSync(pinFile, '');
  expect(await present(lost)).toMatchObject({ state: 'contradicted', kind: 'behind', size: Number(older.size) });
  await present(lost);
  const lines = app.lines.filter(
    (line) => line.includes('"source":"presented"') && line.includes('contradicts its pin'),
  );
  expect(lines).toHaveLength(1);
  expect(await faults()).toMatchObject([{ source: 'presented', tenantId, kind: 'behind' }]);
  expect((await health()).problems).toMatchObject([{ code: 'audit-log-behind-pin' }]);

  await acceptAll('restored after a disk failure');
  await present(lost);
  expect(await faults()).toEqual([]);
  await grow(4);
  expect(await present(lost)).toMatchObject({ state: 'contradicted', kind: 'forked' });
  expect(await faults()).toEqual([]);
});

test('ignores a submitted checkpoint from another log, and one that no key of this installation signed', async () => {
  const { installation } = await transparencyLog.keys.signer();
  const { publicKey, sign } = new Ed25519Key(Buffer.alloc(32, 5));
  for (const origin of [`${installation}/${tenantId}`, `${installation}/ten_other`, 'other.example/log', 'x']) {
    const text = formatCheckpoint({ origin, size: 999_999, root: Buffer.alloc(32, 1) });
    const note = formatNote(text, [await signNote(text, { name: origin, publicKey, sign })]);
    expect(await present(note)).toEqual({ state: 'unknown' });
  }
  expect(await present('no checkpoint')).toEqual({ state: 'unknown' });
  expect(await faults()).toEqual([]);
});

test('reports a contradiction that another process found', async () => {
  const { keys, checkpoints } = transparencyLog;
  const other = new Pins({
    pinFile: undefined,
    database,
    clock: app.clock,
    keys,
    checkpoints,
    report: (fault, note) => reportFault(uow, fault, note),
    log: { warn: () => {}, error: () => {} },
  });
  const older = await state();
  await grow(2);
  const lost = (await checkpoints.newest(tenantId))?.note ?? '';
  await restore(older);
  writeFileSync(pinFile, '');
  await transparencyLog.pins.present(lost);
  // The first call starts the read and returns an empty list.
  expect(other.current()).toEqual([]);
  await until('the read', () => other.current().length > 0);
  expect(other.current()).toMatchObject([{ source: 'presented', tenantId }]);
});

test('keeps a contradiction open if it is stored while another contradiction is accepted', async () => {
  const store = (source: string) =>
    app.sql(
      `insert into log_pin_faults (tenant_id, source, kind, pinned, size, note, since) values ($1, $2, 'behind', 9, 5, 'x', $3)
       on conflict (tenant_id, source) do update set accepted_at = null`,
      [tenantId, source, app.clock.now()],
    );
  await app.sql("delete from log_pin_faults where source = 'pin-file'");
  await store('presented');
  const interrupted: typeof uow.run = (id, work) =>
    uow.run(id, (tx) => {
      const query = tx.query.bind(tx);
      const queryAndStore: typeof tx.query = async (statement) => {
        const rows = await query(statement);
        await store('pin-file');
        return rows;
      };
      return work(Object.assign(tx, { query: queryAndStore }));
    });
  const accepted = await acceptPins(
    { run: interrupted, recorder } as unknown as typeof uow,
    tenantId,
    { sources: ['pin-file', 'presented'], reason: 'restored' },
    { actor: { kind: 'system', id: 'test' } },
  );
  expect(accepted).toBe(1);
  const open = await app.sql('select source from log_pin_faults where accepted_at is null');
  expect(open).toEqual([{ source: 'pin-file' }]);
});

test('reports a contradiction with the pin file of another process until the contradiction is accepted', async () => {
  const { keys, checkpoints } = transparencyLog;
  const otherFile = path.join(folder, 'other-pins');
  const report = (fault: Parameters<typeof reportFault>[1], note: string) => reportFault(uow, fault, note);
  const log = { warn: () => {}, error: () => {} };
  const other = new Pins({ pinFile: otherFile, database, clock: app.clock, keys, checkpoints, report, log });
  const older = await state();
  await grow(2);
  await other.update();
  const pin = readFileSync(otherFile, 'utf8');
  await restore(older);
  writeFileSync(pinFile, '');
  await other.update();
  await transparencyLog.pins.update();
  await other.update();
  expect(transparencyLog.pins.faults).toMatchObject([{ tenantId, source: 'pin-file' }]);
  expect(other.faults).toHaveLength(1);
  await acceptAll('restored');
  await transparencyLog.pins.update();
  expect(readFileSync(otherFile, 'utf8')).toBe(pin);
  await other.update();
  expect(readFileSync(otherFile, 'utf8')).not.toBe(pin);
  expect(other.faults).toEqual([]);
});

test('reports a damaged pin file, leaves it unchanged, and still looks for entries without a checkpoint', async () => {
  app.tolerate(/PIN_FILE cannot be used/);
  const before = pinned();
  const damaged = before.slice(0, before.indexOf('\n\n'));
  const timer = feature.timers.find(({ name }) => name.startsWith('signing checkpoints'));
  for (const text of [damaged, 'no note\n\nno signature\n']) {
    writeFileSync(pinFile, text);
    const looked = vi.spyOn(transparencyLog.coverage, 'check');
    await timer?.run(app.services, new AbortController().signal);
    expect(looked).toHaveBeenCalledOnce();
    looked.mockRestore();
    expect(pinned()).toBe(text);
    expect((await health()).problems).toMatchObject([
      { code: 'audit-log-behind-pin', message: expect.stringContaining('PIN_FILE is damaged') as string },
    ]);
    expect(await production()).toMatchObject({ status: 'unhealthy' });
  }
  writeFileSync(pinFile, before);
  await transparencyLog.pins.update();
  expect((await health()).problems ?? []).toEqual([]);
});
