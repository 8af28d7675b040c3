import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KMS_CREDENTIALS, KMS_REGION, startKms, type TestKms } from '../../../../test/support/kms.ts';
import { ECDSA, privateKeyContract, RSA } from '../../ports/private-key.contract.ts';
import { KeyRefusedError, KeyUnavailableError } from '../../ports/private-key.ts';
import { type KmsOptions, openKmsKey } from './index.ts';

const started = startKms();
let kms: TestKms;
beforeAll(async () => {
  kms = await started;
  kms.put('alias/p256', ec('P-256'));
});
afterAll(() => kms.close());
afterEach(() => void kms.faults.splice(0));

const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;
const open = (keyId: string, options: Partial<KmsOptions> = {}) =>
  openKmsKey({ keyId, region: KMS_REGION }, { ...KMS_CREDENTIALS, endpoint: kms.url, ...options });
const opened = (keyId: string, make: () => KeyObject) => async () => {
  (await started).put(keyId, make());
  return open(keyId);
};

privateKeyContract('AWS KMS', [
  { name: 'P-256', open: opened('alias/one', () => ec('P-256')), algorithms: [ECDSA('sha256')] },
  { name: 'P-384', open: opened('alias/two', () => ec('P-384')), algorithms: [ECDSA('sha384')] },
  { name: 'P-521', open: opened('alias/three', () => ec('P-521')), algorithms: [ECDSA('sha512')] },
  {
    name: 'RSA-3072',
    open: opened('alias/rsa', () => generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey),
    algorithms: RSA,
  },
]);

const DATA = Buffer.from('a certificate');
const THROTTLED = { status: 400, type: 'ThrottlingException' };
const BROKEN = { status: 500, type: 'com.amazonaws.kms#KMSInternalException' };

describe('AWS KMS key', () => {
  test.each([
    ['throttles it', THROTTLED],
    ['has an internal error', BROKEN],
    ['drops the connection', 'drop'],
  ] as const)('retries the request when KMS %s', async (_what, fault) => {
    const key = await open('alias/p256');
    const before = kms.requests;
    kms.faults.push(fault, fault);
    await expect(key.sign(ECDSA('sha256'), DATA)).resolves.toBeInstanceOf(Buffer);
    expect(kms.requests - before).toBe(3);
  });

  test('retries a request to KMS that hangs', async () => {
    const key = await open('alias/p256', { timeoutMs: 500 });
    kms.faults.push('hang');
    await expect(key.sign(ECDSA('sha256'), DATA)).resolves.toBeInstanceOf(Buffer);
  });

  test('stops retrying when requests to KMS keep hanging beyond the total time limit', async () => {
    const key = await open('alias/p256', { timeoutMs: 500, totalMs: 800 });
    const before = kms.requests;
    kms.faults.push(...Array.from({ length: 10 }, () => 'hang' as const));
    await expect(key.sign(ECDSA('sha256'), DATA)).rejects.toBeInstanceOf(KeyUnavailableError);
    // The total time limit for all attempts ends the second attempt early.
    expect(kms.requests - before).toBeLessThanOrEqual(2);
    kms.faults.length = 0;
  });

  test('reports the key as unavailable if requests to KMS keep failing', async () => {
    const key = await open('alias/p256');
    kms.faults.push(BROKEN, BROKEN, BROKEN, BROKEN);
    await expect(key.sign(ECDSA('sha256'), DATA)).rejects.toBeInstanceOf(KeyUnavailableError);
  });

  test('does not retry when KMS denies access', async () => {
    const key = await open('alias/p256');
    const before = kms.requests;
    kms.faults.push({ status: 400, type: 'AccessDeniedException' });
    const failed = key.sign(ECDSA('sha256'), DATA);
    await expect(failed).rejects.toBeInstanceOf(KeyRefusedError);
    await expect(failed).rejects.toThrow(/AccessDeniedException/);
    expect(kms.requests - before).toBe(1);
  });

  test('rejects a key or credentials that are unknown to KMS', async () => {
    await expect(open('alias/absent')).rejects.toThrow(/NotFoundException/);
    const failed = open('alias/p256', { secretAccessKey: 'another' });
    await expect(failed).rejects.toThrow(/SignatureDoesNotMatch/);
    await expect(failed).rejects.not.toThrow(/another/);
  });

  test('rejects requests that are signed for another region', async () => {
    await expect(
      openKmsKey({ keyId: 'alias/p256', region: 'us-east-1' }, { ...KMS_CREDENTIALS, endpoint: kms.url }),
    ).rejects.toBeInstanceOf(KeyRefusedError);
  });
});
