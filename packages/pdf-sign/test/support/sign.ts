import { createHash } from 'node:crypto';
import { embedCms, prepareSeal, prepareSend, prepareSignature, signedParts, verifyPdf } from '../../src/index.ts';
import type {
  Appearance,
  PdfReport,
  PreparedSend,
  RevisionState,
  SendOptions,
  SignatureInput,
  SignatureOptions,
  UnsignedRevision,
} from '../../src/index.ts';

export const DATE = new Date('2026-11-20T10:00:00Z');
export const FILE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

export interface Signed {
  file: Buffer;
  state: RevisionState;
}

/**
 * A substitute for a signature container: DER that contains only the digest of the signed bytes. The tests use it to
 * check whether the package covers the right bytes, without any cryptography.
 */
export function stubContainer(digest: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x30, digest.length + 2, 0x04, digest.length]), digest]);
}

export function stubCheck(input: SignatureInput): boolean {
  return input.contents.subarray(4).equals(input.digest('sha256'));
}

export function embedStub(file: Buffer, unsigned: UnsignedRevision): Signed {
  const hash = createHash('sha256').update(file);
  for (const part of signedParts(unsigned)) hash.update(part);
  return { file: Buffer.concat([file, embedCms(unsigned, stubContainer(hash.digest()))]), state: unsigned.state };
}

export function mark(text: string, width = 180, height = 50): Appearance {
  const content = `q 0.15 0.3 0.75 RG 1 1 ${width - 2} ${height - 2} re S BT /F 14 Tf 8 ${height / 2 - 5} Td (${text}) Tj ET Q`;
  return {
    width,
    height,
    content,
    resources: { fonts: [{ name: 'F', font: { kind: 'standard', baseFont: 'Times-Italic' } }] },
  };
}

export function sendOptions(changes: Partial<SendOptions> = {}): SendOptions {
  return {
    fileId: FILE_ID,
    date: DATE,
    certify: { name: 'Acme', reason: 'Sent for signing' },
    signers: [
      {
        key: 'Signer_1',
        signaturePlace: { page: 1, x: 60, y: 100, width: 180, height: 50 },
        fields: [
          {
            name: 'Date_1',
            kind: 'date',
            page: 1,
            x: 60,
            y: 170,
            width: 100,
            height: 20,
            required: true,
            label: 'Date',
          },
          { name: 'Agree_1', kind: 'checkbox', page: 1, x: 60, y: 200, width: 14, height: 14 },
        ],
      },
      {
        key: 'Signer_2',
        label: 'Bo',
        fields: [
          {
            name: 'City_2',
            kind: 'dropdown',
            page: 1,
            x: 300,
            y: 170,
            width: 100,
            height: 20,
            options: ['Oslo', 'Rome'],
          },
        ],
      },
    ],
    ...changes,
  };
}

export function send(file: Buffer, options: SendOptions = sendOptions()): Signed & { prepared: PreparedSend } {
  const prepared = prepareSend(file, options);
  if (prepared.certified) return { ...embedStub(file, prepared.revision), prepared };
  return { file: Buffer.concat([file, prepared.revision.tail]), state: prepared.revision.state, prepared };
}

export function sign({ file, state }: Signed, options: Partial<SignatureOptions> & { field: string }): Signed {
  return embedStub(
    file,
    prepareSignature(state, { date: DATE, fileId: FILE_ID, appearance: mark(options.field), ...options }),
  );
}

export const FIRST_VALUES: NonNullable<SignatureOptions['values']> = [
  { name: 'Date_1', value: '2026-11-20', appearance: mark('2026-11-20', 100, 20) },
  { name: 'Agree_1', value: true },
];

export function signFirst(signed: Signed): Signed {
  return sign(signed, { field: 'Signer_1', name: 'Ånn', reason: 'I agree', values: FIRST_VALUES });
}

export function signSecond(signed: Signed): Signed {
  return sign(signed, {
    field: 'Signer_2',
    name: 'Bo',
    values: [{ name: 'City_2', value: 'Oslo', appearance: mark('Oslo', 100, 20) }],
  });
}

export function seal({ file, state }: Signed): Signed {
  const data = {
    certificates: [Buffer.from('3003020101', 'hex')],
    crls: [Buffer.from('3003020102', 'hex')],
    ocsps: [],
  };
  return embedStub(file, prepareSeal(state, data, { fileId: FILE_ID }));
}

/** Creates a document that was sent, signed by both signers, and sealed. */
export function completed(file: Buffer, options?: SendOptions): Signed {
  return seal(signSecond(signFirst(send(file, options))));
}

export function verify(file: Uint8Array | readonly Uint8Array[]): Promise<PdfReport<boolean>> {
  return verifyPdf(file, { verifySignature: stubCheck });
}

/** Whether every signature is intact and has the correct digest. */
export function isValid(report: PdfReport<boolean>): boolean {
  return (
    report.problems.length === 0 &&
    report.signatures.length > 0 &&
    report.signatures.every((signature) => signature.intact && signature.check === true)
  );
}

export function violations(report: PdfReport<boolean>): string[] {
  return report.signatures.flatMap((signature) => [
    ...signature.problems,
    ...signature.violations.map(({ text, detail }) => `${text} | ${detail}`),
  ]);
}
