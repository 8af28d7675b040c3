import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { createTimestampToken, toPem } from '@countersign/pki';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  checkpoint,
  DRAFTS,
  exportOf,
  type Log,
  LOG,
  leavesOf,
  proof,
  WITNESS,
} from '../../../vectors/audit-log/log.ts';
import { appendToTiles, formatVerifierKey, parseNote, SIGNATURE_TYPE, tilePath } from '../../audit-log/src/tlog.ts';
import { testKey } from '../../audit-log/test/keys.ts';
import { digestOf } from '../../pki/src/index.ts';
import { TSA_POLICY, testPki } from '../../pki/src/test-kit.ts';
import { pdfWithFiles } from '../test/attached-pdf.ts';
import { cli, type Folder, makeFolder } from '../test/harness.ts';

const COMPLETION = 6;
const NOW = new Date('2026-11-20T10:30:00Z');
const LOG_KEY = formatVerifierKey(LOG.key());
const WITNESS_KEY = formatVerifierKey(WITNESS.key(SIGNATURE_TYPE.cosignature));

let folder: Folder;
let log: Log;
beforeEach(async () => {
  folder = makeFolder();
  log = await exportOf(DRAFTS);
});
afterEach(() => folder.remove());

/** Writes an export in the server's format. The export has no time-stamps by default. */
function write({ timestamps = {} }: { timestamps?: Record<string, Uint8Array> } = {}): string {
  const at = folder.at('export');
  const files: Record<string, string | Uint8Array> = {
    'entries.jsonl': log.entries.map((line) => `${line}\n`).join(''),
    'personal.jsonl': log.personal.map((line) => `${JSON.stringify(line)}\n`).join(''),
    keys: log.keys.map((key) => `${key}\n`).join(''),
    ...log.checkpoints,
    ...log.proofs,
    ...timestamps,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
    writeFileSync(path.join(at, name), content);
  }
  return at;
}

const pki = await testPki(NOW);
const tokenOver = (data: string | Buffer): Promise<Buffer> =>
  createTimestampToken({
    key: pki.tsa.key,
    certificate: pki.tsa.certificate,
    chain: [pki.ca.certificate],
    policy: TSA_POLICY,
    digestAlgorithm: 'sha256',
    imprint: digestOf('sha256', Buffer.from(data)),
    now: NOW,
  });
const stamped = async (): Promise<string> => {
  const text = parseNote(log.checkpoints['checkpoints/12'] ?? '').text;
  return write({ timestamps: { 'timestamps/12.tst': await tokenOver(text) } });
};
const audit = (...args: string[]) => cli(['audit', 'verify', ...args], {}, NOW);

describe('export of an audit log', () => {
  test("verifies an export with a pin, the log's key, a trusted time-stamp and a witness", async () => {
    const pin = folder.write('pin.txt', log.checkpoints['checkpoints/8'] ?? '');
    const root = folder.write('root.pem', toPem('CERTIFICATE', pki.root.certificate.der));
    const keys = ['--key', LOG_KEY, '--key', WITNESS_KEY];
    const { code, out } = await audit(await stamped(), '--pin', pin, '--trust', root, ...keys);
    expect(out).toMatch(/^VALID: All entries match the signed log\.\n/);
    expect(out).toMatch(/Entries\s+12 in 3 streams\n/);
    expect(out).toMatch(/Time-stamps\s+up to 12 entries\n.*Witnesses\s+up to 12 entries\n.*Pins\s+up to 8 entries\n/s);
    expect(out).not.toContain('--pin');
    expect(code).toBe(0);
  });

  test('states the limits of a check if no pin and no key are given', async () => {
    const { code, out } = await audit(await stamped());
    expect(out).toContain('Without a pin, a rewritten or truncated log is not detected.');
    expect(out).toContain('The key was published by the log itself.');
    expect(code).toBe(0);
  });

  test('rejects an export that ends before a pin, and reports both sizes, for every kind of pin', async () => {
    const text = await proof(log.entries, COMPLETION, 12);
    const pins = [
      folder.write('pin.txt', log.checkpoints['checkpoints/12'] ?? ''),
      folder.write('pin.tlog-proof', text),
      folder.write('certificate.pdf', pdfWithFiles({ 'audit-proof.txt': text })),
    ];
    log = await exportOf(DRAFTS.slice(0, 9));
    const at = write({
      timestamps: { 'timestamps/9.tst': await tokenOver(parseNote(log.checkpoints['checkpoints/9'] ?? '').text) },
    });
    for (const pin of pins) {
      const { code, out } = await audit(at, '--pin', pin);
      expect(out).toBe(`NOT VALID: The log ends after 9 entries, but ${pin} shows that it had 12 entries.\n`);
      expect(code).toBe(1);
    }
  });

  test.each([
    [
      'over other data',
      () => tokenOver('other'),
      /12\.tst is not a time-stamp over checkpoints\/12, but over different data\./,
    ],
    ['that is not a token', async () => Buffer.from('x'), /12\.tst is not a valid time-stamp over checkpoints\/12\./],
    ['that is missing', undefined, /No time-stamp covers entry 10 of the log, which completes a document\./],
  ])('rejects an export with a time-stamp %s', async (_what, token, message) => {
    const { code, out } = await audit(write(token && { timestamps: { 'timestamps/12.tst': await token() } }));
    expect(out).toMatch(message);
    expect(code).toBe(1);
  });

  test('rejects an export with a time-stamp from an authority under another root', async () => {
    const other = await testPki(NOW);
    const root = folder.write('root.pem', toPem('CERTIFICATE', other.root.certificate.der));
    const { code, out } = await audit(await stamped(), '--trust', root);
    expect(out).toContain('timestamps/12.tst is a time-stamp whose certificate chain does not end at a trust anchor.');
    expect(code).toBe(1);
  });

  test('rejects an export signed with a key other than the given key, or without the cosignature of the given witness', async () => {
    const at = await stamped();
    const other = await audit(at, '--key', formatVerifierKey(testKey(LOG.name, 'other').key()));
    expect(other.out).toBe('NOT VALID: checkpoints/12: No trusted key signed the checkpoint of inst_7/ten_1.\n');
    const witness = formatVerifierKey(testKey('witness.example/w3').key(SIGNATURE_TYPE.cosignature));
    const missing = await audit(at, '--key', LOG_KEY, '--key', witness);
    expect(missing.out).toBe('NOT VALID: No trusted witness cosigned the newest checkpoint (checkpoints/12).\n');
    expect([other.code, missing.code]).toEqual([1, 1]);
  });

  test('rejects an export that lacks the entry promised by a receipt', async () => {
    const hash = 'ab'.repeat(32);
    const receipt = (by: string) =>
      folder.write('receipt.json', JSON.stringify({ receipt: { audit: { hash, in_checkpoint_by: by } } }));
    const missing = `The log does not contain the entry with SHA-256 ${hash}`;
    const broken = await audit(await stamped(), '--receipt', receipt('2026-11-20T10:05:00.000Z'));
    expect([broken.code, broken.out]).toEqual([
      1,
      `NOT VALID: ${missing}, which a receipt promised by 2026-11-20T10:05:00.000Z. The log continues until 2026-11-20T10:30:00.000Z.\n`,
    ]);
    const open = await audit(await stamped(), '--receipt', receipt('2026-11-20T10:31:00.000Z'));
    expect([open.code, open.out]).toEqual([
      2,
      `NOT CONFIRMED: ${missing} yet. A receipt promised it by 2026-11-20T10:31:00.000Z, but the log ends before that time. Check a newer log.\n`,
    ]);
    const kept = { audit: { hash: Buffer.from(leavesOf(log.entries)[5] ?? []).toString('hex') } };
    const own = folder.write('own.json', JSON.stringify(kept));
    expect((await audit(await stamped(), '--receipt', own)).code).toBe(0);
    const other = await audit(await stamped(), '--receipt', folder.write('other.json', '[]'));
    expect([other.code, other.error]).toEqual([1, expect.stringContaining('other.json is not a receipt.')]);
  });

  test('rejects a log without an entry that a receipt promised', async () => {
    const hashes = leavesOf(log.entries).map((leaf) => Buffer.from(leaf).toString('hex'));
    expect((await audit(await stamped(), '--entry', hashes[5] ?? '')).code).toBe(0);
    const { code, out } = await audit(await stamped(), '--entry', 'ab'.repeat(32));
    expect(out).toBe(
      `NOT VALID: The log does not contain the entry with SHA-256 ${'ab'.repeat(32)}, which a receipt promised.\n`,
    );
    expect([code, (await audit(await stamped(), '--entry', 'AB')).code]).toEqual([1, 64]);
  });

  test("reports that a log rewritten with the log's key lacks the cosignature of a witness", async () => {
    log = await exportOf(DRAFTS.map((draft, at) => (at === 5 ? { ...draft, actor: 'sgn_9' } : draft)));
    for (const size of [4, 8, 12]) log.checkpoints[`checkpoints/${size}`] = await checkpoint(log.entries, size);
    const at = await stamped();
    expect((await audit(at, '--key', LOG_KEY)).code).toBe(0);
    const { code, out } = await audit(at, '--key', LOG_KEY, '--key', WITNESS_KEY);
    expect(out).toBe('NOT VALID: No trusted witness cosigned the newest checkpoint (checkpoints/12).\n');
    expect(code).toBe(1);
  });

  test('prints the result for an export as JSON', async () => {
    const { out } = await audit(await stamped(), '--json');
    expect(JSON.parse(out)).toMatchObject({ format: 1, command: 'audit verify', valid: true, entries: 12, pinned: 0 });
    log.entries.splice(2, 1);
    const broken = await audit(await stamped(), '--json');
    expect(JSON.parse(broken.out)).toMatchObject({ valid: false, fault: { code: 'wrong_number', index: 2 } });
  });

  test('exits with a separate code if an export has no entries or does not exist', async () => {
    const at = write();
    rmSync(path.join(at, 'entries.jsonl'));
    expect(await audit(at)).toMatchObject({ code: 66, error: expect.stringContaining('it has no entries.jsonl') });
    expect(await audit(folder.at('missing'))).toMatchObject({ code: 66 });
    expect(await audit()).toMatchObject({ code: 64 });
    expect(await cli(['audit'])).toMatchObject({
      code: 64,
      error: expect.stringContaining('countersign audit verify'),
    });
  });
});

describe('proof in a certificate of completion', () => {
  const pdf = async (files: Record<string, string> = {}): Promise<string> => {
    const own = { 'audit-proof.txt': await proof(log.entries, COMPLETION, 12), 'audit-keys.txt': `${LOG_KEY}\n` };
    return folder.write('certificate.pdf', pdfWithFiles({ ...own, ...files }));
  };

  test('confirms a certificate of completion with the key of the log and names the entry', async () => {
    const { code, out } = await audit(await pdf(), '--key', LOG_KEY);
    expect(out).toMatch(/^VALID: The log contains this entry of the document's audit trail\.\n/);
    expect(out).toMatch(/Entry\s+6 of 12 entries\n\s+Event\s+document\.completed, 2026-11-20 10:06:00 UTC\n.*doc_1\n/);
    expect(code).toBe(0);
  });

  test('confirms a certificate of completion by the proof of a later entry', async () => {
    const later = { 'audit-proof.txt': await proof(log.entries, 11, 12) };
    const { code, out } = await audit(await pdf(later), '--key', LOG_KEY);
    expect([code, out]).toEqual([0, expect.stringContaining('document.downloaded')]);
  });

  test('reports a certificate of completion as consistent but not confirmed if the key comes from the file', async () => {
    const { code, out } = await audit(await pdf());
    expect(out).toMatch(/^NOT CONFIRMED: .* the key of the log comes from the file itself\./);
    expect(code).toBe(2);
  });

  test('rejects a certificate of completion with a proof of another entry, with another key or without a proof', async () => {
    const text = await proof(log.entries, COMPLETION, 12);
    const wrong = await audit(await pdf({ 'audit-proof.txt': text.replace('index 6', 'index 7') }), '--key', LOG_KEY);
    expect(wrong.error).toContain('The proof does not show entry 7 in the log of 12 entries.');
    const other = await audit(await pdf(), '--key', formatVerifierKey(testKey(LOG.name, 'other').key()));
    expect(other.error).toContain('No trusted key signed the checkpoint of inst_7/ten_1.');
    const none = await audit(folder.write('other.pdf', pdfWithFiles({})), '--key', LOG_KEY);
    expect(none.error).toContain('contains no proof of the audit log.');
    expect([wrong.code, other.code, none.code]).toEqual([1, 1, 1]);
  });

  test('rejects a certificate of completion as a fork if its log differs from a pin of the same size', async () => {
    const fork = await exportOf(DRAFTS.map((draft, at) => (at === 11 ? { ...draft, actor: 'usr_2' } : draft)));
    const pin = folder.write('pin.txt', await checkpoint(fork.entries, 12));
    const { code, error } = await audit(await pdf(), '--key', LOG_KEY, '--pin', pin);
    expect(error).toContain('show two different logs of 12 entries: the log was forked.');
    expect(code).toBe(1);
  });

  test('rejects a certificate of completion if --trust is given and the seal is not valid', async () => {
    const root = folder.write('root.pem', toPem('CERTIFICATE', pki.root.certificate.der));
    expect(await audit(await pdf(), '--trust', root)).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not a valid certificate of completion'),
    });
  });
});

describe('audit log on a server', () => {
  /** Serves the log as tiles, but only to requests with the right API key. */
  async function served<Value>(
    use: (prefix: string) => Promise<Value>,
    { entries = log.entries, without = [] as string[], busy = 0 } = {},
  ): Promise<Value> {
    const resources = new Map<string, string | Uint8Array>([
      ['/log/checkpoint', await checkpoint(entries, entries.length, { witness: WITNESS })],
      ['/log/keys', log.keys.join('\n')],
      // The last tile became full later, so the server deleted its partial tile.
      ['/log/tile/0/000', Buffer.concat([...leavesOf(log.entries), Buffer.alloc(244 * 32)])],
      ...appendToTiles(0, [], leavesOf(log.entries)).map((tile) => [`/log/${tilePath(tile)}`, tile.hashes] as const),
    ]);
    for (const name of without) resources.delete(`/log/${name}`);
    let left = busy;
    const server = createServer((request, response) => {
      if (left-- > 0) return void response.writeHead(429, { 'Retry-After': '0' }).end();
      const isAllowed = request.headers.authorization === 'Bearer secret';
      const body = isAllowed ? resources.get(request.url ?? '') : undefined;
      response.writeHead(isAllowed ? (body === undefined ? 404 : 200) : 401).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/log`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }
  const verify = (prefix: string, ...args: string[]) =>
    cli(['audit', 'verify', prefix, '--token-env', 'KEY', ...args], { KEY: 'secret' });

  test('verifies a log from its tiles, with or without pins', async () => {
    const pin = folder.write('pin.txt', log.checkpoints['checkpoints/8'] ?? '');
    const { code, out } = await served((prefix) => verify(prefix, '--pin', pin));
    expect(out).toMatch(/^VALID: .*Entries\s+12 \(only hashes\)\n.*Pins\s+up to 8 entries\n/s);
    expect(code).toBe(0);
  });

  test('verifies a log if the server is busy at first and has only a full tile in place of a partial tile', async () => {
    const { code } = await served((prefix) => verify(prefix), { without: ['tile/0/000.p/12'], busy: 3 });
    expect(code).toBe(0);
  });

  test('reports that a server lacks a tile or publishes no key', async () => {
    const missing = await served((prefix) => verify(prefix), { without: ['tile/0/000.p/12', 'tile/0/000'] });
    expect(missing).toMatchObject({
      code: 1,
      error: expect.stringContaining('does not provide the hashes of tile/0/000.p/12'),
    });
    const keyless = await served((prefix) => verify(prefix), { without: ['keys'] });
    expect(keyless).toMatchObject({ code: 64, error: expect.stringContaining('Pass the key with --key.') });
    const other = await served((prefix) => verify(prefix), { without: ['checkpoint'] });
    expect(other).toMatchObject({ code: 66, error: expect.stringContaining('There is no log at this address') });
  });

  test('rejects a log whose tiles do not match its checkpoint', async () => {
    const other = await exportOf(DRAFTS.map((draft, at) => (at === 3 ? { ...draft, actor: 'usr_2' } : draft)));
    const { code, out } = await served((prefix) => verify(prefix), { entries: other.entries });
    expect(out).toMatch(
      /^NOT VALID: The first 12 entries of the log differ from those that .*\/log\/checkpoint covers\.\n$/,
    );
    expect(code).toBe(1);
  });

  test('reports the status of a server that does not respond', async () => {
    const refused = await served((prefix) => cli(['audit', 'verify', prefix]));
    expect(refused).toMatchObject({
      code: 66,
      error: expect.stringContaining('/log/checkpoint returned status 401.'),
    });
    expect(await cli(['audit', 'verify', 'http://127.0.0.1:1/log'])).toMatchObject({ code: 66 });
  });
});
