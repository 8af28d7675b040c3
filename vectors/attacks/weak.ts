import { generateKeyPairSync } from 'node:crypto';
import { digestOf, Oid } from '@countersign/pki';
import type { NewIdentity } from '@countersign/pki';
import { makeSigner } from '../../packages/pades/test/kit.ts';
import { makeCms, signWeakly } from '../kit/cms.ts';
import type { Recipe } from '../kit/cms.ts';
import { honest, signAs } from '../kit/document.ts';
import type { Base, MakeContainer } from '../kit/document.ts';
import { certify, recipe, signedWith } from '../kit/recipes.ts';
import { indeterminate, invalid, VALID, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Digests and keys that are too weak, or that differ in strength within one signature.

const HASH = /changed after it was signed/;
async function smallRsa(base: Base): Promise<Partial<Recipe>> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const named = await certify(base, pair.publicKey.export({ type: 'spki', format: 'der' }));
  return { named, signatureOid: Oid.sha256WithRsa, sign: signWeakly(pair, 'sha256') };
}

const WEAK = /SHA-1 or on a key that is too short/;
const weakly = (base: Base): NewIdentity => base.authority.seal;

export const weak: readonly Vector[] = [
  vector(
    'weak digest',
    'weak-sha1',
    'The message digest and the signature use SHA-1.',
    indeterminate('Signer_1', WEAK),
    (base) =>
      recipe(base, (_, __, covered) => ({
        signer: weakly(base),
        digest: digestOf('sha1', covered),
        digestOid: Oid.sha1,
        signatureOid: Oid.ecdsaWithSha1,
        sign: signWeakly(weakly(base), 'sha1'),
      })),
  ),
  vector(
    'weak digest',
    'weak-sha1-signature',
    'The message digest uses SHA-256, but the signature over the attributes uses SHA-1.',
    invalid('Signer_1', /specifies its algorithm inconsistently/),
    (base) =>
      recipe(base, () => ({
        signer: weakly(base),
        signatureOid: Oid.ecdsaWithSha1,
        sign: signWeakly(weakly(base), 'sha1'),
      })),
  ),
  vector(
    'weak digest',
    'weak-sha1-content',
    'The message digest uses SHA-1, but the signature over the attributes uses SHA-256.',
    invalid('Signer_1', /specifies its algorithm inconsistently/),
    (base) => recipe(base, (_, __, covered) => ({ digest: digestOf('sha1', covered), digestOid: Oid.sha1 })),
  ),
  vector(
    'weak digest',
    'weak-adbe-pkcs7-sha1',
    'The container has the outdated format adbe.pkcs7.sha1 and contains the SHA-1 of the signed bytes.',
    indeterminate('Signer_1', WEAK),
    async (base) => {
      const make: MakeContainer = (_, covered) => {
        const content = digestOf('sha1', covered);
        return makeCms({ signer: base.ann, content, digest: digestOf('sha256', content) });
      };
      const tail = (source: string) => source.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1'.padEnd(20));
      return { file: (await signAs(base.sent, 'Signer_1', make, { tampering: { tail } })).file };
    },
  ),
  vector(
    'weak digest',
    'weak-adbe-pkcs7-sha1-of-another',
    'The container has the outdated format adbe.pkcs7.sha1 and contains the SHA-1 of other bytes.',
    invalid('Signer_1', HASH),
    async (base) => {
      const content = Buffer.alloc(20, 3);
      const make: MakeContainer = () => makeCms({ signer: base.ann, content, digest: digestOf('sha256', content) });
      const tail = (source: string) => source.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1'.padEnd(20));
      return { file: (await signAs(base.sent, 'Signer_1', make, { tampering: { tail } })).file };
    },
  ),
  vector(
    'weak digest',
    'weak-md5',
    'The message digest uses MD5.',
    indeterminate('Signer_1', /digest that is not supported/),
    (base) => recipe(base, () => ({ digest: Buffer.alloc(16), digestOid: '1.2.840.113549.2.5' })),
  ),
  vector(
    'weak digest',
    'weak-rsa-1024',
    'The key is a 1,024-bit RSA key.',
    indeterminate('Signer_1', /too (short|weak)/),
    (base) => recipe(base, () => smallRsa(base)),
  ),
  vector('benign', 'benign-p384', 'The signature uses P-384 and SHA-384.', VALID, async (base) => {
    const signer = await makeSigner(base.authority, 'ann@example.org', 'p384');
    return signedWith(base, (_, covered) => honest(signer, base.authority)(digestOf('sha384', covered), covered));
  }),
];
