/** Tests the guarantees of every PrivateKey, regardless of where the key is stored. */
import { readPublicKey, type SignatureAlgorithm, verifySignature } from '@countersign/pki';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeyRefusedError, type PrivateKey } from './private-key.ts';

export type ContractCase = {
  readonly name: string;
  readonly open: () => Promise<PrivateKey>;
  readonly algorithms: readonly SignatureAlgorithm[];
};

export const ECDSA = (digest: 'sha256' | 'sha384' | 'sha512'): SignatureAlgorithm => ({ scheme: 'ecdsa', digest });
export const RSA: readonly SignatureAlgorithm[] = [
  { scheme: 'rsa-pkcs1', digest: 'sha256' },
  { scheme: 'rsa-pkcs1', digest: 'sha384' },
  { scheme: 'rsa-pkcs1', digest: 'sha512' },
  { scheme: 'rsa-pss', digest: 'sha256', saltLength: 32 },
  { scheme: 'rsa-pss', digest: 'sha384', saltLength: 48 },
  { scheme: 'rsa-pss', digest: 'sha512', saltLength: 64 },
];
export const ED25519: SignatureAlgorithm = { scheme: 'ed25519', digest: 'sha512' };

export function privateKeyContract(adapter: string, cases: readonly ContractCase[]): void {
  describe.each(cases)(`${adapter}: $name`, ({ open, algorithms }) => {
    let key: PrivateKey;
    beforeAll(async () => {
      key = await open();
    });
    afterAll(() => key.close());

    test('has a public key that verifies signatures made with the private key', async () => {
      const publicKey = readPublicKey(key.publicKeySpki);
      for (const algorithm of algorithms) {
        for (const data of [Buffer.alloc(0), Buffer.from('short'), Buffer.alloc(100_000, 7)]) {
          const signature = await key.sign(algorithm, data);
          expect(verifySignature(algorithm, publicKey, data, signature), JSON.stringify(algorithm)).toBe(true);
          expect(verifySignature(algorithm, publicKey, Buffer.concat([data, Buffer.from('x')]), signature)).toBe(false);
        }
      }
    });

    test('lists the digests that the key can sign', () => {
      for (const { digest } of algorithms) expect(key.digests).toContain(digest);
    });

    test('creates many signatures concurrently', async () => {
      const publicKey = readPublicKey(key.publicKeySpki);
      const [algorithm] = algorithms as [SignatureAlgorithm];
      const all = Array.from({ length: 20 }, (_, at) => Buffer.from(`document ${at}`));
      const signatures = await Promise.all(all.map((data) => key.sign(algorithm, data)));
      for (const [at, data] of all.entries())
        expect(verifySignature(algorithm, publicKey, data, signatures[at] ?? Buffer.alloc(0))).toBe(true);
    });

    test('rejects operations that this kind of key does not support', async () => {
      const isRsa = readPublicKey(key.publicKeySpki).type === 'rsa';
      const wrong: SignatureAlgorithm = isRsa ? ECDSA('sha256') : { scheme: 'rsa-pkcs1', digest: 'sha256' };
      await expect(key.sign(wrong, Buffer.from('x'))).rejects.toBeInstanceOf(KeyRefusedError);
      await expect(
        key.sign({ scheme: isRsa ? 'rsa-pkcs1' : 'ecdsa', digest: 'sha1' }, Buffer.from('x')),
      ).rejects.toBeInstanceOf(KeyRefusedError);
    });
  });
}
