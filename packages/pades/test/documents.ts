import { embedCms, prepareSeal, prepareSend, prepareSignature, readState, signedParts } from '@countersign/pdf-sign';
import type { RevisionState, UnsignedRevision } from '@countersign/pdf-sign';
import { digestOf } from '@countersign/pki';
import type { DigestAlgorithm, Identity } from '@countersign/pki';

import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { after, container, crls, SIGNED_AT, stamp } from './kit.ts';
import type { TestAuthority } from './kit.ts';

// Complete documents for tests, signed step by step as the server does.

const FILE_ID = new Uint8Array(16).fill(9);

export const UPLOAD = makePdf({ pages: [{ text: 'Lease agreement' }] });

export interface Made {
  readonly file: Buffer;
  readonly state: RevisionState;
}

/** Creates a container over the signed bytes. `digest` returns their digest. */
type Sign = (digest: (algorithm: DigestAlgorithm) => Buffer, content: Buffer) => Buffer | Promise<Buffer>;

async function close(file: Buffer, unsigned: UnsignedRevision, sign: Sign): Promise<Made> {
  const signed = Buffer.concat([file, ...signedParts(unsigned)]);
  const cms = await sign((algorithm) => digestOf(algorithm, signed), signed);
  return { file: Buffer.concat([file, embedCms(unsigned, cms)]), state: unsigned.state };
}

/** Creates a certified document that was sent to two signers. */
export async function sent(authority: TestAuthority): Promise<Made> {
  const prepared = prepareSend(UPLOAD, {
    signers: [{ key: 'Signer_1' }, { key: 'Signer_2' }],
    fileId: FILE_ID,
    date: SIGNED_AT,
    certify: { name: 'Test' },
  });
  if (!prepared.certified) throw new Error('The document is not certified.');
  const seal = { ...authority.seal, chain: [authority.ca.certificate] };
  return close(UPLOAD, prepared.revision, (digest) => container(seal, digest('sha256'), authority));
}

export function signedBy(
  { file, state }: Made,
  field: string,
  signer: Identity,
  stamper: TestAuthority | null,
): Promise<Made> {
  const unsigned = prepareSignature(state, { field, date: SIGNED_AT, name: 'Ann', fileId: FILE_ID });
  return close(file, unsigned, (digest) => container(signer, digest(signer.key.algorithm.digest), stamper));
}

/** Creates a document that both signers have signed, with time-stamps. */
export async function completed(authority: TestAuthority, ann: Identity, bob: Identity): Promise<Made> {
  return signedBy(await signedBy(await sent(authority), 'Signer_1', ann, authority), 'Signer_2', bob, authority);
}

/** Returns the certificates and revocation lists that B-LT requires. */
export async function evidence(
  authority: TestAuthority,
): Promise<{ certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] }> {
  const { root, ca, tsa } = authority;
  const certificates = [root, ca, tsa].map((identity) => identity.certificate.der);
  return { certificates, crls: await crls(authority, after(SIGNED_AT, 0.01)), ocsps: [] };
}

export async function sealed(authority: TestAuthority, { file, state }: Made): Promise<Made> {
  const unsigned = prepareSeal(state, await evidence(authority), { fileId: FILE_ID });
  return close(file, unsigned, (digest) => stamp(authority, digest('sha256'), after(SIGNED_AT, 0.02)));
}

/**
 * Creates a file with one signature of any kind in its own field, as other vendors do. `certificates` goes into /Cert.
 * The result of `sign` is written to /Contents unchanged.
 */
export async function foreignFile(
  subFilter: string,
  sign: Sign,
  certificates: readonly Uint8Array[] = [],
): Promise<Buffer> {
  const options = { documentId: 'doc_1', fileId: FILE_ID, date: SIGNED_AT, certify: false } as const;
  const { revision } = prepareSend(UPLOAD, { ...options, signers: [{ key: 'Signature_1' }] });
  const file = Buffer.concat([UPLOAD, revision.tail]);
  const cert = certificates.map((certificate) => `<${Buffer.from(certificate).toString('hex')}>`).join('');
  // A placeholder of the right length. The tests replace it with syntax that our writer does not produce.
  const reason = 'x'.repeat(Math.max(1, `/Cert [${cert}]`.length - '/Reason ()'.length));
  const facts = { field: 'Signature_1', date: SIGNED_AT, name: 'Ann', reason, fileId: FILE_ID, reserve: 8192 };
  const unsigned = prepareSignature(readState(file), facts);
  replace(unsigned.tail, '/SubFilter /ETSI.CAdES.detached', `/SubFilter /${subFilter}`);
  if (certificates.length > 0) replace(unsigned.tail, `/Reason (${reason})`, `/Cert [${cert}]`);
  return (await close(file, unsigned, sign)).file;
}

/** Replaces text in place and pads the replacement with spaces. */
function replace(tail: Buffer, from: string, to: string): void {
  const at = tail.indexOf(from, 0, 'latin1');
  if (at < 0 || to.length > from.length) throw new Error(`The text ${from} cannot be replaced.`);
  tail.write(to.padEnd(from.length), at, 'latin1');
}
