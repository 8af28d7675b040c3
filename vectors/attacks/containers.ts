import { generateKeyPairSync } from 'node:crypto';
import { buildCertificate, der, digestOf, encodeName, extensions, Oid } from '@countersign/pki';
import type { Identity, NewIdentity } from '@countersign/pki';
import { after, makeSigner, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { asBer, makeCms, signWeakly, tokenBy, withoutUnsignedAttributes } from '../kit/cms.ts';
import type { Recipe } from '../kit/cms.ts';
import { honest, sealUp, sendOut, signAs } from '../kit/document.ts';
import type { Base, MakeContainer } from '../kit/document.ts';
import { lastRange } from '../kit/update.ts';
import { makeUpload, pageContent, ID } from '../kit/upload.ts';
import { indeterminate, invalid, VALID } from '../kit/vector.ts';
import type { Expected, Made, Vector, VectorClass } from '../kit/vector.ts';

// Forms of /Contents, and containers and time-stamps that are exchanged, mixed or weak. Structure and byte range of
// the file are as they should be.

/** Ann's place is signed with whatever container. */
const signedWith = async (base: Base, make: MakeContainer): Promise<Made> => ({
  file: (await signAs(base.sent, 'Signer_1', make)).file,
});

const recipe = (base: Base, changes: (base: Base, digest: Buffer, covered: Buffer) => Partial<Recipe> | Promise<Partial<Recipe>>) =>
  signedWith(base, async (digest, covered) =>
    makeCms({ digest, signer: base.ann, token: tokenBy(base.authority), ...(await changes(base, digest, covered)) }));

const vector = (
  kind: VectorClass,
  name: string,
  description: string,
  expected: Expected,
  make: Vector['make'],
): Vector => ({ name, class: kind, description, expected, make });

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

const GAP = /leaves out something other than the signature|not written in hexadecimal/;

const contents: readonly Vector[] = [
  vector('contents', 'contents-whitespace', '/Contents has white space between its digits.', invalid('Signer_1', /not written in hexadecimal/), (base) =>
    digits(base, (hex, used) => `${hex.slice(0, 20)} \n${hex.slice(20, used)}${hex.slice(used + 2)}`)),
  vector('contents', 'contents-foreign-digits', '/Contents has letters among its digits that lenient readers skip.', invalid('Signer_1', /not written in hexadecimal/), (base) =>
    digits(base, (hex, used) => `${hex.slice(0, 20)}zz${hex.slice(20, used)}${hex.slice(used + 2)}`)),
  vector('contents', 'contents-odd-digits', '/Contents has an odd number of digits, the last of which readers have to guess.', invalid('Signer_1', /not written in hexadecimal|odd/),
    oddDigits),
  vector('contents', 'contents-literal-string', '/Contents is a literal string instead of a hexadecimal one.', invalid('Signer_1', GAP), literal),
  vector('contents', 'contents-trailing-bytes', 'Bytes that are not zero stand in the padding behind the container.', invalid('Signer_1', /bytes follow the signature container/), (base) =>
    digits(base, (hex, used) => `${hex.slice(0, used + 40)}cafe${hex.slice(used + 44)}`)),
  vector('contents', 'contents-truncated', 'The container is cut off.', invalid('Signer_1', /cannot be read|no container/), (base) =>
    digits(base, (hex, used) => hex.slice(0, 2 * Math.floor(used / 4)).padEnd(hex.length, '0'))),
  vector('contents', 'contents-no-der', 'The container is text.', invalid('Signer_1', /no container/), (base) =>
    signedWith(base, () => Buffer.from('signed by Ann'))),
  vector('contents', 'contents-other-der', 'The container is a SEQUENCE that is no CMS.', invalid('Signer_1', /cannot be read/), (base) =>
    signedWith(base, () => der.sequence(der.octetString(Buffer.alloc(64))))),
  vector('contents', 'contents-bare-certificate', 'The container is a certificate.', invalid('Signer_1', /cannot be read/), (base) =>
    signedWith(base, () => base.ann.certificate.der)),
  vector('contents', 'contents-ber-with-hidden-bytes', 'A BER container is followed by bytes behind its end mark.', invalid('Signer_1', /cannot be read/), (base) =>
    signedWith(base, async (digest) => Buffer.concat([asBer(await makeCms({ digest, signer: base.ann })), Buffer.from('cafe', 'hex')]))),
  vector('contents', 'contents-two-signer-infos', 'The container has two signers, of whom validators judge one or the other.', invalid('Signer_1', /exactly one signer/), (base) =>
    recipe(base, () => ({ signerInfos: 2 }))),
  vector('contents', 'contents-no-signer-info', 'The container has no signer.', invalid('Signer_1', /exactly one signer/), (base) =>
    recipe(base, () => ({ signerInfos: 0 }))),
  vector('contents', 'contents-attached-content', 'The container carries content of its own, which is what was signed.', invalid('Signer_1', /content of its own/), (base) =>
    recipe(base, () => {
      const content = Buffer.from('Pay 1 EUR');
      return { content, digest: digestOf('sha256', content) };
    })),
  vector('contents', 'contents-attached-copy', 'The container carries a copy of the signed bytes: right, and still no detached signature.', invalid('Signer_1', /content of its own|no container/), (base) =>
    recipe(base, (_, digest) => ({ content: digest }))),
  vector('contents', 'contents-no-certificates', 'The container holds no certificate, and the file none of the signer.', indeterminate('Signer_1', /certificate is not in the file/), (base) =>
    recipe(base, () => ({ embedded: [] }))),
  vector('contents', 'contents-no-signed-attributes', 'The container has no signed attributes, so that the digest itself is signed.', invalid('Signer_1', /lacks its signed attributes/), (base) =>
    recipe(base, (_, __, covered) => ({ withoutAttributes: true, sign: () => base.ann.key.sign(covered) }))),
  vector('contents', 'contents-attribute-twice', 'The container has two message-digest attributes.', invalid('Signer_1', /cannot be read/), (base) =>
    recipe(base, () => ({ extraAttributes: [der.sequence(der.oid(Oid.messageDigest), der.setOf(der.octetString(Buffer.alloc(32))))] }))),
];

/** One digit less, and the end of the dictionary moved: honestly signed over a gap of the odd length. */
async function oddDigits(base: Base): Promise<Made> {
  const doc = await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority), {
    tail: (source) => source.replace(/0>\n>>/, '> \n>>'),
    range: ([, b = 0, c = 0, d = 0]) => [0, b, c - 1, d + 1],
  });
  // Embedding writes the container over its whole place; the digits' end is put back.
  const [, , gapEnd = 0] = lastRange(doc.file).numbers;
  const copy = Buffer.from(doc.file);
  copy.write('> ', gapEnd - 1, 'latin1');
  return { file: copy };
}

async function literal(base: Base): Promise<Made> {
  const doc = await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority));
  const [, start = 0, end = 0] = lastRange(doc.file).numbers;
  const cms = Buffer.from(doc.file.toString('latin1', start + 1, end - 1), 'hex');
  const escaped = cms.toString('latin1').replace(/[()\\\r\n]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
  const copy = Buffer.from(doc.file);
  copy.write(`(${escaped.slice(0, end - start - 2).replace(/\\\d?\d?$/, '')})`.padEnd(end - start), start, 'latin1');
  return { file: copy };
}

/** A certificate of our authority over any key. */
async function certify({ authority }: Base, spki: Buffer, email = 'ann@example.org') {
  return buildCertificate({
    subject: encodeName({ commonName: email }),
    subjectPublicKeySpki: spki,
    issuer: authority.ca,
    notBefore: after(SIGNED_AT, -1),
    notAfter: after(SIGNED_AT, 365),
    extensions: [extensions.keyUsage('digitalSignature'), extensions.extendedKeyUsage([Oid.documentSigning])],
  });
}

const HASH = /changed after it was signed/;
const NO_FIT = /does not fit its certificate/;
const TIED = /tied to another certificate/;
const MISSTAMPED = /time-stamp was made for something else/;

/** The container of Ann's signature in another document. */
async function otherContainer(base: Base): Promise<Buffer> {
  const sent = await sendOut(base.authority, makeUpload({ [ID.content]: pageContent('Pay 1 EUR') }));
  let container: Buffer = Buffer.alloc(0);
  await signAs(sent, 'Signer_1', async (digest, covered) => (container = await honest(base.ann, base.authority)(digest, covered)));
  return container;
}

const cms: readonly Vector[] = [
  vector('CMS', 'cms-from-another-document', "The signer's signature of another document.", invalid('Signer_1', HASH), (base) =>
    signedWith(base, () => otherContainer(base))),
  vector('CMS', 'cms-of-another-revision', 'The certification signature is copied into the place of a signer.', invalid('Signer_1', HASH), (base) =>
    signedWith(base, () => {
      const [, start = 0, end = 0] = lastRange(base.sent.file).numbers;
      return Buffer.from(base.sent.file.toString('latin1', start + 1, end - 1).replace(/(00)*$/, ''), 'hex');
    })),
  vector('CMS', 'cms-wrong-digest', 'The signed digest is that of something else.', invalid('Signer_1', HASH), (base) =>
    recipe(base, () => ({ digest: Buffer.alloc(32, 7) }))),
  vector('CMS', 'cms-wrong-key', 'The signature value was made with another key.', invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ sign: (data) => base.bob.key.sign(data) }))),
  vector('CMS', 'cms-random-signature', 'The signature value is random.', invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ sign: () => Buffer.alloc(70, 0x30) }))),
  vector('CMS', 'cms-zero-signature', 'The signature value is r = s = 0.', invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ sign: () => der.sequence(der.integer(0), der.integer(0)) }))),
  vector('CMS', 'cms-certificate-of-another', "The certificate is exchanged for another signer's.", invalid('Signer_1', NO_FIT), (base) =>
    recipe(base, () => ({ named: base.bob.certificate, tied: base.ann.certificate }))),
  vector('CMS', 'cms-certificate-of-same-key', 'The certificate is exchanged for one of the same key and another name.', indeterminate('Signer_1', TIED), (base) =>
    recipe(base, async () => ({ named: await certify(base, base.ann.key.publicKeySpki, 'mallory@example.org'), tied: base.ann.certificate }))),
  vector('CMS', 'cms-tied-to-another', 'signing-certificate-v2 speaks of another certificate.', indeterminate('Signer_1', TIED), (base) =>
    recipe(base, () => ({ tied: base.bob.certificate }))),
  vector('CMS', 'cms-not-tied', 'signing-certificate-v2 is missing.', indeterminate('Signer_1', /not tied to its certificate/), (base) =>
    recipe(base, () => ({ tied: null }))),
  vector('CMS', 'cms-time-stamp-token', 'The container is a time-stamp token over the right bytes, by a certificate that may not sign.', invalid('Signer_1', /content of its own/), (base) =>
    signedWith(base, (digest) => stamp(base.authority, digest, SIGNED_AT))),
];

async function withStamp(base: Base, token: (signature: Buffer) => Buffer | Promise<Buffer>): Promise<Made> {
  return recipe(base, () => ({ token }));
}

/** A token by something that is no time-stamping unit. */
function stampBy({ authority }: Base, identity: Identity): (signature: Buffer) => Promise<Buffer> {
  const tsa = { ...authority.tsa, ...identity };
  return (signature) => stamp({ ...authority, tsa }, digestOf('sha256', signature), SIGNED_AT);
}

const stamps: readonly Vector[] = [
  vector('time-stamp', 'stamp-of-another-signature', "The time-stamp token of another signature.", indeterminate('Signer_1', MISSTAMPED), (base) =>
    withStamp(base, () => tokenBy(base.authority)(Buffer.from('another signature')))),
  vector('time-stamp', 'stamp-over-the-document', 'The time-stamp token is about the document and not the signature.', indeterminate('Signer_1', MISSTAMPED), (base) =>
    recipe(base, (_, digest) => ({ token: () => stamp(base.authority, digest, SIGNED_AT) }))),
  vector('time-stamp', 'stamp-imprint-wrong', 'The imprint of the time-stamp token is a constant.', indeterminate('Signer_1', MISSTAMPED), (base) =>
    withStamp(base, () => stamp(base.authority, Buffer.alloc(32), SIGNED_AT))),
  vector('time-stamp', 'stamp-time-changed', 'The time inside the token was changed.', indeterminate('Signer_1', /changed after it was signed/), (base) =>
    withStamp(base, async (signature) => {
      const token = await tokenBy(base.authority)(signature);
      token.write('2019', token.indexOf('20261120', 0, 'latin1'), 'latin1');
      return token;
    })),
  vector('time-stamp', 'stamp-by-a-signer', 'The time-stamp was made by the signer herself, with a certificate of the same authority.', indeterminate('Signer_1', /not for time-stamping/), (base) =>
    withStamp(base, stampBy(base, base.ann))),
  vector('time-stamp', 'stamp-is-no-token', 'The time-stamp attribute holds a signature.', indeterminate('Signer_1', /What should be a time-stamp is none/), (base) =>
    withStamp(base, (signature) => makeCms({ digest: digestOf('sha256', signature), signer: base.authority.tsa }))),
  vector('time-stamp', 'stamp-is-garbage', 'The time-stamp attribute holds no CMS.', indeterminate('Signer_1', /cannot be read/), (base) =>
    withStamp(base, () => der.sequence(der.integer(1)))),
  vector('time-stamp', 'stamp-before-certificate', "The time-stamp is older than the signer's certificate.", invalid('Signer_1', /was not valid yet/), (base) =>
    withStamp(base, tokenBy(base.authority, after(SIGNED_AT, -2)))),
  vector('time-stamp', 'stamp-archive-of-another-file', 'The document time-stamp is the one of another file.', invalid('Document_Timestamp', MISSTAMPED), async (base) => ({
    file: (await sealUp(base.authority, base.second, () => stamp(base.authority, Buffer.alloc(32, 1), SIGNED_AT))).file,
  })),
  vector('time-stamp', 'stamp-archive-is-signature', 'The document time-stamp holds a signature instead of a token.', invalid('Document_Timestamp', /is none/), async (base) => ({
    file: (await sealUp(base.authority, base.second, honest(base.ann, base.authority))).file,
  })),
  vector('time-stamp', 'stamp-archive-untrusted', 'The document time-stamp is of an authority that nobody trusts.', indeterminate('Document_Timestamp', /not issued by an authority that is trusted/), async (base) => ({
    file: (await sealUp(base.authority, base.second, (digest) => stamp(base.stranger, digest, SIGNED_AT))).file,
  })),
  vector('time-stamp', 'stamp-stripped-under-archive', 'The signature time-stamp is cut out of the container under a document time-stamp.', invalid('Document_Timestamp', /changed after it was signed|made for something else/), (base) => {
    const { file } = base.sealed;
    const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) /g)].map((match) => [Number(match[1]), Number(match[2])] as const);
    const [start, end] = ranges.at(-2) ?? [0, 0];
    const container = Buffer.from(file.toString('latin1', start + 1, end - 1).replace(/(00)*$/, ''), 'hex');
    const copy = Buffer.from(file);
    copy.write(`${withoutUnsignedAttributes(container).toString('hex')}`.padEnd(end - start - 2, '0'), start + 1, 'latin1');
    return { file: copy };
  }),
];

async function smallRsa(base: Base): Promise<Partial<Recipe>> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const named = await certify(base, pair.publicKey.export({ type: 'spki', format: 'der' }));
  return { named, signatureOid: Oid.sha256WithRsa, sign: signWeakly(pair, 'sha256') };
}

const WEAK = /SHA-1 or on a key that is too short/;
const weakly = (base: Base): NewIdentity => base.authority.seal;

const weak: readonly Vector[] = [
  vector('weak digest', 'weak-sha1', 'Message digest and signature are made with SHA-1.', indeterminate('Signer_1', WEAK), (base) =>
    recipe(base, (_, __, covered) => ({
      signer: weakly(base), digest: digestOf('sha1', covered), digestOid: Oid.sha1, signatureOid: Oid.ecdsaWithSha1, sign: signWeakly(weakly(base), 'sha1'),
    }))),
  vector('weak digest', 'weak-sha1-signature', 'The message digest is SHA-256, the signature over the attributes SHA-1.', invalid('Signer_1', /different algorithms/), (base) =>
    recipe(base, () => ({ signer: weakly(base), signatureOid: Oid.ecdsaWithSha1, sign: signWeakly(weakly(base), 'sha1') }))),
  vector('weak digest', 'weak-sha1-content', 'The message digest is SHA-1, the signature over the attributes SHA-256.', invalid('Signer_1', /different algorithms/), (base) =>
    recipe(base, (_, __, covered) => ({ digest: digestOf('sha1', covered), digestOid: Oid.sha1 }))),
  vector('weak digest', 'weak-adbe-pkcs7-sha1', 'The outdated kind adbe.pkcs7.sha1, whose container carries the SHA-1 of the signed bytes.', indeterminate('Signer_1', WEAK), async (base) => {
    const make: MakeContainer = (_, covered) => {
      const content = digestOf('sha1', covered);
      return makeCms({ signer: base.ann, content, digest: digestOf('sha256', content) });
    };
    const tail = (source: string) => source.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1'.padEnd(20));
    return { file: (await signAs(base.sent, 'Signer_1', make, { tail })).file };
  }),
  vector('weak digest', 'weak-adbe-pkcs7-sha1-of-another', 'The same, with the SHA-1 of other bytes.', invalid('Signer_1', HASH), async (base) => {
    const content = Buffer.alloc(20, 3);
    const make: MakeContainer = () => makeCms({ signer: base.ann, content, digest: digestOf('sha256', content) });
    const tail = (source: string) => source.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1'.padEnd(20));
    return { file: (await signAs(base.sent, 'Signer_1', make, { tail })).file };
  }),
  vector('weak digest', 'weak-md5', 'The message digest is MD5.', indeterminate('Signer_1', /digest that is not supported/), (base) =>
    recipe(base, () => ({ digest: Buffer.alloc(16), digestOid: '1.2.840.113549.2.5' }))),
  vector('weak digest', 'weak-rsa-1024', 'The key is RSA with 1,024 bits.', indeterminate('Signer_1', /too (short|weak)/), (base) => recipe(base, () => smallRsa(base))),
];

const benign: readonly Vector[] = [
  vector('benign', 'benign-ber', 'The container is BER with indefinite lengths, as streaming signers write it, with nothing behind it.', VALID, (base) =>
    signedWith(base, async (digest) => asBer(await makeCms({ digest, signer: base.ann, token: tokenBy(base.authority) })))),
  vector('benign', 'benign-stamp-of-stranger', 'The signature time-stamp is of an unknown authority: it proves no time, and the signature is judged without it.', VALID, (base) =>
    withStamp(base, tokenBy(base.stranger))),
  vector('benign', 'benign-stamp-stripped', 'The last signature has lost its time-stamp: nothing signed is gone, but the level is.', VALID, (base) =>
    signedWith(base, async (digest, covered) => withoutUnsignedAttributes(await honest(base.ann, base.authority)(digest, covered)))),
  vector('benign', 'benign-other-key-kinds', 'Signed with P-384 and SHA-384.', VALID, async (base) => {
    const signer = await makeSigner(base.authority, 'ann@example.org', 'p384');
    return signedWith(base, (_, covered) => honest(signer, base.authority)(digestOf('sha384', covered), covered));
  }),
];

export const containers: readonly Vector[] = [...contents, ...cms, ...stamps, ...weak, ...benign];
