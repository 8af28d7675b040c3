import { der, digestOf, Oid } from '@countersign/pki';
import { tokenBy, asBer, makeCms } from '../kit/cms.ts';
import { honest, signAs } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { recipe, signedWith } from '../kit/recipes.ts';
import { lastRange } from '../kit/update.ts';
import { indeterminate, invalid, VALID, vector } from '../kit/vector.ts';
import type { Made, Vector } from '../kit/vector.ts';

// Variants of /Contents that readers interpret differently, and invalid containers.

/** Rewrites the hexadecimal digits of the newest /Contents. */
function digits({ first }: Base, edit: (hex: string, used: number) => string): Made {
  const [, start = 0, end = 0] = lastRange(first.file).numbers;
  const hex = first.file.toString('latin1', start + 1, end - 1);
  const used = hex.replace(/(00)*$/, '').length;
  const result = edit(hex, used + (used % 2));
  if (result.length !== hex.length) throw new Error('the length of /Contents changed');
  const copy = Buffer.from(first.file);
  copy.write(result, start + 1, 'latin1');
  return { file: copy };
}

const GAP = /excludes something other than the signature|not written in hexadecimal/;

export const contents: readonly Vector[] = [
  vector(
    'contents',
    'contents-whitespace',
    '/Contents has white space between its digits.',
    invalid('Signer_1', /not written in hexadecimal/),
    (base) => digits(base, (hex, used) => `${hex.slice(0, 20)} \n${hex.slice(20, used)}${hex.slice(used + 2)}`),
  ),
  vector(
    'contents',
    'contents-foreign-digits',
    '/Contents has letters between its digits, and lenient readers skip them.',
    invalid('Signer_1', /not written in hexadecimal/),
    (base) => digits(base, (hex, used) => `${hex.slice(0, 20)}zz${hex.slice(20, used)}${hex.slice(used + 2)}`),
  ),
  vector(
    'contents',
    'contents-odd-digits',
    '/Contents has an odd number of digits, so readers must guess the last digit.',
    invalid('Signer_1', /not written in hexadecimal|odd/),
    oddDigits,
  ),
  vector(
    'contents',
    'contents-literal-string',
    '/Contents is a literal string instead of a hexadecimal string.',
    invalid('Signer_1', GAP),
    literal,
  ),
  vector(
    'contents',
    'contents-trailing-bytes',
    'The padding after the container contains bytes other than zero.',
    invalid('Signer_1', /bytes follow the signature container/),
    (base) => digits(base, (hex, used) => `${hex.slice(0, used + 40)}cafe${hex.slice(used + 44)}`),
  ),
  vector(
    'contents',
    'contents-truncated',
    'The container is truncated.',
    invalid('Signer_1', /cannot be read|no container/),
    (base) => digits(base, (hex, used) => hex.slice(0, 2 * Math.floor(used / 4)).padEnd(hex.length, '0')),
  ),
  vector('contents', 'contents-no-der', 'The container is text.', invalid('Signer_1', /no container/), (base) =>
    signedWith(base, () => Buffer.from('signed by Ann')),
  ),
  vector(
    'contents',
    'contents-other-der',
    'The container is a SEQUENCE that is not CMS.',
    invalid('Signer_1', /cannot be read/),
    (base) => signedWith(base, () => der.sequence(der.octetString(Buffer.alloc(64)))),
  ),
  vector(
    'contents',
    'contents-bare-certificate',
    'The container is a certificate.',
    invalid('Signer_1', /cannot be read/),
    (base) => signedWith(base, () => base.ann.certificate.der),
  ),
  vector(
    'contents',
    'contents-ber-with-hidden-bytes',
    'Bytes follow the end marker of a BER container.',
    invalid('Signer_1', /bytes follow the signature container/),
    (base) =>
      signedWith(base, async (digest) =>
        Buffer.concat([asBer(await makeCms({ digest, signer: base.ann })), Buffer.from('cafe', 'hex')]),
      ),
  ),
  vector(
    'contents',
    'contents-two-signer-infos',
    'The container has two signers, so validators may check different signers.',
    invalid('Signer_1', /exactly one signer/),
    (base) => recipe(base, () => ({ signerInfos: 2 })),
  ),
  vector(
    'contents',
    'contents-no-signer-info',
    'The container has no signer.',
    invalid('Signer_1', /exactly one signer/),
    (base) => recipe(base, () => ({ signerInfos: 0 })),
  ),
  vector(
    'contents',
    'contents-attached-content',
    'The container has its own content, which was signed instead of the file.',
    invalid('Signer_1', /its own content/),
    (base) =>
      recipe(base, () => {
        const content = Buffer.from('Pay 1 EUR');
        return { content, digest: digestOf('sha256', content) };
      }),
  ),
  vector(
    'contents',
    'contents-attached-copy',
    'The container has a correct copy of the signed bytes, so the signature is not detached.',
    invalid('Signer_1', /its own content|no container/),
    (base) => recipe(base, (_, digest) => ({ content: digest })),
  ),
  vector(
    'contents',
    'contents-no-certificates',
    "Neither the container nor the file contains the signer's certificate.",
    indeterminate('Signer_1', /certificate is not in the file/),
    (base) => recipe(base, () => ({ embedded: [] })),
  ),
  vector(
    'contents',
    'contents-no-signed-attributes',
    'The container has no signed attributes, so the digest itself is signed.',
    invalid('Signer_1', /lacks its signed attributes/),
    (base) => recipe(base, (_, __, covered) => ({ withoutAttributes: true, sign: () => base.ann.key.sign(covered) })),
  ),
  vector(
    'contents',
    'contents-attribute-twice',
    'The container has two message-digest attributes.',
    invalid('Signer_1', /cannot be read/),
    (base) =>
      recipe(base, () => ({
        extraAttributes: [der.sequence(der.oid(Oid.messageDigest), der.setOf(der.octetString(Buffer.alloc(32))))],
      })),
  ),
  vector(
    'benign',
    'benign-ber',
    'The container is BER with indefinite lengths, as streaming signers write it, and nothing follows it.',
    VALID,
    (base) =>
      signedWith(base, async (digest) =>
        asBer(await makeCms({ digest, signer: base.ann, token: tokenBy(base.authority) })),
      ),
  ),
];

/**
 * Removes one digit and moves the end of the dictionary. The file is correctly signed, but the gap in its byte range
 * has an odd length.
 */
async function oddDigits(base: Base): Promise<Made> {
  const doc = await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority), {
    tampering: {
      tail: (source) => source.replace(/0>\n>>/, '> \n>>'),
      range: ([, b = 0, c = 0, d = 0]) => [0, b, c - 1, d + 1],
    },
  });
  // Embedding the container overwrites the whole reserved space, so the last digits are written again.
  const [, , gapEnd = 0] = lastRange(doc.file).numbers;
  const copy = Buffer.from(doc.file);
  copy.write('> ', gapEnd - 1, 'latin1');
  return { file: copy };
}

async function literal(base: Base): Promise<Made> {
  const doc = await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority));
  const [, start = 0, end = 0] = lastRange(doc.file).numbers;
  const cms = Buffer.from(doc.file.toString('latin1', start + 1, end - 1), 'hex');
  const escaped = cms
    .toString('latin1')
    .replace(/[()\\\r\n]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
  const copy = Buffer.from(doc.file);
  copy.write(`(${escaped.slice(0, end - start - 2).replace(/\\\d?\d?$/, '')})`.padEnd(end - start), start, 'latin1');
  return { file: copy };
}
