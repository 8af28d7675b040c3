import { der } from '@countersign/pki';
import { SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { honest, sendOut, signAs } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { certify, recipe, signedWith } from '../kit/recipes.ts';
import { lastRange } from '../kit/update.ts';
import { ID, makeUpload, pageContent } from '../kit/upload.ts';
import { indeterminate, invalid, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Signatures over data other than the document, or by a different signer.

const HASH = /changed after it was signed/;
const NO_FIT = /does not match its certificate/;
const TIED = /identifies a different certificate/;

/** Returns the container of Ann's signature in another document. */
async function otherContainer(base: Base): Promise<Buffer> {
  const sent = await sendOut(base.authority, makeUpload({ [ID.content]: pageContent('Pay 1 EUR') }));
  let container: Buffer = Buffer.alloc(0);
  await signAs(
    sent,
    'Signer_1',
    async (digest, covered) => (container = await honest(base.ann, base.authority)(digest, covered)),
  );
  return container;
}

export const cms: readonly Vector[] = [
  vector(
    'CMS',
    'cms-from-another-document',
    "The signer's signature was copied from another document.",
    invalid('Signer_1', HASH),
    (base) => signedWith(base, () => otherContainer(base)),
  ),
  vector(
    'CMS',
    'cms-of-another-revision',
    "The certification signature was copied into a signer's field.",
    invalid('Signer_1', HASH),
    (base) =>
      signedWith(base, () => {
        const [, start = 0, end = 0] = lastRange(base.sent.file).numbers;
        return Buffer.from(base.sent.file.toString('latin1', start + 1, end - 1).replace(/(00)*$/, ''), 'hex');
      }),
  ),
  vector('CMS', 'cms-wrong-digest', 'The signed digest belongs to other data.', invalid('Signer_1', HASH), (base) =>
    recipe(base, () => ({ digest: Buffer.alloc(32, 7) })),
  ),
  vector(
    'CMS',
    'cms-wrong-key',
    'The signature value was created with another key.',
    invalid('Signer_1', NO_FIT),
    (base) => recipe(base, () => ({ sign: (data) => base.bob.key.sign(data) })),
  ),
  vector('CMS', 'cms-random-signature', 'The signature value is random.', invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ sign: () => Buffer.alloc(70, 0x30) })),
  ),
  vector('CMS', 'cms-zero-signature', 'The signature value is r = s = 0.', invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ sign: () => der.sequence(der.integer(0), der.integer(0)) })),
  ),
  vector(
    'CMS',
    'cms-certificate-of-another',
    "The signer's certificate is replaced with another signer's certificate.",
    invalid('Signer_1', NO_FIT),
    (base) => recipe(base, () => ({ named: base.bob.certificate, tied: base.ann.certificate })),
  ),
  vector(
    'CMS',
    'cms-certificate-of-same-key',
    "The signer's certificate is replaced with a certificate that has the same key but a different name.",
    indeterminate('Signer_1', TIED),
    (base) =>
      recipe(base, async () => ({
        named: await certify(base, base.ann.key.publicKeySpki, 'mallory@example.org'),
        tied: base.ann.certificate,
      })),
  ),
  vector(
    'CMS',
    'cms-tied-to-another',
    'signing-certificate-v2 names another certificate.',
    indeterminate('Signer_1', TIED),
    (base) => recipe(base, () => ({ tied: base.bob.certificate })),
  ),
  vector(
    'CMS',
    'cms-not-tied',
    'signing-certificate-v2 is missing.',
    indeterminate('Signer_1', /not identify its certificate/),
    (base) => recipe(base, () => ({ tied: null })),
  ),
  vector(
    'CMS',
    'cms-time-stamp-token',
    'The container is a time-stamp token over the correct bytes. Its certificate is not permitted to sign documents.',
    invalid('Signer_1', /its own content/),
    (base) => signedWith(base, (digest) => stamp(base.authority, digest, SIGNED_AT)),
  ),
];
