import { embedCms, prepareSeal, prepareSend, prepareSignature } from '@countersign/pdf-sign';
import type { Appearance, RevisionState, SignatureOptions, UnsignedRevision } from '@countersign/pdf-sign';
import { digestOf } from '@countersign/pki';
import type { Identity } from '@countersign/pki';
import { after, container, crls, makeAuthority, makeSigner, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import type { TestAuthority } from '../../packages/pades/test/kit.ts';
import { lastRange } from './update.ts';
import type { Range } from './update.ts';
import { makeUpload } from './upload.ts';

export const FILE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

/** A file, and the state that is needed for further appends. */
export interface Doc {
  readonly file: Buffer;
  readonly state: RevisionState;
}

/** Creates the value of /Contents from the SHA-256 digest of the bytes in the byte range. */
export type MakeContainer = (digest: Buffer, covered: Buffer) => Buffer | Promise<Buffer>;

/** Changes to the output of our writer, which are made before a revision is signed. */
export interface Tampering {
  /** Changes the bytes of the revision to be signed. The length must stay the same. */
  readonly tail?: (source: string) => string;
  /** Returns the /ByteRange that is written and digested instead of the correct one. */
  readonly range?: (honest: Range) => Range;
}

/** Signs a prepared revision. */
export async function close(
  before: Buffer,
  unsigned: UnsignedRevision,
  make: MakeContainer,
  { tail = (source) => source, range = (honest) => honest }: Tampering = {},
): Promise<Doc> {
  const numbers = range(unsigned.byteRange);
  const changed = Buffer.from(tail(unsigned.tail.toString('latin1')), 'latin1');
  if (changed.length !== unsigned.tail.length) throw new Error('the revision changed its length');
  const place = lastRange(unsigned.tail);
  changed.write(`[${numbers.join(' ')}]`.padEnd(place.length), place.at, 'latin1');
  const file = Buffer.concat([before, changed]);
  const covered: Buffer[] = [];
  for (let index = 0; index < numbers.length; index += 2) {
    const start = numbers[index] ?? 0;
    covered.push(file.subarray(start, start + (numbers[index + 1] ?? 0)));
  }
  const content = Buffer.concat(covered);
  const cms = await make(digestOf('sha256', content), content);
  return { file: Buffer.concat([before, embedCms({ ...unsigned, tail: changed }, cms)]), state: unsigned.state };
}

/** Signs an attacker's update that starts at `start` and contains a signature dictionary with space for a container. */
export async function closeUpdate(
  file: Buffer,
  start: number,
  state: RevisionState,
  make: MakeContainer,
): Promise<Doc> {
  const open = file.toString('latin1').lastIndexOf('/Contents <') + '/Contents '.length;
  const end = file.indexOf('>', open) + 1;
  const unsigned: UnsignedRevision = {
    tail: file.subarray(start),
    contents: { offset: open - start, length: end - open },
    byteRange: [0, open, end, file.length - end],
    state,
  };
  return close(file.subarray(0, start), unsigned, make);
}

function mark(text: string, width: number, height: number): Appearance {
  return {
    width,
    height,
    content: `q 1 1 ${width - 2} ${height - 2} re S BT /F 12 Tf 6 ${height / 2 - 4} Td (${text}) Tj ET Q`,
    resources: { fonts: [{ name: 'F', font: { kind: 'standard', baseFont: 'Times-Italic' } }] },
  };
}

const SIGNERS = [
  {
    key: 'Signer_1',
    signaturePlace: { page: 1, x: 60, y: 400, width: 180, height: 50 },
    fields: [
      { name: 'Date_1', kind: 'date', page: 1, x: 60, y: 470, width: 100, height: 20 },
      { name: 'Agree_1', kind: 'checkbox', page: 1, x: 60, y: 500, width: 14, height: 14 },
    ],
  },
  {
    key: 'Signer_2',
    signaturePlace: { page: 1, x: 300, y: 400, width: 180, height: 50 },
    fields: [
      { name: 'City_2', kind: 'text', page: 1, x: 300, y: 470, width: 100, height: 20 },
      { name: 'Agree_2', kind: 'checkbox', page: 1, x: 300, y: 500, width: 14, height: 14 },
      {
        name: 'Way_2',
        kind: 'radio',
        page: 1,
        x: 340,
        y: 500,
        width: 14,
        height: 14,
        buttons: [
          { value: 'Post', page: 1, x: 340, y: 500, width: 14, height: 14 },
          { value: 'Pick-up', page: 1, x: 370, y: 500, width: 14, height: 14 },
        ],
      },
      {
        name: 'Town_2',
        kind: 'dropdown',
        page: 1,
        x: 400,
        y: 500,
        width: 80,
        height: 20,
        options: ['Oslo', 'Rome'],
      },
    ],
  },
] as const;

const VALUES = {
  Signer_1: [
    { name: 'Date_1', value: '2026-11-20', appearance: mark('2026-11-20', 100, 20) },
    { name: 'Agree_1', value: true },
  ],
  Signer_2: [
    { name: 'City_2', value: 'Oslo', appearance: mark('Oslo', 100, 20) },
    { name: 'Agree_2', value: true },
    { name: 'Way_2', value: 'Pick-up' },
    { name: 'Town_2', value: 'Rome', appearance: mark('Rome', 80, 20) },
  ],
};
export type SignerField = keyof typeof VALUES;

/** The base material of the vectors: an authority, two signers, an outsider, and a document in all its states. */
export interface Base {
  readonly authority: TestAuthority;
  /** An untrusted authority with its own signer. */
  readonly stranger: TestAuthority;
  readonly eve: Identity;
  readonly ann: Identity;
  readonly bob: Identity;
  /** The document after certification (P=2), without signatures. */
  readonly sent: Doc;
  /** The document after Ann has signed. */
  readonly first: Doc;
  /** The document after Ann and Bob have signed (B-T). */
  readonly second: Doc;
  /** The document at level B-LTA. */
  readonly sealed: Doc;
}

/** Creates the material. The keys are new in each run, and everything else is the same. */
export async function makeBase(): Promise<Base> {
  const authority = await makeAuthority();
  const stranger = await makeAuthority('Stranger');
  const people = {
    authority,
    stranger,
    eve: await makeSigner(stranger, 'eve@example.org'),
    ann: await makeSigner(authority, 'ann@example.org'),
    bob: await makeSigner(authority, 'bob@example.org'),
  };
  const sent = await sendOut(authority, makeUpload());
  const first = await signAs(sent, 'Signer_1', honest(people.ann, authority));
  const second = await signAs(first, 'Signer_2', honest(people.bob, authority));
  return { ...people, sent, first, second, sealed: await sealUp(authority, second) };
}

/** Returns the container that our server would create: CAdES with a signature time-stamp, unless `stamper` is null. */
export const honest =
  (signer: Identity, stamper: TestAuthority | null, at = SIGNED_AT): MakeContainer =>
  (digest) =>
    container(signer, digest, stamper, at);

/** Creates a certified document that was sent to both signers. */
export function sendOut(authority: TestAuthority, upload: Buffer, tampering?: Tampering): Promise<Doc> {
  const prepared = prepareSend(upload, {
    signers: SIGNERS,
    fileId: FILE_ID,
    date: SIGNED_AT,
    certify: { name: 'Test' },
  });
  if (!prepared.certified) throw new Error('not certified');
  const seal = { ...authority.seal, chain: [authority.ca.certificate] };
  return close(upload, prepared.revision, honest(seal, authority), tampering);
}

/** Creates a document whose certification permits no changes (1), form filling (2), or form filling and annotations (3). */
export const sendWithLevel = (authority: TestAuthority, level: 1 | 2 | 3): Promise<Doc> =>
  sendOut(authority, makeUpload(), { tail: (source) => source.replace('/P 2/V', `/P ${level}/V`) });

export function signAs(
  { file, state }: Doc,
  field: SignerField,
  make: MakeContainer,
  {
    tampering,
    options = {},
  }: { tampering?: Tampering | undefined; options?: Partial<SignatureOptions> | undefined } = {},
): Promise<Doc> {
  const unsigned = prepareSignature(state, {
    field,
    date: SIGNED_AT,
    name: field,
    appearance: mark(field, 180, 50),
    values: VALUES[field],
    fileId: FILE_ID,
    ...options,
  });
  return close(file, unsigned, make, tampering);
}

/** Returns certificates and CRLs for B-LT, collected after signing. */
export async function evidence(
  authority: TestAuthority,
  revoked: Parameters<typeof crls>[2] = [],
): Promise<{ certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] }> {
  const { root, ca, tsa } = authority;
  const certificates = [root, ca, tsa].map((identity) => identity.certificate.der);
  return { certificates, crls: await crls(authority, after(SIGNED_AT, 0.01), revoked), ocsps: [] };
}

/** Adds validation data and a document time-stamp in one revision (B-LTA). */
export async function sealUp(
  authority: TestAuthority,
  { file, state }: Doc,
  make: MakeContainer = (digest) => stamp(authority, digest, after(SIGNED_AT, 0.02)),
  tampering?: Tampering,
): Promise<Doc> {
  return close(file, prepareSeal(state, await evidence(authority), { fileId: FILE_ID }), make, tampering);
}
