/**
 * Creates documents in the engine with the state that a server stores for them, and adds one signature in the same way
 * as the server.
 */
import { randomBytes } from 'node:crypto';
import {
  type Appearance,
  createHasher,
  embedCms,
  prepareSeal,
  prepareSend,
  prepareSignature,
  resumeHasher,
  type RevisionState,
  signedParts,
  type UnsignedRevision,
} from '@countersign/pdf-sign';
import { createTimestampToken, digestOf, type Identity, signCades } from '@countersign/pki';
import { crls, makeAuthority, makeSigner, type TestAuthority } from '../packages/pades/test/kit.ts';

export const SIGNERS = ['Signer_1', 'Signer_2', 'Signer_3'] as const;

/** A completed file and its stored state, which are the complete input for the next signature. */
export interface Kept {
  readonly state: RevisionState;
  /** The saved SHA-256 state after the last byte. */
  readonly hash: Uint8Array;
}
export interface Document extends Kept {
  readonly file: Buffer;
}

export interface Office {
  readonly authority: TestAuthority;
  readonly signer: Identity;
  readonly now: Date;
}

export async function openOffice(): Promise<Office> {
  const now = new Date();
  const authority = await makeAuthority('Bench', now);
  return { authority, signer: await makeSigner(authority, 'ada@bench.example', 'p256', { options: {}, now }), now };
}

/** A typical signature appearance with a frame and a name in a standard font. */
const mark: Appearance = {
  width: 180,
  height: 50,
  content: 'q 0.15 0.3 0.75 RG 1 1 178 48 re S BT /F 14 Tf 8 20 Td (Ada Lovelace) Tj ET Q',
  resources: { fonts: [{ name: 'F', font: { kind: 'standard', baseFont: 'Times-Italic' } }] },
};

export const stampWith = ({ authority: { tsa, ca }, now }: Office, imprint: Uint8Array): Promise<Buffer> => {
  const unit = { key: tsa.key, certificate: tsa.certificate, chain: [ca.certificate], policy: '1.3.6.1.4.1.99999.1.2' };
  return createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint, now });
};

/** Creates a CAdES container with a signature time-stamp over a SHA-256 hash. */
function containerOf(office: Office, digest: Buffer, { certificate, key, chain }: Identity): Promise<Buffer> {
  const timestamp = (value: Buffer) => stampWith(office, digestOf('sha256', value));
  return signCades({ digest, digestAlgorithm: 'sha256', key, certificate, chain, timestamp });
}

/**
 * Continues the digest from the saved state, signs, and updates the state with the rest of the revision, as the server
 * does.
 */
async function finish(
  kept: Kept,
  unsigned: UnsignedRevision,
  make: (digest: Buffer) => Promise<Buffer>,
): Promise<Kept & { tail: Buffer }> {
  const [head, rest] = signedParts(unsigned);
  const upToContents = (await resumeHasher(kept.hash)).update(head).save();
  const digest = (await resumeHasher(upToContents)).update(rest).digest();
  const tail = embedCms(unsigned, await make(digest));
  const whole = (await resumeHasher(upToContents)).update(tail.subarray(head.length));
  return { tail, state: unsigned.state, hash: whole.save() };
}

/** Creates one B-T signature with a visible appearance, which is what the server does when a signer confirms. */
export function signOnce(
  office: Office,
  kept: Kept,
  field: string,
  signer: Identity,
): Promise<Kept & { tail: Buffer }> {
  const { now: date } = office;
  const unsigned = prepareSignature(kept.state, {
    field,
    date,
    name: 'Ada Lovelace',
    appearance: mark,
    fileId: randomBytes(16),
  });
  return finish(kept, unsigned, (digest) => containerOf(office, digest, signer));
}

/** Uploads, hashes and certifies a document, and sends it to the given number of signers. */
export async function sendOut(office: Office, upload: Buffer, signers: number): Promise<Document> {
  const { authority, now: date } = office;
  const hash = (await createHasher()).update(upload).save();
  const prepared = prepareSend(upload, {
    signers: SIGNERS.slice(0, signers).map((key, index) => ({
      key,
      signaturePlace: { page: 1, x: 60, y: 100 + 60 * index, width: 180, height: 50 },
    })),
    fileId: randomBytes(16),
    date,
    certify: { name: 'Bench' },
  });
  if (!prepared.certified) throw new Error('the document is not certified');
  const seal = { ...authority.seal, chain: [authority.ca.certificate] };
  const { tail, ...kept } = await finish({ state: prepared.revision.state, hash }, prepared.revision, (digest) =>
    containerOf(office, digest, seal),
  );
  return { file: Buffer.concat([upload, tail]), ...kept };
}

/** Signs a document with the given number of signers, each with their own certificate. */
export async function signAll(office: Office, document: Document, signers: number): Promise<Document> {
  const { authority, now } = office;
  let result = document;
  for (const field of SIGNERS.slice(0, signers)) {
    const signer = await makeSigner(authority, `${field}@bench.example`, 'p256', { options: {}, now });
    const { tail, ...kept } = await signOnce(office, result, field, signer);
    result = { file: Buffer.concat([result.file, tail]), ...kept };
  }
  return result;
}

export interface Evidence {
  readonly certificates: Buffer[];
  readonly crls: Buffer[];
  readonly ocsps: Buffer[];
}

export async function gatherEvidence({ authority, now }: Office): Promise<Evidence> {
  const { root, ca, tsa } = authority;
  const certificates = [root, ca, tsa].map(({ certificate }) => certificate.der);
  return { certificates, crls: await crls(authority, now), ocsps: [] };
}

/** Adds validation data and a document time-stamp (B-LTA). */
export async function sealOnce(office: Office, kept: Kept, evidence: Evidence): Promise<Kept & { tail: Buffer }> {
  const unsigned = prepareSeal(kept.state, evidence, { fileId: randomBytes(16) });
  return finish(kept, unsigned, (digest) => stampWith(office, digest));
}
