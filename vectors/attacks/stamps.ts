import { der, digestOf } from '@countersign/pki';
import type { Identity } from '@countersign/pki';
import { after, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { makeCms, tokenBy, withoutUnsignedAttributes } from '../kit/cms.ts';
import { honest, sealUp } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { recipe, signedWith } from '../kit/recipes.ts';
import { indeterminate, invalid, VALID, vector } from '../kit/vector.ts';
import type { Made, Vector } from '../kit/vector.ts';

// Time-stamps over other data, or from a certificate that is not permitted to issue them.

const MISSTAMPED = /time-stamp was issued for other data/;

async function withStamp(base: Base, token: (signature: Buffer) => Buffer | Promise<Buffer>): Promise<Made> {
  return recipe(base, () => ({ token }));
}

/** Creates a token with a certificate that is not for time-stamping. */
function stampBy({ authority }: Base, identity: Identity): (signature: Buffer) => Promise<Buffer> {
  const tsa = { ...authority.tsa, ...identity };
  return (signature) => stamp({ ...authority, tsa }, digestOf('sha256', signature), SIGNED_AT);
}

export const stamps: readonly Vector[] = [
  vector(
    'time-stamp',
    'stamp-of-another-signature',
    'The time-stamp token belongs to another signature.',
    indeterminate('Signer_1', MISSTAMPED),
    (base) => withStamp(base, () => tokenBy(base.authority)(Buffer.from('another signature'))),
  ),
  vector(
    'time-stamp',
    'stamp-over-the-document',
    'The time-stamp token covers the document instead of the signature.',
    indeterminate('Signer_1', MISSTAMPED),
    (base) => recipe(base, (_, digest) => ({ token: () => stamp(base.authority, digest, SIGNED_AT) })),
  ),
  vector(
    'time-stamp',
    'stamp-imprint-wrong',
    "The time-stamp token's message imprint is a constant.",
    indeterminate('Signer_1', MISSTAMPED),
    (base) => withStamp(base, () => stamp(base.authority, Buffer.alloc(32), SIGNED_AT)),
  ),
  vector(
    'time-stamp',
    'stamp-time-changed',
    'The time inside the token was changed.',
    indeterminate('Signer_1', /time-stamp was changed after it was issued/),
    (base) =>
      withStamp(base, async (signature) => {
        const token = await tokenBy(base.authority)(signature);
        token.write('2019', token.indexOf('20261120', 0, 'latin1'), 'latin1');
        return token;
      }),
  ),
  vector(
    'time-stamp',
    'stamp-by-a-signer',
    'The signer issued the time-stamp with a certificate from the same authority.',
    indeterminate('Signer_1', /not issued for time-stamping/),
    (base) => withStamp(base, stampBy(base, base.ann)),
  ),
  vector(
    'time-stamp',
    'stamp-is-no-token',
    'The time-stamp attribute contains a signature.',
    indeterminate('Signer_1', /marked as a time-stamp/),
    (base) =>
      withStamp(base, (signature) => makeCms({ digest: digestOf('sha256', signature), signer: base.authority.tsa })),
  ),
  vector(
    'time-stamp',
    'stamp-is-garbage',
    'The time-stamp attribute does not contain CMS.',
    indeterminate('Signer_1', /cannot be read/),
    (base) => withStamp(base, () => der.sequence(der.integer(1))),
  ),
  vector(
    'time-stamp',
    'stamp-before-certificate',
    "The time-stamp is older than the signer's certificate.",
    invalid('Signer_1', /was not yet valid/),
    (base) => withStamp(base, tokenBy(base.authority, after(SIGNED_AT, -2))),
  ),
  vector(
    'time-stamp',
    'stamp-archive-of-another-file',
    'The document time-stamp belongs to another file.',
    invalid('Document_Timestamp', MISSTAMPED),
    async (base) => ({
      file: (await sealUp(base.authority, base.second, () => stamp(base.authority, Buffer.alloc(32, 1), SIGNED_AT)))
        .file,
    }),
  ),
  vector(
    'time-stamp',
    'stamp-archive-is-signature',
    'The document time-stamp contains a signature instead of a token.',
    invalid('Document_Timestamp', /marked as a time-stamp/),
    async (base) => ({
      file: (await sealUp(base.authority, base.second, honest(base.ann, base.authority))).file,
    }),
  ),
  vector(
    'time-stamp',
    'stamp-archive-untrusted',
    'The document time-stamp is from an untrusted authority, and the verifier ignores it.',
    VALID,
    async (base) => ({
      file: (await sealUp(base.authority, base.second, (digest) => stamp(base.stranger, digest, SIGNED_AT))).file,
    }),
  ),
  vector(
    'time-stamp',
    'stamp-stripped-under-archive',
    'The signature time-stamp is removed from a container that a document time-stamp covers.',
    invalid('Document_Timestamp', /changed after it was signed|issued for other data/),
    (base) => {
      const { file } = base.sealed;
      const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) /g)].map(
        (match) => [Number(match[1]), Number(match[2])] as const,
      );
      const [start, end] = ranges.at(-2) ?? [0, 0];
      const container = Buffer.from(file.toString('latin1', start + 1, end - 1).replace(/(00)*$/, ''), 'hex');
      const copy = Buffer.from(file);
      copy.write(
        `${withoutUnsignedAttributes(container).toString('hex')}`.padEnd(end - start - 2, '0'),
        start + 1,
        'latin1',
      );
      return { file: copy };
    },
  ),
  vector(
    'benign',
    'benign-stamp-of-stranger',
    'The signature time-stamp is from an unknown authority. It proves no time, and the verifier ignores it.',
    VALID,
    (base) => withStamp(base, tokenBy(base.stranger)),
  ),
  vector(
    'benign',
    'benign-stamp-stripped',
    'The last signature has lost its time-stamp. All signed data is intact, but the signature level is lower.',
    VALID,
    (base) =>
      signedWith(base, async (digest, covered) =>
        withoutUnsignedAttributes(await honest(base.ann, base.authority)(digest, covered)),
      ),
  ),
];
