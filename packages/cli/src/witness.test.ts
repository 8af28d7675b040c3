import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
  consistencyProof,
  emptyRoot,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  leafHash,
  openCheckpoint,
  rootOf,
  SIGNATURE_TYPE,
  signNote,
} from '@countersign/audit-log/tlog';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { testKey } from '../../audit-log/test/keys.ts';
import { cli, type Folder, makeFolder } from '../test/harness.ts';
import { type RunningWitness, startWitness } from './witness-server.ts';
import { WitnessState } from './witness-state.ts';

const LOG = testKey('inst_7/ten_1');
const WITNESS = testKey('witness.example/w1');
const INSTALLATION = testKey('inst_8');
const NOW = new Date('2026-11-20T10:30:00Z');
const LEAVES = Array.from({ length: 40 }, (_, at) => leafHash(Uint8Array.of(at)));
const OTHER_LEAVES = LEAVES.map((leaf, at) => (at === 2 ? leafHash(Uint8Array.of(99)) : leaf));

type Submission = {
  old: number;
  size: number;
  leaves?: Uint8Array[];
  key?: typeof LOG;
  origin?: string;
  proof?: string[];
};

/** Builds the body of a request. By default, it contains the consistency proof between the two sizes. */
async function submission({
  old,
  size,
  leaves = LEAVES,
  key = LOG,
  origin = key.name,
  proof,
}: Submission): Promise<string> {
  const root = (start: number, end: number): Uint8Array => rootOf(leaves.slice(start, end));
  const hashes = await consistencyProof(Math.min(old, size), size, (nodes) =>
    nodes.map(({ level, index }) => root(index * 2 ** level, (index + 1) * 2 ** level)),
  );
  const text = formatCheckpoint({ origin, size, root: root(0, size) });
  const lines = proof ?? hashes.map((one) => Buffer.from(one).toString('base64'));
  const note = formatNote(text, [await signNote(text, { ...key, name: origin })]);
  return [`old ${old}`, ...lines, '', note].join('\n');
}

let folder: Folder;
let witness: RunningWitness;
const reports: string[] = [];
const start = (): Promise<RunningWitness> =>
  startWitness({
    keys: { signer: WITNESS, logs: [LOG.key()], installations: [INSTALLATION.key()] },
    state: new WitnessState(folder.at('state.json')),
    host: '127.0.0.1',
    port: 0,
    now: () => NOW,
    report: (message) => reports.push(message),
  });
beforeEach(async () => {
  folder = makeFolder();
  witness = await start();
});
afterEach(async () => {
  await witness.close();
  folder.remove();
});

async function post(body: string, url = witness.url): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
const add = async (given: Submission) => post(await submission(given));

describe('witness', () => {
  test('cosigns a log as it grows and serves the newest checkpoint with both signatures', async () => {
    expect((await add({ old: 0, size: 5 })).status).toBe(200);
    const { status, text } = await add({ old: 5, size: 17 });
    expect(status).toBe(200);
    const served = await fetch(`${witness.url}/${hash('sha256', LOG.name)}/checkpoint`);
    const note = await served.text();
    expect(note).toContain(text);
    const keys = { logs: [LOG.key()], witnesses: [WITNESS.key(SIGNATURE_TYPE.cosignature)] };
    const { size, cosignatures } = await openCheckpoint(note, keys);
    expect([size, cosignatures[0]?.time]).toEqual([17, NOW.getTime() / 1000]);
    expect((await fetch(`${witness.url}/${hash('sha256', 'other')}/checkpoint`)).status).toBe(404);
  });

  test('cosigns the same checkpoint again, but no other checkpoint of the same size', async () => {
    await add({ old: 0, size: 5 });
    expect((await add({ old: 5, size: 5 })).status).toBe(200);
    expect((await add({ old: 5, size: 5, leaves: OTHER_LEAVES })).status).toBe(422);
  });

  test('rejects a log that shrank, and states the known size', async () => {
    await add({ old: 0, size: 17 });
    for (const given of [
      { old: 0, size: 5 },
      { old: 5, size: 17 },
      { old: 18, size: 20 },
    ])
      expect(await add(given)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '17\n' });
  });

  test('rejects a fork, even after the witness is restarted', async () => {
    await add({ old: 0, size: 5 });
    expect((await add({ old: 5, size: 9, leaves: OTHER_LEAVES })).status).toBe(422);
    await witness.close();
    witness = await start();
    expect((await add({ old: 5, size: 9, leaves: OTHER_LEAVES })).status).toBe(422);
    expect((await add({ old: 0, size: 9, leaves: OTHER_LEAVES })).status).toBe(409);
    expect((await add({ old: 5, size: 9 })).status).toBe(200);
  });

  test('cosigns only one of two histories that arrive at the same time', async () => {
    const bodies = await Promise.all([
      submission({ old: 0, size: 9 }),
      submission({ old: 0, size: 9, leaves: OTHER_LEAVES }),
    ]);
    const statuses = (await Promise.all(bodies.map((body) => post(body)))).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('cosigns every log of an installation with one key, and no log of another installation', async () => {
    expect((await add({ old: 0, size: 5, key: INSTALLATION, origin: 'inst_8/ten_1' })).status).toBe(200);
    expect((await add({ old: 0, size: 3, key: INSTALLATION, origin: 'inst_8/ten_2' })).status).toBe(200);
    expect((await add({ old: 0, size: 5, key: LOG, origin: 'inst_8/ten_3' })).status).toBe(403);
    expect((await add({ old: 0, size: 5, key: INSTALLATION, origin: 'inst_80/ten_1' })).status).toBe(404);
  });

  test('rejects unknown logs, unknown keys and invalid signatures', async () => {
    expect((await add({ old: 0, size: 5, key: testKey('other/log') })).status).toBe(404);
    expect((await add({ old: 0, size: 5, key: testKey(LOG.name, 'foreign') })).status).toBe(403);
    const changed = (await submission({ old: 0, size: 5 })).replace('\n5\n', '\n6\n');
    expect((await post(changed)).status).toBe(403);
  });

  test('rejects a proof that does not verify, and a nonempty proof for the first checkpoint', async () => {
    const line = Buffer.alloc(32).toString('base64');
    expect((await add({ old: 0, size: 5, proof: [line] })).status).toBe(422);
    await add({ old: 0, size: 5 });
    expect((await add({ old: 5, size: 9, proof: [] })).status).toBe(422);
    expect((await add({ old: 5, size: 9, proof: [line, line] })).status).toBe(422);
  });

  test("rejects an empty log's checkpoint if its root hash is not that of the empty tree", async () => {
    const text = formatCheckpoint({ origin: LOG.name, size: 0, root: rootOf(LEAVES) });
    const empty = formatCheckpoint({ origin: LOG.name, size: 0, root: emptyRoot() });
    expect((await post(`old 0\n\n${formatNote(text, [await signNote(text, LOG)])}`)).status).toBe(422);
    expect((await post(`old 0\n\n${formatNote(empty, [await signNote(empty, LOG)])}`)).status).toBe(200);
  });

  test('rejects malformed requests with 400, and rejects other paths and methods', async () => {
    const good = await submission({ old: 0, size: 5 });
    const line = Buffer.alloc(32).toString('base64');
    const bad = ['', good.replace('old 0', 'old 00'), good.replace('old 0', 'new 0'), good.replace('\n\n', '\n')];
    bad.push(good.replace('old 0\n', 'old 0\nAAAA\n'), good.replace('old 0\n', `old 0\n${`${line}\n`.repeat(64)}`));
    bad.push(good.replace('\u2014 ', '- '), await submission({ old: 9, size: 5 }));
    for (const body of bad) expect((await post(body)).status, body).toBe(400);
    expect((await post('x'.repeat(300 * 1024))).status).toBe(413);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/other`)).status).toBe(404);
  });

  test('does not cosign if another process changed the state file', async () => {
    await add({ old: 0, size: 5 });
    folder.write('state.json', '{}');
    expect((await add({ old: 5, size: 9 })).status).toBe(500);
    expect(reports.at(-1)).toContain('Another process has changed');
  });
});

describe('command witness', () => {
  const MAIN = path.resolve(import.meta.dirname, 'main.ts');
  const args = (): string[] => [
    'witness',
    folder.at('killed.json'),
    '--name',
    'witness.example/w2',
    '--key',
    folder.at('key.pem'),
    '--create-key',
    '--log',
    formatVerifierKey(LOG.key()),
    '--listen',
    '127.0.0.1:0',
  ];

  async function run() {
    const child = spawn(process.execPath, [MAIN, ...args()]);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    while (!out.includes('Listening on')) await once(child.stdout, 'data');
    const [, url = ''] = /Listening on {2}(\S+)\n/.exec(out) ?? [];
    return { child, url, key: out.split('\n')[0] };
  }

  test('never cosigns a second history, regardless of how often the witness is killed', async () => {
    let acknowledged = 0;
    const keys = new Set<string | undefined>();
    for (let round = 0; round < 3; round++) {
      const { child, url, key } = await run();
      keys.add(key);
      const state = new WitnessState(folder.at('killed.json'));
      const size = state.checkpoint(LOG.name)?.size ?? 0;
      expect(size).toBeGreaterThanOrEqual(acknowledged);
      if (size > 0)
        expect((await post(await submission({ old: size, size: size + 9, leaves: OTHER_LEAVES }), url)).status).toBe(
          422,
        );
      for (let old = size; old < size + 6; old++) {
        expect((await post(await submission({ old, size: old + 1 }), url)).status).toBe(200);
        acknowledged = old + 1;
      }
      // The last request is still in progress when the process is asked to end.
      const last = post(await submission({ old: acknowledged, size: acknowledged + 1 }), url).catch(() => undefined);
      child.kill('SIGKILL');
      if ((await last)?.status === 200) acknowledged++;
    }
    expect(keys.size).toBe(1);
    expect(new WitnessState(folder.at('killed.json')).checkpoint(LOG.name)?.size).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThanOrEqual(18);
  });

  test('exits with 0 when the witness is stopped', async () => {
    const { child } = await run();
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(readFileSync(folder.at('key.pem'), 'utf8')).toContain('BEGIN PRIVATE KEY');
  });

  test.each([
    ['without a log', (all: string[]) => all.filter((_, at) => at !== 7 && at !== 8), 64, 'Specify at least one log'],
    [
      'with a name that contains a space',
      (all: string[]) => all.map((one) => one.replace('w2', 'w 2')),
      64,
      'is not a valid witness name',
    ],
    [
      'with an invalid address',
      (all: string[]) => all.map((one) => one.replace(':0', '')),
      64,
      'is not a valid address',
    ],
    ['without a key', (all: string[]) => all.filter((one) => one !== '--create-key'), 66, 'Create the key with'],
  ])('does not start a witness %s', async (_what, change, code, message) => {
    expect(await cli(change(args()))).toMatchObject({ code, error: expect.stringContaining(message) });
  });

  test('does not start with an unreadable state file, so that it cannot cosign a second history', async () => {
    folder.write('killed.json', '{"format":1,"logs":{"inst_7/ten_1":"x"}}');
    expect(await cli(args())).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not a witness state file'),
    });
  });
});
