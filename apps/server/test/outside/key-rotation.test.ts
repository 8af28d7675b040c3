/**
 * Tests keys that the operator's command replaces while the server runs. Signatures from before the rotation remain
 * valid.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseCertificate, parseCms, parseCrl } from '@countersign/pki';
import { afterAll, describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { runConsole } from '../../src/main/console.ts';
import { maintainAuthorities } from '../../src/features/authority/index.ts';
import { requireMasterKey } from '../../src/platform/crypto/master-key.ts';
import { Secret } from '../../src/platform/secret.ts';
import { Vault } from '../../src/platform/crypto/seal.ts';
import { startTestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { until } from '../support/until.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { completeEnvelope } from './envelope.ts';
import { verifyCades } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { UPLOADS } from './uploads.ts';

const PASSPHRASE = 'a long passphrase for tests';
const app = await startTestApp();
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
app.secret(PASSPHRASE);
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-rotation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const rootFile = path.join(folder, 'root.pem');
const [upload] = UPLOADS;
if (!upload) throw new Error('there is an upload');

async function keys(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const lines = { out: '', err: '' };
  const io = { out: (text: string) => (lines.out += `${text}\n`), err: (text: string) => (lines.err += `${text}\n`) };
  const config = { ...app.config, keys: { ...app.config.keys, rootPassphrase: new Secret(PASSPHRASE) } };
  const code = await runConsole(config, ['keys', ...args], io, app.clock);
  return { code: code ?? Number.NaN, ...lines };
}

const served = async (name: string): Promise<Buffer> => (await app.anyone.get(`/pki/live/${name}`)).bytes;
const issuerOf = (pdf: Buffer): string[] =>
  embeddedSignatures(pdf)
    .filter(({ subFilter }) => subFilter === 'ETSI.CAdES.detached')
    .map(({ der }) => {
      const { signerIdentifier } = parseCms(der);
      return signerIdentifier.kind === 'issuerAndSerial' ? (signerIdentifier.issuer.commonName ?? '') : '';
    });
/** The keys of the running server, after it has detected the change. */
const inUse = (kind: 'issuing' | 'timestamp' | 'ocsp') =>
  app.services.authority.certificate('live', kind).subject.commonName ?? '';
const noticed = (kind: 'issuing' | 'timestamp' | 'ocsp', name: string) =>
  until(`${kind} to be ${name}`, async () => (inUse(kind) === name ? name : undefined));

async function verdict(id: string) {
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  return { isValid: body.isValid, reasons: body.reasons, level: body.seal?.level };
}
const GOOD = { isValid: true, reasons: [], level: 'B-LTA' };

const before = await completeEnvelope(app, upload);
// This document is sent under the old keys and signed under the new keys.
const between = await app.sentToOne();
const root = (await served('root.pem')).toString();

describe('a rotated issuing CA', { timeout: 30_000 }, () => {
  test('lets the running server use the rotated CA, with new OCSP and time-stamping units', async () => {
    const { code, out } = await keys('rotate', 'issuing');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Issuing CA 2') });
    await noticed('issuing', 'Countersign Issuing CA 2');
    expect(inUse('timestamp')).toBe('Countersign Time-Stamping Unit 2');
    expect(inUse('ocsp')).toBe('Countersign OCSP Responder 2');
  });

  test('issues certificates for later signatures, even in documents that were sent earlier', async () => {
    expect((await app.sign(between.id, { token: between.token })).status).toBe(200);
    await app.sealed(between.id);
    expect(await verdict(between.id)).toEqual(GOOD);
    const after = await completeEnvelope(app, upload);
    expect(issuerOf(after.finished)).toEqual(Array.from({ length: 3 }, () => 'Countersign Issuing CA 2'));
    expect(await verdict(after.id)).toEqual(GOOD);
    for (const pdf of [before.finished, after.finished]) {
      for (const { signature, certificate, type } of await judgeByPdfsig(pdf, root))
        if (type === 'ETSI.CAdES.detached')
          expect({ signature, certificate }).toEqual({
            signature: 'Signature is Valid.',
            certificate: 'Certificate is Trusted.',
          });
      for (const one of embeddedSignatures(pdf))
        if (one.subFilter === 'ETSI.CAdES.detached') await verifyCades(one, root);
    }
  });

  test('keeps earlier signatures valid and keeps publishing a current revocation list for their CA', async () => {
    expect(issuerOf(before.finished)[0]).toBe('Countersign Issuing CA');
    expect(await verdict(before.id)).toEqual(GOOD);
    const [old, fresh] = [parseCrl(await served('issuing.crl')), parseCrl(await served('issuing-2.crl'))];
    expect(old.issuer.commonName).toBe('Countersign Issuing CA');
    expect(fresh.issuer.commonName).toBe('Countersign Issuing CA 2');
    for (const crl of [old, fresh]) expect(crl.nextUpdate?.getTime()).toBeGreaterThan(app.clock.now().getTime());
  });

  test('records the rotation in the audit trail of the operator’s organization', async () => {
    const rows = await app.sql<{ bytes: Buffer }>(
      'select bytes from audit_entries where tenant_id = $1 and stream = $1 order by n',
      [app.tenant.tenantId],
    );
    const acts = rows.map(({ bytes }) => bytes.toString()).filter((text) => text.includes('keys.rotated'));
    expect(acts).toHaveLength(3);
  });
});

describe('a rotated OCSP or time-stamping unit', { timeout: 30_000 }, () => {
  test.each([
    ['timestamp', 'Countersign Time-Stamping Unit 3'],
    ['ocsp', 'Countersign OCSP Responder 3'],
  ] as const)('uses the new %s unit after the rotation', async (kind, name) => {
    expect((await keys('rotate', kind)).code).toBe(0);
    await noticed(kind, name);
    const done = await app.completed();
    expect(await verdict(done.id)).toEqual(GOOD);
    expect(await verdict(before.id)).toEqual(GOOD);
  });
});

describe('the root key', { timeout: 30_000 }, () => {
  test('exports the root key with a passphrase to a file that OpenSSL can open', async () => {
    expect((await keys('export-root', rootFile)).code).toBe(0);
    const openssl = (...args: string[]) =>
      execFileSync(outsideTool('openssl'), args, { encoding: 'utf8', stdio: 'pipe' });
    const own = openssl('pkey', '-in', rootFile, '-passin', `pass:${PASSPHRASE}`, '-pubout');
    expect(openssl('x509', '-in', rootFile, '-noout', '-pubkey')).toBe(own);
    expect(() => openssl('pkey', '-in', rootFile, '-passin', 'pass:another passphrase', '-pubout')).toThrow();
  });

  test('does not take the root key offline if the exported file cannot restore it', async () => {
    const other = path.join(folder, 'other.pem');
    writeFileSync(other, root);
    expect(await keys('take-root-offline', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be opened'),
    });
    const sandbox = path.join(folder, 'sandbox.pem');
    await keys('export-root', sandbox, '--sandbox');
    expect(await keys('take-root-offline', sandbox)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not belong to this installation'),
    });
    expect((await keys('list')).out).not.toContain('offline');
  });

  test('issues a revocation list that is valid for years, and then deletes the root key from the database', async () => {
    expect((await keys('take-root-offline', rootFile)).code).toBe(0);
    const rows = await app.sql(
      "select 1 from authorities where environment = 'live' and kind = 'root' and key_sealed is not null",
    );
    expect(rows).toHaveLength(0);
    const crl = await until('the revocation list', async () => {
      const { nextUpdate } = parseCrl(await served('root.crl'));
      return nextUpdate && nextUpdate.getTime() > app.clock.now().getTime() + 4 * 365 * 86_400_000
        ? nextUpdate
        : undefined;
    });
    expect(crl).toBeDefined();
    const done = await app.completed();
    expect(await verdict(done.id)).toEqual(GOOD);
  });

  test('requires the exported root key to rotate the issuing CA, and completes the rotation when the key is presented', async () => {
    expect(await keys('rotate', 'issuing')).toMatchObject({ code: 1, err: expect.stringContaining('--root FILE') });
    expect((await keys('rotate', 'issuing', '--root', rootFile)).code).toBe(0);
    await noticed('issuing', 'Countersign Issuing CA 3');
    const { chain } = { chain: [parseCertificate(await served('issuing-3.cer'))] };
    expect(chain[0]?.issuer.commonName).toBe('Countersign Root CA');
    const done = await app.completed();
    expect(await verdict(done.id)).toEqual(GOOD);
  });

  test('signs a new revocation list when the operator presents the root key', async () => {
    const first = parseCrl(await served('root.crl')).thisUpdate;
    app.clock.advance({ days: 1 });
    expect((await keys('refresh-root-crl', rootFile)).code).toBe(0);
    await until('the newer revocation list', async () => {
      const { thisUpdate } = parseCrl(await served('root.crl'));
      return thisUpdate > first ? thisUpdate : undefined;
    });
  });
});

test(
  'replaces an issuing CA before it expires, and renews the seal certificates issued by the CA',
  { timeout: 30_000 },
  async () => {
    const vault = new Vault(await requireMasterKey(app.config));
    const { database } = app.services;
    const newest = (rows: Awaited<ReturnType<typeof maintainAuthorities>>) =>
      rows.filter(({ environment, kind }) => environment === 'sandbox' && kind === 'issuing').at(-1);
    const at = (years: number) => new TestClock(new Date(Date.now() + years * 365.25 * 86_400_000).toISOString());
    const options = { database, vault, publicUrl: undefined };
    expect(newest(await maintainAuthorities({ ...options, clock: at(16) }))?.generation).toBe(1);
    const rows = await maintainAuthorities({ ...options, clock: at(18) });
    expect(newest(rows)?.generation).toBe(2);
    const units = rows.filter(({ environment, generation }) => environment === 'sandbox' && generation === 2);
    expect(units.map(({ kind }) => kind).toSorted()).toEqual(['issuing', 'ocsp', 'timestamp']);
    // A second run creates no further keys.
    expect(await maintainAuthorities({ ...options, clock: at(18) })).toHaveLength(rows.length);
  },
);

test('rejects a new master key while a server is running', async () => {
  expect(await keys('rotate-master-key')).toMatchObject({ code: 1, err: expect.stringContaining('Stop every server') });
});

test.each([[], ['rotate'], ['rotate', 'root'], ['export-root'], ['list', 'more'], ['nonsense']])(
  'prints the usage for an unknown command: %j',
  async (...args) => {
    expect(await keys(...args)).toMatchObject({ code: 64, err: expect.stringContaining('Usage:') });
  },
);
