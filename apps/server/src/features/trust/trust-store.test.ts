import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identity, later, listXml, NOW, signXml } from '../../../../../packages/trust-lists/test/make-list.ts';
import { TrustStore } from './trust-store.ts';

let folder = '';
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_fields: object, message: string) => void warnings.push(message),
};
const database = { query: () => Promise.resolve([]) };
const store = () => new TrustStore({ database, clock: { now: () => NOW }, folder, log, lookEvery: 0 });
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-trust-'));
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('reads the folder of trust anchors, and reads it again when a list changes', async () => {
  const [lotlSigner, signer, ca] = await Promise.all([identity('LOTL'), identity('Scheme'), identity('CA')]);
  const list = (status: string) =>
    signXml(
      listXml({ territory: 'AA', services: [{ certificate: ca.certificate.der, statuses: [[status, later(-400)]] }] }),
      signer,
    );
  write('signer.pem', lotlSigner.certificatePem);
  write('lotl.xml', signXml(listXml({ territory: 'EU', pointers: [{ territory: 'AA', signer }] }), lotlSigner));
  write('aa.xml', list('granted'));
  const trust = store();
  expect((await trust.services()).map(({ source, purpose }) => ({ source, purpose }))).toEqual([
    { source: 'EU trusted list: Supervisor of AA (AA), Provider of AA, CA/QC granted', purpose: 'document-signing' },
  ]);
  write('aa.xml', list('withdrawn'));
  expect(await trust.services()).toEqual([]);
  expect(warnings).toEqual([]);
});

test('warns about a trusted list that the expected signer did not sign, and ignores the list', async () => {
  const [mallory, ca] = await Promise.all([identity('Mallory'), identity('CA')]);
  write(
    'aa.xml',
    signXml(
      listXml({
        territory: 'AA',
        services: [{ certificate: ca.certificate.der, statuses: [['granted', later(-400)]] }],
      }),
      mallory,
    ),
  );
  expect(await store().services()).toEqual([]);
  expect(warnings).toEqual(['a trusted list is being ignored: it was not signed by the expected signer']);
});

test('warns about a missing folder of trust anchors', async () => {
  rmSync(folder, { recursive: true });
  expect(await store().services()).toEqual([]);
  expect(warnings).toEqual(['the folder of trusted lists cannot be read']);
});
