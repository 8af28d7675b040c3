/**
 * Revocation data of the authorities above an operator's CA and seal is added to the documents, or reported as missing.
 * The files are verified without any network request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyDocument } from '@countersign/pades';
import { afterAll, describe, expect, test } from 'vitest';
import { Secret } from '../../src/platform/secret.ts';
import { DEFAULT_KEYS, type KeySetting } from '../../src/features/authority/key-config.ts';
import { parseKeyUri } from '../../src/platform/ports/key-uri.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Held, makeCertificate, pemOf, writePkcs12 } from '../support/operator-pki.ts';
import { startRevocationServer, USELESS_LISTS } from '../support/revocation-server.ts';
import { until } from '../support/until.ts';
import { judgeByPdfsig } from './pdfsig.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const late: { app?: TestApp } = {};
const lists = await startRevocationServer(() => late.app?.clock.now() ?? new Date());

/**
 * Creates a root, an authority below the root, and a second authority below the first. Each authority refers to the
 * revocation list of the one above it.
 */
async function hierarchy(name: string): Promise<{ root: Held; upper: Held; lower: Held }> {
  const [ofRoot, ofUpper] = [`${name}-root`, `${name}-upper`];
  const root = await makeCertificate({ commonName: `${name} Root`, ca: true });
  const upper = await makeCertificate({ commonName: `${name} Policy`, ca: true, crl: lists.address(ofRoot) }, root);
  const lower = await makeCertificate({ commonName: `${name} Issuing`, ca: true, crl: lists.address(ofUpper) }, upper);
  lists.publish(ofRoot, root);
  lists.publish(ofUpper, upper);
  return { root, upper, lower };
}

const ours = await hierarchy('Northwind');
const theirs = await hierarchy('Contoso');
lists.publish('seals', theirs.lower);
const sealProfile = { commonName: 'Northwind Seal', crl: lists.address('seals') };
const seal = await makeCertificate(sealProfile, theirs.lower);
const PASSWORD = 'hunter2 of the files';
const inFile = (name: KeySetting['name'], own: Held, ...above: Held[]): KeySetting => ({
  name,
  address: parseKeyUri(`file:${writePkcs12(path.join(folder, `${name}.p12`), PASSWORD, own, ...above)}`),
  secret: new Secret(PASSWORD),
  certificates: undefined,
});
const app = await startTestApp({
  keys: {
    ...DEFAULT_KEYS,
    ca: inFile('CA_KEY', ours.lower, ours.upper, ours.root),
    seal: inFile('SEAL_KEY', seal, theirs.lower, theirs.upper, theirs.root),
  },
});
late.app = app;
// The external program uses the machine's clock.
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });

const anchors = [ours.root.certificate.der, theirs.root.certificate.der];
const download = async (id: string, type = 'signed'): Promise<Buffer> => {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
};
const judged = async (id: string, type = 'signed') => {
  const report = await verifyDocument(await download(id, type), { anchors, now: app.clock.now().toISOString() });
  return { isValid: report.isValid, levels: report.signatures.map(({ kind, level }) => [kind, level]) };
};
const levelTold = async (id: string): Promise<unknown> => {
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  return body.entries.find(({ action }) => action === 'document.completed')?.context['level'];
};
const WHOLE = {
  isValid: true,
  levels: [
    ['certification', 'B-LTA'],
    ['signer', 'B-LTA'],
    ['archive-timestamp', null],
  ],
};

describe('reachable revocation lists', () => {
  test('creates B-LTA documents and certificates of completion that verify with only the operator’s roots', async () => {
    const { id } = await app.completed();
    expect(await judged(id)).toEqual(WHOLE);
    expect(await levelTold(id)).toBe('B-LTA');
    expect(await judged(id, 'audit')).toEqual({ isValid: true, levels: [WHOLE.levels[0], WHOLE.levels[2]] });
    for (const [root, commonName] of [
      [ours.root, undefined],
      [theirs.root, 'Northwind Seal'],
    ] as const) {
      const all = await judgeByPdfsig(await download(id), pemOf(root));
      const trusted = all.filter(({ certificate }) => certificate === 'Certificate is Trusted.');
      expect(trusted.length).toBeGreaterThan(0);
      if (commonName !== undefined) expect(trusted.map((one) => one.commonName)).toEqual([commonName]);
    }
  });

  test('fetches each revocation list only once while it is valid', async () => {
    const before = lists.requests;
    const { id } = await app.completed();
    expect(await judged(id)).toEqual(WHOLE);
    expect(lists.requests).toBe(before);
    // Revocation lists are valid for a week. The CA's path needs two of them, and the seal's path needs three.
    app.clock.advance({ days: 8 });
    await app.atRest((await app.completed()).id);
    expect(lists.requests).toBe(before + 5);
  });

  test("sends no request for sandbox documents, which are not signed with the operator's keys", async () => {
    const before = lists.requests;
    const data = await app.services.authority.status.forDocument('sandbox', [], app.clock.now());
    expect(data.missing).toEqual([]);
    expect(lists.requests).toBe(before);
  });
});

describe('unreachable revocation lists', () => {
  test('delays the seal for an hour, and then reports level B-T in every place that states the level', async () => {
    app.clock.advance({ days: 8 });
    lists.mode = 'status 503';
    const { id, token } = await app.sentToOne();
    expect((await app.sign(id, { token })).status).toBe(200);
    await until('the seal to wait', async () => {
      const select = `select last_error from jobs where kind = 'seal-document' and unique_key = $1 and state = 'ready'`;
      const [row] = await app.sql<{ last_error: string | null }>(select, [id]);
      return row?.last_error?.includes('no revocation data yet');
    });
    app.clock.advance({ hours: 1, seconds: 2 });
    app.services.runner.wake('seal');
    await app.sealed(id);
    expect(await judged(id)).toEqual({
      isValid: true,
      levels: [
        ['certification', 'B-T'],
        ['signer', 'B-T'],
        ['archive-timestamp', null],
      ],
    });
    expect(await levelTold(id)).toBe('B-T');
  });

  test('does not delay the next document by an hour, and does not repeat all requests immediately', async () => {
    const before = lists.requests;
    const { id } = await app.completed();
    await app.atRest(id);
    expect(await levelTold(id)).toBe('B-T');
    expect(lists.requests).toBe(before);
  });

  test.each(USELESS_LISTS)('does not reach level B-LT if the response is unusable: %s', async (mode) => {
    app.clock.advance({ minutes: 2 });
    lists.mode = mode;
    const before = lists.requests;
    const { id } = await app.completed();
    expect(lists.requests).toBeGreaterThan(before);
    expect(await levelTold(id)).toBe('B-T');
    expect((await judged(id)).levels[1]).toEqual(['signer', 'B-T']);
  });

  test('reaches B-LT again as soon as the revocation lists are reachable', async () => {
    lists.mode = 'good';
    app.clock.advance({ minutes: 2 });
    const { id } = await app.completed();
    expect(await judged(id)).toEqual(WHOLE);
    expect(await levelTold(id)).toBe('B-LTA');
  });
});

test('ignores the evidence of a revoked superior CA and logs a warning', async () => {
  app.clock.advance({ days: 8 });
  lists.revoked = [ours.lower.certificate.serial];
  const { id } = await app.completed();
  expect(await levelTold(id)).toBe('B-T');
  expect((await judged(id)).isValid).toBe(false);
  expect(app.lines.some((line) => line.includes('a CA certificate in the chain of the signing key is revoked'))).toBe(
    true,
  );
});
