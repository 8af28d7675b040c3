import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  openCheckpoint,
  parseProof,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifierKey,
  formatVerifierKey,
  verifyProof,
} from '@countersign/audit-log/tlog';
import type { VerifierKey } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { startWitness } from '../../../../../packages/cli/src/witness-server.ts';
import { WitnessState } from '../../../../../packages/cli/src/witness-state.ts';
import { afterFile } from '../../../test/support/after-file.ts';
import { startTestApp } from '../../../test/support/app.ts';
import { Ed25519Key } from '../../platform/crypto/ed25519.ts';
import { SettingReader } from '../../platform/settings.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import { until } from '../../../test/support/until.ts';
import { commands } from './commands.ts';
import { pinSettings } from './config.ts';
import { exportLog } from './export-log.ts';
import { verifierKeys } from './log-keys.ts';
import { logEvidence } from './proofs.ts';
import { Witnesses } from './witnesses.ts';

const NAME = 'witness.example/w1';
const secret = new Ed25519Key(Buffer.alloc(32, 7));
const key = verifierKey(NAME, SIGNATURE_TYPE.cosignature, secret.publicKey);
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-witness-'));
const logs: VerifierKey[] = [];
let requests = 0;
const start = (port: number, state: string) =>
  startWitness({
    keys: { signer: { name: NAME, publicKey: secret.publicKey, sign: secret.sign }, logs, installations: [] },
    state: new WitnessState(path.join(folder, state)),
    host: '127.0.0.1',
    port,
    now: () => {
      requests += 1;
      return new Date('2026-11-20T10:30:00Z');
    },
    report: (message) => expect.unreachable(message),
  });
let witness = await start(0, 'state.json');
afterFile(async () => {
  await witness.close();
  rmSync(folder, { recursive: true });
});
const app = await startTestApp({
  witnesses: [{ key, text: formatVerifierKey(key), url: witness.url }],
  webhookAllow: ['127.0.0.1'],
});
app.tolerate(/a witness did not cosign the audit log/);
const { transparencyLog, timers } = app.services;
const { tenantId } = app.tenant;
// The timers stop, so that the test decides when the witness is called.
await timers.stop();
const signer = await transparencyLog.keys.signer();
logs.push(...[tenantId, app.tenant.sandboxId].flatMap((id) => verifierKeys(signer, id).map(parseVerifierKey)));

const ask = () => transparencyLog.witnesses.update(new AbortController().signal);
const grow = async () => {
  await app.draft();
  return transparencyLog.cover(tenantId);
};
const cosigned = async () => {
  const {
    checkpoint,
    verifierKeys: keys,
    witnessKeys,
  } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  const opened = await openCheckpoint(checkpoint, { logs: keys.map(parseVerifierKey), witnesses: [key] });
  return { ...opened, witnessKeys, checkpoint };
};

/** The output of the command `audit-log witnesses`. */
const listed = async () => {
  const said: string[] = [];
  const code = await commands[0]?.read(['witnesses'])?.({
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    clock: app.clock,
    dataDir: app.dataDir,
    config: { witnesses: [{ key, text: formatVerifierKey(key), url: 'https://witness.example' }] },
    open: (work) =>
      work({ connection: {}, owner: {}, database: app.services.database, unseal: () => Promise.resolve(app.services) }),
  });
  expect(code).toBe(0);
  return said;
};

test("serves a witness's cosignature with the checkpoint, and requests the cosignature once", async () => {
  const first = await grow();
  await ask();
  const opened = await cosigned();
  expect([opened.size, opened.cosignatures.length, opened.witnessKeys]).toEqual([
    first?.size,
    1,
    [formatVerifierKey(key)],
  ]);
  const served = await fetch(new URL(`/log/${opened.origin}/checkpoint`, app.url));
  expect(await served.text()).toBe(opened.checkpoint);
  const before = requests;
  await ask();
  expect(requests).toBe(before);
  await grow();
  expect((await cosigned()).cosignatures).toEqual([]);
  await ask();
  expect((await cosigned()).cosignatures).toHaveLength(1);
  expect(transparencyLog.witnesses.faults).toEqual([]);
});

test('exports the cosigned checkpoint with the key of the witness', async () => {
  await grow();
  await ask();
  const first = await exportLog(app.services, tenantId, undefined);
  const { files } = await exportLog(app.services, tenantId, first.next ?? undefined);
  const read = async (wanted: string) => {
    const content = await [...first.files, ...files].find(({ path: name }) => name === wanted)?.read();
    return Buffer.from(content as Uint8Array).toString();
  };
  expect((await read('keys')).trimEnd().split('\n')).toContain(formatVerifierKey(key));
  const { checkpoint, size } = await cosigned();
  expect(await read(`checkpoints/${size}`)).toBe(checkpoint);
});

test('prefers an older cosigned checkpoint in a proof over a newer one without a cosignature', async () => {
  const { id } = await app.draft();
  const covered = await transparencyLog.cover(tenantId);
  await ask();
  await grow();
  const { body } = await app.owner.get<'getAuditProof'>(`/api/audit/proof?stream=${id}&sequence=0`);
  expect(body.size).toBe(covered?.size);
  const keys = { logs: verifierKeys(signer, tenantId).map(parseVerifierKey), witnesses: [key] };
  expect((await verifyProof(parseProof(body.proof), keys)).cosignatures).toHaveLength(1);
  const { keys: listed, proof } = await logEvidence(app.services, tenantId, { stream: id, sequence: 0 });
  expect([listed.trimEnd().split('\n').at(-1), proof]).toEqual([formatVerifierKey(key), body.proof]);
});

test('lists the witnesses with their last cosignature', async () => {
  const said = await listed();
  expect(said[0]).toBe(`${NAME}  https://witness.example`);
  expect(said[1]).toMatch(/^ {2}last cosignature \S+Z, \d+ log\(s\) cosigned, \d+ log\(s\) waiting for a cosignature$/);
  expect(said).toHaveLength(2);
});

test('continues from the log size that a witness reports in a 409 response', async () => {
  await grow();
  await ask();
  // Simulates a lost response from the witness.
  await app.sql('delete from log_cosignatures where tenant_id = $1', [tenantId]);
  await grow();
  await ask();
  expect((await cosigned()).cosignatures).toHaveLength(1);
});

test('reports a witness that has been down for ten minutes, waits longer after each failure, and resumes when the witness responds', async () => {
  const { port } = new URL(witness.url);
  await witness.close();
  await grow();
  await ask();
  expect(transparencyLog.witnesses.faults).toMatchObject([{ witness: NAME, kind: 'unreachable' }]);
  const problems = async () => (await app.anyone.get<'getHealth'>('/api/health')).body.problems ?? [];
  expect(await problems()).toEqual([]);
  await ask();
  app.clock.advance({ minutes: 10 });
  expect(await problems()).toMatchObject([
    { code: 'audit-log-not-witnessed', message: expect.stringContaining(NAME) as string },
  ]);
  witness = await start(Number(port), 'state.json');
  // After two consecutive failures, the witness is not contacted for 30 seconds. The clock has been advanced further
  // than that.
  await ask();
  expect(await problems()).toEqual([]);
  expect((await cosigned()).cosignatures).toHaveLength(1);
});

test('reports immediately that a witness has seen a different history of the log', async () => {
  await grow();
  await ask();
  const { size } = await cosigned();
  // Simulates a restored older database whose log has grown again with the same key.
  await app.sql('delete from log_cosignatures where tenant_id = $1', [tenantId]);
  await app.sql('delete from log_timestamps where tenant_id = $1', [tenantId]);
  await app.sql('delete from log_checkpoints where tenant_id = $1', [tenantId]);
  await app.sql(
    "update log_runs set hashes = overlay(hashes placing '\\x00'::bytea from 1) where tenant_id = $1 and first_index = 0",
    [tenantId],
  );
  await grow();
  await ask();
  expect(size).toBeGreaterThan(1);
  expect(transparencyLog.witnesses.faults).toMatchObject([{ witness: NAME, kind: 'contradicted' }]);
  const { checks } = (await app.owner.get<'getProductionHealth'>('/api/health/production')).body;
  expect(checks?.find(({ name }) => name === 'audit-log')).toMatchObject({ status: 'unhealthy' });
});

test('rejects a witness setting that contains the key of a log, or that has no address', () => {
  const faultOf = (value: string) => {
    const faults: string[] = [];
    pinSettings(new SettingReader({ WITNESSES: value }, faults));
    return faults[0];
  };
  const text = formatVerifierKey(key);
  expect(faultOf(`${text} https://witness.example`)).toBeUndefined();
  expect(faultOf(text)).toContain('must list witnesses as "VERIFIER_KEY ADDRESS"');
  const ofLog = formatVerifierKey(verifierKey('log', SIGNATURE_TYPE.ed25519, secret.publicKey));
  expect(faultOf(`${ofLog} https://witness.example`)).toContain("contains a log's key");
  expect(faultOf(`${text} https://a.example, ${text} https://b.example`)).toContain('twice');
});

test('contacts a witness from one process at a time, and reports the same status in every process', async () => {
  await app.sql('delete from log_witnesses');
  const options = {
    witnesses: [{ key, text: formatVerifierKey(key), url: 'http://127.0.0.1:1' }],
    database: app.services.database,
    clock: app.clock,
    checkpoints: transparencyLog.checkpoints,
    log: { warn: () => {} },
  };
  let asked = 0;
  const waiting = Promise.withResolvers<void>();
  const fetcher = {
    fetch: async () => {
      asked += 1;
      await waiting.promise;
      return { kind: 'failed', reason: 'The witness is down.' };
    },
  } as unknown as Fetcher;
  const [one, other] = [new Witnesses({ ...options, fetcher }), new Witnesses({ ...options, fetcher })];
  const { signal } = new AbortController();
  await grow();
  const first = one.update(signal);
  await until('the first request', () => asked > 0);
  await other.update(signal);
  expect(asked).toBe(1);
  waiting.resolve();
  await first;
  expect(other.current()).toMatchObject([]);
  await other.update(signal);
  expect(other.faults).toMatchObject([{ witness: NAME, kind: 'unreachable', reason: 'The witness is down.' }]);
  expect((await listed())[2]).toMatch(/unreachable since \S+Z: The witness is down\./);
});

test('does not release the lease of a process that took over a witness when the slower process finishes', async () => {
  await app.sql('delete from log_witnesses');
  const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const fetcher = {
    fetch: async () => {
      await waiting[asked++]?.promise;
      return { kind: 'failed', reason: 'The witness is down.' };
    },
  } as unknown as Fetcher;
  const witnesses = [{ key, text: formatVerifierKey(key), url: 'http://127.0.0.1:1' }];
  const { database } = app.services;
  const options = { witnesses, fetcher, database, clock: app.clock, log: { warn: () => {} } };
  const [slow, next] = [1, 2].map(() => new Witnesses({ ...options, checkpoints: transparencyLog.checkpoints }));
  const { signal } = new AbortController();
  await grow();
  const first = slow?.update(signal);
  await until('the first request', () => asked === 1);
  app.clock.advance({ seconds: 61 });
  const second = next?.update(signal);
  await until('the second request', () => asked === 2);
  waiting[0]?.resolve();
  await first;
  const claims = await app.sql<{ asked_until: Date | null }>('select asked_until from log_witnesses');
  expect(claims[0]?.asked_until?.getTime()).toBeGreaterThan(app.clock.now().getTime());
  waiting[1]?.resolve();
  await second;
  expect(
    (await app.sql<{ asked_until: Date | null }>('select asked_until from log_witnesses'))[0]?.asked_until,
  ).toBeNull();
});
