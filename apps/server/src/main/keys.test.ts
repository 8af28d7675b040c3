import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Oid } from '@countersign/pki';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { TestClock } from '../../test/support/clock.ts';
import { freePorts } from '../../test/support/drill-machine.ts';
import { KMS_CREDENTIALS, KMS_REGION, startKms } from '../../test/support/kms.ts';
import { type Held, makeCertificate, type Profile, writePem } from '../../test/support/operator-pki.ts';
import { parseKeyUri } from '../platform/ports/key-uri.ts';
import { loadConfig } from './config.ts';
import { Secret } from '../platform/secret.ts';
import { DEFAULT_KEYS, type KeysConfig } from '../features/authority/index.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import { openKeys } from './keys.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = await makeCertificate({ commonName: 'Root', ca: true });
let files = 0;

/** A PKCS#12 file with the key and only its own certificate, and a PEM file with the chain. */
async function keyFiles(
  profile: Partial<Profile>,
  chain: readonly Held[] = [root],
): Promise<{ p12: string; pem: string }> {
  files += 1;
  const held = await makeCertificate({ commonName: 'Own', ...profile }, root);
  const at = (name: string) => path.join(folder, `${files}-${name}`);
  writeFileSync(at('key.pem'), held.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writePem(at('own.pem'), held);
  const args = [
    'pkcs12',
    '-export',
    '-inkey',
    at('key.pem'),
    '-in',
    at('own.pem'),
    '-passout',
    'pass:hunter2',
    '-out',
    at('key.p12'),
  ];
  execFileSync(outsideTool('openssl'), args, { stdio: 'pipe' });
  return { p12: at('key.p12'), pem: writePem(at('chain.pem'), ...chain) };
}

const config = (
  name: 'CA_KEY' | 'SEAL_KEY',
  { p12, pem }: { p12: string; pem: string },
  password = 'hunter2',
): KeysConfig => ({
  ...DEFAULT_KEYS,
  [name === 'CA_KEY' ? 'ca' : 'seal']: {
    name,
    address: parseKeyUri(`file:${p12}`),
    secret: new Secret(password),
    certificates: pem,
  },
});
const SILENT: Parameters<typeof openKeys>[1]['log'] = { info: () => {}, warn: () => {}, error: () => {} };
const open = (keys: KeysConfig) => openKeys(keys, { clock: new TestClock(), log: SILENT });

describe('key provided by the operator', () => {
  test("accepts an operator's key with matching certificates", async () => {
    const [ca, seal] = [await keyFiles({ ca: true }), await keyFiles({})];
    const opened = await open({ ...config('CA_KEY', ca), seal: config('SEAL_KEY', seal).seal });
    expect(opened.external.ca?.chain.map(({ subject }) => subject.commonName)).toEqual(['Root']);
    expect(opened.external.seal?.certificate.subject.commonName).toBe('Own');
    await opened.close();
  });

  test.each<[string, 'CA_KEY' | 'SEAL_KEY', Partial<Profile>, RegExp]>([
    ['that is not a CA certificate', 'CA_KEY', {}, /is not a certification authority/],
    ['that may not issue certificates', 'CA_KEY', { ca: true, usages: ['cRLSign'] }, /keyCertSign/],
    ['that may not sign revocation lists', 'CA_KEY', { ca: true, usages: ['keyCertSign'] }, /cRLSign/],
    ['that has a limited scope', 'CA_KEY', { ca: true, purposes: [Oid.emailProtection] }, /extended key usage/],
    ['that has expired', 'CA_KEY', { ca: true, to: new Date('2026-06-01') }, /expired on 2026-06-01/],
    ['that is not valid yet', 'CA_KEY', { ca: true, from: new Date('2027-01-01') }, /only from 2027-01-01/],
    ['of a CA', 'SEAL_KEY', { ca: true }, /certification authority/],
    ['that may not sign documents', 'SEAL_KEY', { usages: ['keyEncipherment'] }, /key usage/],
    ['that is for servers only', 'SEAL_KEY', { purposes: ['1.3.6.1.5.5.7.3.1'] }, /another purpose/],
  ])("rejects an operator's key with a certificate %s: %s", async (_what, name, profile, message) => {
    const failed = open(config(name, await keyFiles(profile)));
    await expect(failed).rejects.toBeInstanceOf(ConfigFault);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toThrow(new RegExp(`^${name}: `));
  });

  test("rejects an operator's key without its chain, with certificates for another key, or with a wrong password", async () => {
    const files = await keyFiles({ ca: true });
    const stranger = await makeCertificate({ commonName: 'Stranger', ca: true });
    const elsewhere = writePem(path.join(folder, 'stranger.pem'), stranger);
    await expect(open(config('CA_KEY', { ...files, pem: elsewhere }))).rejects.toThrow(
      /certificate of the key's issuer is missing/,
    );
    await expect(open(config('CA_KEY', files, 'wrong'))).rejects.toThrow(/^CA_KEY: the password does not open/);
    await expect(open(config('CA_KEY', { ...files, pem: '/absent.pem' }))).rejects.toThrow(
      /^CA_CERTIFICATES: .*cannot be read/,
    );
    await expect(open(config('CA_KEY', { ...files, pem: files.p12 }))).rejects.toThrow(/^CA_CERTIFICATES: /);
  });

  test("rejects a seal key that supports none of the digests of the signers' keys", async () => {
    // KMS supports only SHA-384 for P-384, and only SHA-512 for Ed25519. A key in a file supports both digests.
    const seal = config('SEAL_KEY', await keyFiles({ kind: 'p384' })).seal;
    const opened = await open({ ...DEFAULT_KEYS, seal, signer: { kind: 'ed25519', pss: false } });
    expect(opened.signerKeys.digest).toBe('sha512');
    await opened.close();
  });
});

describe('key service that is unreachable at startup', () => {
  const kmsConfig = (pem: string, port: number): KeysConfig => ({
    ...DEFAULT_KEYS,
    seal: {
      name: 'SEAL_KEY',
      address: parseKeyUri(`awskms:alias/seal?region=${KMS_REGION}`),
      secret: undefined,
      certificates: pem,
    },
    aws: {
      accessKeyId: KMS_CREDENTIALS.accessKeyId,
      secretAccessKey: new Secret(KMS_CREDENTIALS.secretAccessKey),
      sessionToken: undefined,
      endpoint: `http://127.0.0.1:${port}/`,
    },
  });

  async function openedWithout(log: typeof SILENT = SILENT) {
    const [port = 0] = await freePorts(1);
    const held = await makeCertificate({ commonName: 'Seal', kind: 'p384' }, root);
    files += 1;
    const pem = writePem(path.join(folder, `${files}-kms.pem`), root, held);
    const opened = await openKeys(kmsConfig(pem, port), { clock: new TestClock(), log });
    onTestFinished(() => opened.close());
    const start = async (key: KeyObject) => {
      const kms = await startKms(port);
      onTestFinished(() => kms.close());
      kms.put('alias/seal', key);
    };
    return { opened, held, start };
  }

  test('rejects signatures with a 503 that names the setting, and signs when the service is available again', async () => {
    const { opened, held, start } = await openedWithout();
    const { seal } = opened.external;
    expect(seal?.digests).toEqual(['sha384']);
    expect(opened.unreachable()).toEqual(['SEAL_KEY']);
    await expect(seal?.key.sign(Buffer.from('a document'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { check: 'signing', key: 'SEAL_KEY' },
    });
    await start(held.privateKey);
    await expect(seal?.key.sign(Buffer.from('a document'))).resolves.toBeInstanceOf(Buffer);
    expect(opened.unreachable()).toEqual([]);
  });

  test('never signs with a key that does not match its certificate, and logs the reason once', async () => {
    const errors: string[] = [];
    const log = {
      ...SILENT,
      error: (fields: object, message: string) => void errors.push(`${message} ${JSON.stringify(fields)}`),
    };
    const { opened, start } = await openedWithout(log);
    await start(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey);
    for (let n = 0; n < 2; n += 1)
      await expect(opened.external.seal?.key.sign(Buffer.from('a document'))).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
    expect(errors).toEqual([expect.stringMatching(/correct its settings.*the key does not match its certificate/)]);
  });
});

describe('key settings', () => {
  const faults = (environment: Record<string, string>): string[] => {
    const result = loadConfig(environment);
    return result.ok ? [] : result.faults;
  };
  const kms = 'awskms:alias/ca?region=eu-central-1';
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

  test.each<[string, Record<string, string>]>([
    ['SIGNER_KEY', { SIGNER_KEY: 'p224' }],
    ['SIGNER_KEY', { SIGNER_KEY: 'p256-pss' }],
    ['CA_KEY', { CA_KEY: 'ca.p12' }],
    [
      'CA_KEY',
      { CA_KEY: 'pkcs11:token=a;object=b?module-path=/l.so&pin-value=1', CA_KEY_PIN: '1', CA_CERTIFICATES: '/c' },
    ],
    ['CA_KEY_PIN', { CA_KEY: 'pkcs11:token=a;object=b?module-path=/l.so', CA_CERTIFICATES: '/c' }],
    ['CA_KEY_PIN', { CA_KEY: 'file:/a.p12', CA_KEY_PIN: '1' }],
    ['CA_KEY_PASSWORD', { CA_KEY: kms, CA_CERTIFICATES: '/c', CA_KEY_PASSWORD: 'x', ...aws }],
    ['CA_CERTIFICATES', { CA_KEY: kms, ...aws }],
    ['CA_CERTIFICATES', { CA_CERTIFICATES: '/c' }],
    ['AWS_SECRET_ACCESS_KEY', { SEAL_KEY: kms, SEAL_CERTIFICATES: '/c', AWS_ACCESS_KEY_ID: 'a' }],
    ['AWS_ENDPOINT_URL_KMS', { SEAL_KEY: kms, SEAL_CERTIFICATES: '/c', AWS_ENDPOINT_URL_KMS: 'ftp://x', ...aws }],
    ['NEW_MASTER_KEY', { NEW_MASTER_KEY: 'short' }],
  ])('reports the setting %s with an invalid value in %j on one line', (name, environment) => {
    expect(faults(environment)).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\\n]{5,}$`))]);
  });

  test.each([
    ['rsa3072-pss', { kind: 'rsa3072', pss: true }],
    ['ed25519', { kind: 'ed25519', pss: false }],
  ])('accepts the setting SIGNER_KEY=%s', (text, expected) => {
    const result = loadConfig({ SIGNER_KEY: text });
    expect(result.ok && result.config.keys.signer).toEqual(expected);
  });
});
