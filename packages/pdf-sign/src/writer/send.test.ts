import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf } from '../../test/support/pdf.ts';
import {
  FILE_ID,
  isValid,
  mark,
  send,
  sendOptions,
  sign,
  signFirst,
  verify,
  violations,
} from '../../test/support/sign.ts';
import { prepareSend } from '../index.ts';
import type { SendOptions, SignerSpec } from '../index.ts';
import { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import { PdfStream } from '../reader/objects.ts';
import { walkPages } from '../reader/pages.ts';

function fieldDict(file: PdfFile, name: string) {
  const found = readFields(file).find((field) => field.name === name);
  if (found === undefined) throw new Error(`There is no field ${name}.`);
  return found.dict;
}

function rect(bytes: Buffer, name: string): number[] {
  const file = new PdfFile(bytes);
  return file.array(fieldDict(file, name).get('Rect')).map((value) => file.number(value) ?? Number.NaN);
}

function pageContent(bytes: Buffer, index: number): string {
  const file = new PdfFile(bytes);
  const contents = file.resolve([...walkPages(file)][index]?.dict.get('Contents') ?? null);
  return contents instanceof PdfStream ? file.decode(contents).toString('latin1') : '';
}

describe('field positions', () => {
  const at = { page: 1, x: 10, y: 20, width: 100, height: 40 };

  it.each<[string, Parameters<typeof makePdf>[0], number[]]>([
    ['an upright page', {}, [10, 782, 110, 822]],
    ['a page rotated by 90 degrees', { pages: [{ rotate: 90 }] }, [20, 10, 60, 110]],
    ['a page rotated by 180 degrees', { pages: [{ rotate: 180 }] }, [485, 20, 585, 60]],
    ['a page rotated by 270 degrees', { pages: [{ rotate: 270 }] }, [535, 732, 575, 832]],
    ['a cropped page', { pages: [{ cropBox: [100, 100, 400, 300] }] }, [110, 240, 210, 280]],
    ['a page with larger units', { pages: [{ userUnit: 2 }] }, [5, 812, 55, 832]],
  ])('measures field positions from the top left of the displayed page: %s', (_, pdf, expected) => {
    const { file } = send(makePdf(pdf), sendOptions({ signers: [{ key: 'S', signaturePlace: at }] }));
    expect(rect(file, 'S')).toEqual(expected);
  });

  it.each<[string, Partial<SignerSpec>, string]>([
    ['a position on a page that does not exist', { signaturePlace: { ...at, page: 3 } }, 'page_out_of_range'],
    ['a position on page 0', { signaturePlace: { ...at, page: 0 } }, 'page_out_of_range'],
    ['no width', { signaturePlace: { ...at, width: 0 } }, 'invalid_field'],
    ['a position that is not a number', { signaturePlace: { ...at, x: Number.NaN } }, 'invalid_field'],
    ['a field name with a period', { key: 'Signer.1' }, 'invalid_field'],
    ['an empty field name', { key: '' }, 'invalid_field'],
    ['a field name that is in use', { fields: [{ ...at, name: 'S', kind: 'text' }] }, 'duplicate_field'],
    ['a reference to an existing field that does not exist', { existingField: 'Nowhere' }, 'unknown_field'],
  ])('refuses to add a field with %s', (_, change, code) => {
    expect(() => prepareSend(makePdf(), sendOptions({ signers: [{ key: 'S', ...change }] }))).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('signature page', () => {
  const signers = (count: number): SignerSpec[] =>
    Array.from({ length: count }, (_, index) => ({ key: `Signer_${index + 1}` }));

  it('adds a position for each signer without a signature field, and as many signature pages as needed', () => {
    const { prepared } = send(makePdf({ pages: [{}, {}] }), sendOptions({ signers: signers(19) }));
    expect(prepared.pageCount).toBe(5);
    expect(prepared.places.map(({ place }) => place?.page)).toEqual([
      ...Array<number>(8).fill(3),
      ...Array<number>(8).fill(4),
      5,
      5,
      5,
    ]);
    const places = prepared.places.flatMap(({ place }) => (place?.page === 3 ? [place] : []));
    for (const [index, place] of places.entries()) {
      expect(place.y + place.height).toBeLessThanOrEqual(places[index + 1]?.y ?? 842 - 56);
      expect(place.x + place.width).toBeLessThanOrEqual(595 - 56);
    }
  });

  it('shows the given appearance on the signature page and adds no names', () => {
    const look = { width: 595.28, height: 841.89, content: '% as drawn' };
    const { file } = send(
      makePdf(),
      sendOptions({ signers: [{ key: 'Signer_1', label: 'Ann Smith' }], signaturePages: [look] }),
    );
    expect(pageContent(file, 1)).toContain('/Look Do');
    expect(file.toString('latin1')).toContain('% as drawn');
    expect(pageContent(file, 1)).not.toContain('Ann');
  });

  it('adds the signature page after pages that show the notice above their content', () => {
    const { file } = send(makePdf({ pages: [{}, { rotate: 90 }] }), sendOptions({ notice: 'TEST' }));
    const opened = new PdfFile(file);
    const stamps = [...walkPages(opened)].map((page) =>
      opened.name(opened.dict(opened.array(page.dict.get('Annots'))[0] ?? null)?.get('Subtype') ?? null),
    );
    expect(stamps).toEqual(['Stamp', 'Stamp', 'Widget']);
  });

  it('adds no signature page if every signer has a field position', () => {
    const place = { page: 1, x: 0, y: 0, width: 50, height: 20 };
    expect(send(makePdf(), sendOptions({ signers: [{ key: 'S', signaturePlace: place }] })).prepared.pageCount).toBe(1);
  });

  it('makes the signature page as large as the first page, within limits', () => {
    const size = (pdf: Parameters<typeof makePdf>[0]) => {
      const { file } = send(makePdf(pdf), sendOptions({ signers: signers(1) }));
      return [...walkPages(new PdfFile(file))][1]?.box.map(Math.round);
    };
    expect(size({ pages: [{ mediaBox: [0, 0, 612, 792], rotate: 90 }] })).toEqual([0, 0, 792, 612]);
    expect(size({ pages: [{ mediaBox: [0, 0, 40, 40] }] })).toEqual([0, 0, 595, 842]);
  });
});

describe('certification of a sent file', () => {
  it('permits filling in and signing, and locks fields that belong to no signer', async () => {
    const extra = firstExtra(1);
    const original = makePdf({
      catalog: `/AcroForm<</Fields[${extra} 0 R]/NeedAppearances true/XFA(x)>>`,
      objects: [`<</Type/Annot/Subtype/Widget/FT/Tx/T(Price)/V(10)/Rect[0 0 9 9]/P 4 0 R>>`],
      pages: [{ extra: `/Annots[${extra} 0 R]` }],
    });
    const senderFields: SendOptions['senderFields'] = [
      {
        name: 'Terms',
        kind: 'text',
        page: 1,
        x: 5,
        y: 5,
        width: 50,
        height: 20,
        value: 'Net 30',
        appearance: mark('Net 30', 50, 20),
      },
    ];
    const { file } = send(original, sendOptions({ senderFields }));
    const opened = new PdfFile(file);
    const form = opened.dict(opened.catalog.get('AcroForm'));
    expect([form?.has('XFA'), form?.has('NeedAppearances'), form?.get('SigFlags')]).toEqual([false, false, 3]);
    const text = file.subarray(original.length).toString('latin1');
    expect(text).toMatch(/\/TransformMethod \/DocMDP\n\/TransformParams <<\/Type \/TransformParams\/P 2/);
    expect(text).toMatch(/\/Fields \[\(Price\) \(Terms\)\]/);
    const report = await verify(file);
    expect(report.certification).toBe(2);
    expect(report.signatures[0]).toMatchObject({
      field: 'Seal',
      certification: 2,
      name: 'Acme',
      reason: 'Sent for signing',
      coversWholeDocument: true,
    });
  });

  it('declares the PDF version and the extension that the signatures need', () => {
    const { catalog } = new PdfFile(
      send(makePdf({ version: '1.4', catalog: '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>' })).file,
    );
    expect(catalog.get('Version')).toEqual(expect.objectContaining({ name: '1.7' }));
    const extensions = new PdfFile(send(makePdf()).file).dict(catalog.get('Extensions'));
    expect([...(extensions?.entries.keys() ?? [])]).toEqual(['ADBE', 'ESIC']);
  });

  it('chooses field names that the file does not use', () => {
    const extra = firstExtra(1);
    const taken = makePdf({
      catalog: `/AcroForm<</Fields[${extra} 0 R ${extra + 1} 0 R]>>`,
      objects: ['<</FT/Tx/T(Seal)>>', '<</FT/Sig/T(Document_Timestamp)>>'],
    });
    const { state, file } = send(taken);
    expect(state.timestampField).toBe('Document_Timestamp_2');
    expect(readFields(new PdfFile(file)).map((field) => field.name)).toContain('Seal_2');
  });

  it('adds a file ID to a file without one', () => {
    const { file, state } = send(makePdf({ id: false }));
    expect(state.firstId).toBe(FILE_ID.toString('hex'));
    expect(new PdfFile(file).array(new PdfFile(file).trailer.get('ID'))).toHaveLength(2);
  });

  it('refuses to certify a file that is already signed', () => {
    const signed = signFirst(send(makePdf())).file;
    expect(() => prepareSend(signed, sendOptions())).toThrow(expect.objectContaining({ code: 'already_signed' }));
  });
});

describe('file that is already signed', () => {
  const place = { page: 1, x: 10, y: 10, width: 90, height: 30 };
  const approved = () =>
    sign(send(makePdf(), sendOptions({ certify: false, signers: [{ key: 'Old', signaturePlace: place }] })), {
      field: 'Old',
    }).file;

  it('adds only signature fields to a signed file, but no page, and makes a field without a position invisible', async () => {
    const sent = send(
      approved(),
      sendOptions({ certify: false, signers: [{ key: 'New', signaturePlace: place }, { key: 'Unseen' }] }),
    );
    expect(sent.prepared).toMatchObject({
      certified: false,
      pageCount: 1,
      places: [
        { field: 'New', place },
        { field: 'Unseen', place: null },
      ],
    });
    expect(rect(sent.file, 'Unseen')).toEqual([0, 0, 0, 0]);
    const signed = sign(sign(sent, { field: 'New' }), { field: 'Unseen' });
    expect(violations(await verify(signed.file))).toEqual([]);
    expect(isValid(await verify(signed.file))).toBe(true);
  });

  it('accepts no form fields in a file that is already signed', () => {
    const fields = [{ ...place, name: 'Date', kind: 'date' as const }];
    expect(() => prepareSend(approved(), sendOptions({ certify: false, signers: [{ key: 'New', fields }] }))).toThrow(
      expect.objectContaining({ code: 'signed_no_form_fields' }),
    );
  });

  it.each([
    [1, 'certified_no_changes'],
    [2, 'certified_no_new_fields'],
    [3, 'certified_no_new_fields'],
  ])('accepts no new fields in a signed file that is certified at level %d', (level, code) => {
    const certified = Buffer.from(send(makePdf()).file.toString('latin1').replace('/P 2/V', `/P ${level}/V`), 'latin1');
    const add = { certify: false as const, signers: [{ key: 'New', signaturePlace: place }] };
    expect(() => prepareSend(certified, sendOptions(add))).toThrow(expect.objectContaining({ code }));
  });

  it('uses the empty fields of a signed and certified file', async () => {
    const certified = send(makePdf()).file;
    const sent = send(certified, sendOptions({ certify: false, signers: [{ key: 'x', existingField: 'Signer_2' }] }));
    const report = await verify(sign(sent, { field: 'Signer_2' }).file);
    expect(violations(report)).toEqual([]);
  });
});

it('refuses to send an encrypted file', () => {
  const file = Buffer.from(makePdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R/Root'), 'latin1');
  expect(() => prepareSend(file, sendOptions())).toThrow(expect.objectContaining({ code: 'encrypted' }));
});
