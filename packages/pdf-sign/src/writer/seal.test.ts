import { describe, expect, it } from 'vitest';
import { makePdf } from '../../test/support/pdf.ts';
import {
  completed,
  embedStub,
  FILE_ID,
  isValid,
  send,
  sendOptions,
  sign,
  signFirst,
  signSecond,
  verify,
} from '../../test/support/sign.ts';
import { appendDss, prepareDocTimestamp, prepareSeal, readArchive, readState } from '../index.ts';
import { PdfFile } from '../reader/file.ts';

const der = (text: string) => Buffer.from(text, 'hex');
const DATA = { certificates: [der('3000'), der('3001')], crls: [der('3002')], ocsps: [der('3003')], fileId: FILE_ID };

function storeSizes(bytes: Buffer): number[] {
  const file = new PdfFile(bytes);
  const store = file.dict(file.catalog.get('DSS'));
  return ['Certs', 'CRLs', 'OCSPs'].map((key) => file.array(store?.get(key) ?? null).length);
}

describe('validation data', () => {
  it('adds validation data to the existing data', () => {
    const signed = signSecond(signFirst(send(makePdf())));
    const first = appendDss(signed.state, { ...DATA, vri: [Buffer.from('one')] });
    const second = appendDss(first.state, { ...DATA, vri: [Buffer.from('two')] });
    const bytes = Buffer.concat([signed.file, first.tail, second.tail]);
    expect(storeSizes(bytes)).toEqual([4, 2, 2]);
    const file = new PdfFile(bytes);
    const vri = file.dict(file.dict(file.catalog.get('DSS'))?.get('VRI') ?? null);
    expect([...(vri?.entries.keys() ?? [])]).toEqual([
      expect.stringMatching(/^[0-9A-F]{40}$/),
      expect.stringMatching(/^[0-9A-F]{40}$/),
    ]);
    expect(readState(bytes).dss).toEqual(second.state.dss);
  });

  it('passes the validation data in the file to the verification of each signature', async () => {
    const { file } = completed(makePdf());
    const seen: number[] = [];
    const { verifyPdf } = await import('../index.ts');
    await verifyPdf(file, {
      verifySignature: ({ validation }) => seen.push(validation.certificates.length, validation.crls.length),
    });
    expect(seen).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });
});

describe('document time-stamp', () => {
  it('uses the reserved field for the document time-stamp', async () => {
    const signed = signSecond(signFirst(send(makePdf())));
    const stamped = embedStub(signed.file, prepareDocTimestamp(signed.state, { fileId: FILE_ID }));
    const report = await verify(stamped.file);
    expect(isValid(report)).toBe(true);
    expect(report.signatures.at(-1)).toMatchObject({
      field: 'Document_Timestamp',
      kind: 'timestamp',
      coversWholeDocument: true,
    });
    expect(stamped.state.timestampField).toBeNull();
  });

  it('renews the document time-stamp years later, using only the file', async () => {
    const sealed = completed(makePdf());
    const renewed = embedStub(
      sealed.file,
      prepareSeal(readState(sealed.file), DATA, { field: 'Archive_2030', fileId: FILE_ID }),
    );
    const report = await verify(renewed.file);
    expect(isValid(report)).toBe(true);
    expect(report.signatures.map((signature) => signature.field).slice(-2)).toEqual([
      'Document_Timestamp',
      'Archive_2030',
    ]);
  });

  it('finds the document time-stamp for its renewal, and an unused name for the next field', () => {
    expect(readArchive(makePdf()).token).toBeNull();
    let { file } = completed(makePdf());
    for (const field of ['Document_Timestamp_2', 'Document_Timestamp_3']) {
      const archive = readArchive(file);
      expect(archive.field).toBe(field);
      expect(archive.state).toEqual(readState(file));
      expect(archive.token?.length).toBeGreaterThan(0);
      ({ file } = embedStub(file, prepareSeal(archive.state, DATA, { field, fileId: FILE_ID })));
    }
  });

  it('adds a field for the time-stamp to a file that Countersign did not certify, with or without a form', async () => {
    const options = sendOptions({
      certify: false,
      signers: [{ key: 'Only', signaturePlace: { page: 1, x: 10, y: 10, width: 90, height: 30 } }],
    });
    const signed = sign(send(makePdf(), options), { field: 'Only' });
    const sealed = embedStub(signed.file, prepareSeal(signed.state, DATA, { fileId: FILE_ID }));
    expect(isValid(await verify(sealed.file))).toBe(true);
    const bare = makePdf({ xref: 'stream' });
    const stamped = embedStub(bare, prepareSeal(readState(bare), DATA, { fileId: FILE_ID }));
    expect(isValid(await verify(stamped.file))).toBe(true);
  });
});
