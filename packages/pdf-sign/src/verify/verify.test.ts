import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appendUpdate, contentObject, firstExtra, makePdf, pageObject, stream } from '../../test/support/pdf.ts';
import {
  completed,
  FILE_ID,
  isValid,
  send,
  sign,
  signFirst,
  signSecond,
  verify,
  violations,
} from '../../test/support/sign.ts';
import { appendDss } from '../index.ts';

const CONTENT = contentObject(1);
const EMPTY_CONTENT = stream('', 'BT /F 24 Tf 60 700 Td (Something else) Tj ET');

/** Returns the source text of an object's newest version. */
function source(file: Buffer, number: number): string {
  const text = file.toString('latin1');
  const start = text.lastIndexOf(`\n${number} 0 obj\n`) + `\n${number} 0 obj\n`.length;
  return text.slice(start, text.indexOf('\nendobj', start));
}

function objectWith(file: Buffer, text: string): number {
  const at = file.toString('latin1').lastIndexOf(text);
  const before = file.toString('latin1', 0, at);
  return Number(/(\d+) 0 obj\n(?![\s\S]*\d+ 0 obj\n)/.exec(before.slice(-3000))?.[1]);
}

describe('completed document', () => {
  it.each(['table', 'stream', 'hybrid'] as const)(
    'accepts a completed document with a cross-reference %s',
    async (xref) => {
      const { file } = completed(makePdf({ xref, pages: [{}, {}] }));
      const report = await verify(file);
      expect(violations(report)).toEqual([]);
      expect(isValid(report)).toBe(true);
      expect(report.certification).toBe(2);
      expect(report.revisions.map((revision) => revision.kind)).toEqual([
        'original',
        'certification',
        'signature',
        'signature',
        'timestamp',
      ]);
      expect(report.signatures.map((signature) => signature.field)).toEqual([
        'Seal',
        'Signer_1',
        'Signer_2',
        'Document_Timestamp',
      ]);
      expect(report.signatures.at(-1)?.coversWholeDocument).toBe(true);
      expect(report.unsignedTail).toEqual({ bytes: 0, onlyValidationData: true });
    },
  );

  it('reports the contents of each signature', async () => {
    const report = await verify(signFirst(send(makePdf())).file);
    const signature = report.signatures[1];
    expect(signature).toMatchObject({
      name: 'Ånn',
      reason: 'I agree',
      claimedTime: new Date('2026-11-20T10:00:00Z'),
      certification: null,
      kind: 'signature',
    });
    expect(report.signatures[0]?.changesAfterSigning.map((change) => change.text)).toEqual([
      'form field "Date" on page 1 was filled in: "2026-11-20"',
      'form field "Agree_1" on page 1 was filled in again: "Yes" instead of "Off"',
      'a signature in the name of "Ånn" was added in field "Signer_1" on page 1',
    ]);
  });

  it('accepts a completed document whose uploaded file refers to nonexistent objects', async () => {
    const dangling = Array.from({ length: 60 }, (_, index) => `${6 + index} 0 R`).join(' ');
    const { file } = completed(makePdf({ pages: [{ extra: `/Missing[${dangling}]` }] }));
    expect(violations(await verify(file))).toEqual([]);
  });

  it('returns the hash of the file up to the end of each revision, regardless of the signed part', async () => {
    const { file } = completed(makePdf());
    const later = appendUpdate(file, { [firstExtra(1) + 90]: '(nobody refers to this)' });
    const { revisions } = await verify(later);
    expect(revisions.at(-1)?.length).toBe(later.length);
    for (const { length, sha256 } of revisions) expect(sha256).toBe(hash('sha256', later.subarray(0, length)));
    expect((await verify(makePdf())).revisions[0]?.sha256).toBe(hash('sha256', makePdf()));
  });

  it('accepts a completed document that is passed in several chunks', async () => {
    const { file } = completed(makePdf());
    expect(isValid(await verify([file.subarray(0, 700), file.subarray(700)]))).toBe(true);
  });

  it('accepts a completed document to which validation data is added', async () => {
    const sent = signSecond(signFirst(send(makePdf())));
    const { tail } = appendDss(sent.state, {
      certificates: [Buffer.from('3000', 'hex')],
      crls: [],
      ocsps: [],
      vri: [Buffer.from('00', 'hex')],
      fileId: FILE_ID,
    });
    const report = await verify(Buffer.concat([sent.file, tail]));
    expect(isValid(report)).toBe(true);
    expect(report.revisions.at(-1)?.kind).toBe('validation-data');
    expect(report.unsignedTail).toEqual({ bytes: tail.length, onlyValidationData: true });
  });

  it('rejects a completed document if any byte of the signed ranges is flipped', async () => {
    const { file } = signFirst(send(makePdf()));
    const { signatures } = await verify(file);
    const inContainers = (position: number) =>
      signatures.some(({ byteRange }) => byteRange !== null && position >= byteRange[1] && position < byteRange[2]);
    for (let position = 3; position < file.length; position += 97) {
      if (inContainers(position)) continue;
      const copy = Buffer.from(file);
      copy[position] = (copy[position] ?? 0) ^ 1;
      expect(isValid(await verify(copy)), `byte ${position}`).toBe(false);
    }
  });
});

describe('appended update', () => {
  const signed = () => signSecond(signFirst(send(makePdf({ pages: [{}, {}] })))).file;

  it.each<[string, (file: Buffer) => Buffer, string]>([
    ['replaces page content', (file) => appendUpdate(file, { [CONTENT]: EMPTY_CONTENT }), 'page 1 changed'],
    [
      'replaces a font',
      (file) => appendUpdate(file, { 3: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' }),
      'page 1 changed',
    ],
    [
      'points a page elsewhere',
      (file) =>
        appendUpdate(file, {
          [pageObject(2)]: source(file, pageObject(2)).replace(`${contentObject(2)} 0 R`, '900 0 R'),
          900: EMPTY_CONTENT,
        }),
      'page 2 changed (Contents)',
    ],
    [
      'resizes a page',
      (file) =>
        appendUpdate(file, {
          [pageObject(2)]: source(file, pageObject(2)).replace('/Type/Page', '/Type/Page/CropBox[0 0 10 10]'),
        }),
      'page 2 changed (CropBox)',
    ],
    [
      'adds a page',
      (file) =>
        appendUpdate(file, {
          2: source(file, 2)
            .replace(/Kids \[/, 'Kids [900 0 R ')
            .replace(/Count (\d+)/, 'Count 4'),
          900: '<</Type/Page/Parent 2 0 R>>',
        }),
      'a new page before page 1',
    ],
    [
      'swaps pages',
      (file) => appendUpdate(file, { 2: source(file, 2).replace('4 0 R 6 0 R', '6 0 R 4 0 R') }),
      'pages were replaced or reordered',
    ],
    [
      'changes what pages inherit',
      (file) => appendUpdate(file, { 2: source(file, 2).replace('/Type', '/Rotate 180/Type') }),
      'what all pages share (their size, rotation or fonts) changed',
    ],
    [
      'adds an annotation',
      (file) =>
        appendUpdate(file, {
          [pageObject(2)]: source(file, pageObject(2)).replace('/Type/Page', '/Type/Page/Annots[900 0 R]'),
          900: '<</Type/Annot/Subtype/FreeText/Rect[0 0 500 500]>>',
        }),
      'an annotation was added to page 2',
    ],
    [
      'removes an annotation',
      (file) =>
        appendUpdate(file, {
          [pageObject(1)]: source(file, pageObject(1)).replace(/\/Annots \[\d+ 0 R /, '/Annots ['),
        }),
      'an annotation was removed from page 1',
    ],
    [
      'adds an action',
      (file) =>
        appendUpdate(file, {
          1: source(file, 1).replace('/Type', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/Type'),
        }),
      "the catalog's OpenAction changed",
    ],
    [
      'removes the certification',
      (file) => appendUpdate(file, { 1: source(file, 1).replace('/Perms', '/Pxxxx') }),
      "the catalog's Perms changed",
    ],
    [
      'replaces the catalog',
      (file) => appendUpdate(file, { 900: source(file, 1) }, { root: 900 }),
      'the document catalog was replaced',
    ],
    [
      'changes a signed field',
      (file) => changeField(file, '(Date_1)', (field) => field.replace('(2026-11-20)', '(2020-01-01)')),
      'form field Date_1 filled in',
    ],
    [
      'changes a signed check mark',
      (file) => changeField(file, '(Agree_1)', (field) => field.replace('/V /Yes', '/V /Off')),
      'form field Agree_1 shows another choice than its value',
    ],
    [
      'moves a field',
      (file) => changeField(file, '(City_2)', (field) => field.replace(/Rect \[[^\]]*\]/, 'Rect [0 0 500 500]')),
      'form field City_2 changed (Rect)',
    ],
    [
      'renames a field',
      (file) => changeField(file, '(City_2)', (field) => field.replace('(City_2)', '(Town_2)')),
      'form field City_2 was removed or renamed',
    ],
    [
      'changes a signature appearance',
      (file) => changeField(file, '(Signer_1)', (field) => field.replace(/\/AP <<[^>]*>>/, '')),
      'form field Signer_1 changed (AP)',
    ],
    [
      'redraws a signature appearance in place',
      (file) =>
        appendUpdate(file, {
          [objectWith(file, '(Signer_1) Tj')]: stream('/Type/XObject/Subtype/Form/BBox[0 0 1 1]', ''),
        }),
      '',
    ],
    [
      'lets readers redraw the form',
      (file) =>
        changeField(file, '/SigFlags 3', (form) => form.replace('/SigFlags 3', '/SigFlags 3/NeedAppearances true')),
      "the form's NeedAppearances changed",
    ],
    [
      'hides data in the validation data',
      (file) =>
        appendUpdate(file, {
          1: source(file, 1).replace('/Type', '/DSS<</Certs[900 0 R]/Extra 901 0 R>>/Type'),
          900: stream('', '0'),
          901: 'null',
        }),
      'the validation data contains an unexpected Extra',
    ],
    [
      'adds a form field',
      (file) => addField(file, '<</Type/Annot/Subtype/Widget/FT/Tx/T(New)/Rect[0 0 500 800]>>'),
      'form field New added',
    ],
    [
      'adds an unsigned signature field',
      (file) => addField(file, '<</Type/Annot/Subtype/Widget/FT/Sig/T(New)/Rect[0 0 500 800]>>'),
      'signature field New added',
    ],
  ])('reports an update that %s as a violation', async (_, attack, text) => {
    const report = await verify(attack(signed()));
    expect(isValid(report)).toBe(false);
    expect(violations(report).join('\n')).toContain(text);
    // The signatures are still valid, but the later change is reported.
    expect(report.signatures.every((signature) => signature.check === true && signature.problems.length === 0)).toBe(
      true,
    );
  });

  it('detects the replacement or removal of any single object of a completed document', async () => {
    const extra = firstExtra(2);
    const box = `/Subtype/Widget/FT/Btn/T(Box)/AS/Yes/V/Yes/Rect[0 0 9 9]/AP<</N<</Yes ${extra + 1} 0 R/Off ${extra + 2} 0 R>>>>`;
    const catalog = `/Lang(en)/AcroForm<</Fields[${extra} 0 R]>>`;
    const original = makePdf({
      pages: [{ extra: `/Annots[${extra} 0 R]` }, { rotate: 90 }],
      catalog,
      objects: [`<<${box}>>`, stream('', 'q Q'), stream('', '')],
    });
    const { file, state } = completed(original);
    for (let number = 1; number < state.nextObject; number++) {
      for (const replacement of ['null', '<</Replaced true>>', stream('/Replaced true', 'q Q'), '[]']) {
        const report = await verify(appendUpdate(file, { [number]: replacement }));
        expect(isValid(report), `object ${number} by ${replacement}`).toBe(false);
      }
    }
  });

  it('permits an update that only repeats existing content', async () => {
    const file = signed();
    expect(isValid(await verify(appendUpdate(file, { [CONTENT]: source(file, CONTENT) })))).toBe(true);
  });

  it('permits and reports an update that changes document metadata', async () => {
    const file = signFirst(
      send(
        makePdf({ catalog: `/Metadata ${firstExtra(1)} 0 R`, objects: [stream('/Type/Metadata/Subtype/XML', '<x/>')] }),
      ),
    ).file;
    const report = await verify(appendUpdate(file, { [firstExtra(1)]: stream('/Type/Metadata/Subtype/XML', '<y/>') }));
    expect(isValid(report)).toBe(true);
    expect(report.signatures.at(-1)?.changesAfterSigning.map((change) => change.kind)).toEqual(['metadata']);
  });

  it("reports an update that fills in a field as a violation only if the field's signer has signed", async () => {
    const sent = send(makePdf());
    const early = (file: Buffer) => changeField(file, '(City_2)', (field) => field.replace('/FT', '/V(Rome)/FT'));
    expect(isValid(await verify(early(signFirst(sent).file)))).toBe(true);
    expect(isValid(await verify(early(signSecond(signFirst(sent)).file)))).toBe(false);
  });
});

function changeField(file: Buffer, holding: string, change: (source: string) => string): Buffer {
  const number = objectWith(file, holding === '/SigFlags 3' ? holding : `/T ${holding}`);
  return appendUpdate(file, { [number]: change(source(file, number)) });
}

function addField(file: Buffer, field: string): Buffer {
  const form = objectWith(file, '/SigFlags 3');
  const page = pageObject(1);
  return appendUpdate(file, {
    [form]: source(file, form).replace('/Fields [', '/Fields [900 0 R '),
    [page]: source(file, page).replace('/Annots [', '/Annots [900 0 R '),
    900: field,
  });
}

describe('shadow and hiding attacks', () => {
  it('detects an object that the signed revision referenced before the object existed', async () => {
    // Page 1 also draws object 500, which does not exist at the time of signing.
    const original = makePdf({ pages: [{ extra: `/B[500 0 R]`, text: 'Hello' }] });
    const waiting = Buffer.from(
      original.toString('latin1').replace('/Contents 5 0 R', '/Contents 5 0 R').replace('/B[500 0 R]', '/X [500 0 R]'),
      'latin1',
    );
    const { file } = signFirst(send(waiting));
    const report = await verify(appendUpdate(file, { 500: stream('', 'q Q') }));
    expect(isValid(report)).toBe(false);
    expect(violations(report).join()).toContain('an object that was missing was added');
  });

  it('detects a cross-reference that switches to bytes hidden in the signed part', async () => {
    const shadow = `${CONTENT} 0 obj\n${EMPTY_CONTENT}\nendobj\n`;
    const original = makePdf({ objects: [stream('', shadow)] });
    const { file } = signFirst(send(original));
    const hiddenAt = file.indexOf(shadow);
    expect(hiddenAt).toBeGreaterThan(0);
    const report = await verify(appendUpdate(file, {}, { entries: { [CONTENT]: hiddenAt } }));
    expect(isValid(report)).toBe(false);
    expect(violations(report).join()).toMatch(/maps object 5 to bytes outside its revision/);
  });

  it('detects objects that the cross-reference does not list', async () => {
    const { file } = signFirst(send(makePdf()));
    const smuggled = Buffer.concat([file, Buffer.from(`${CONTENT} 0 obj\n${EMPTY_CONTENT}\nendobj\n`)]);
    const report = await verify(
      appendUpdate(smuggled, {}, { prev: Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1'))?.[1]) }),
    );
    expect(isValid(report)).toBe(false);
    expect(violations(report).join()).toContain('object 5 is hidden from the cross-reference');
  });

  it('detects bytes after the last revision', async () => {
    const { file } = signFirst(send(makePdf()));
    expect(isValid(await verify(Buffer.concat([file, Buffer.from('\n\n')])))).toBe(true);
    expect(isValid(await verify(Buffer.concat([file, Buffer.from('99 0 obj\n<<>>\nendobj\n')])))).toBe(false);
  });

  it('detects a revision that is missing from the chain', async () => {
    const first = signFirst(send(makePdf()));
    const second = signSecond(first);
    const skipped = appendUpdate(second.file, { 900: 'null' }, { prev: first.state.startxref });
    expect(isValid(await verify(skipped))).toBe(false);
  });
});

describe('byte ranges', () => {
  const signed = () => signFirst(send(makePdf()));
  const lastRange = (file: Buffer) => {
    const text = file.toString('latin1');
    const at = text.lastIndexOf('/ByteRange [') + '/ByteRange '.length;
    return {
      at,
      numbers: text
        .slice(at + 1, text.indexOf(']', at))
        .split(' ')
        .map(Number),
    };
  };
  const withRange = (file: Buffer, change: (numbers: number[]) => number[]): Buffer => {
    const { at, numbers } = lastRange(file);
    const copy = Buffer.from(file);
    copy.write(`[${change(numbers).join(' ')}]`.padEnd(36), at, 'latin1');
    return copy;
  };

  it.each<[string, (numbers: number[]) => number[]]>([
    ['does not start at the beginning of the file', ([, b = 0, c = 0, d = 0]) => [1, b - 1, c, d]],
    ['has a gap that is too wide', ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 10, c, d]],
    ['has a gap that starts inside the signature', ([a = 0, b = 0, c = 0, d = 0]) => [a, b + 1, c, d]],
    ['has a gap that reaches beyond the signature', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c + 1, d - 1]],
    ['overlaps itself', ([a = 0, b = 0, , d = 0]) => [a, b, b - 5, d]],
    ['ends before the end of the file', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 20]],
    ['ends beyond the file', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 20]],
    ['is negative', ([a = 0, b = 0, c = 0]) => [a, b, c, -1]],
    ['has two numbers', ([a = 0, b = 0]) => [a, b]],
    ['has six numbers', (numbers) => [...numbers, 0, 0]],
  ])('reports a byte range as invalid without further checks if it %s', async (_, change) => {
    const report = await verify(withRange(signed().file, change));
    const signature = report.signatures.find((candidate) => candidate.field === 'Signer_1');
    expect(signature?.problems).not.toEqual([]);
    expect(signature).toMatchObject({ check: null, intact: false });
  });

  it.each([
    ['/ByteRange [', '/ByteRangX ['],
    ['/Contents <', '/Contenxs <'],
    ['/SubFilter /ETSI.CAdES.detached', '/SubFilter /ETSI.CAdES.detachXd'],
  ])('reports a signature without %s (USF) as invalid', async (from, to) => {
    const { file } = signed();
    const copy = Buffer.from(file);
    copy.write(to, file.lastIndexOf(from), 'latin1');
    const report = await verify(copy);
    expect(report.signatures.find((candidate) => candidate.field === 'Signer_1')).toMatchObject({
      check: null,
      intact: false,
    });
  });

  it('rejects a wrapped signature (SWA), whose signed bytes were moved and replaced with other bytes', async () => {
    const { file } = signed();
    const { at, numbers } = lastRange(file);
    const [, gapStart = 0, gapEnd = 0, rest = 0] = numbers;
    const injected = Buffer.from(`\n${CONTENT} 0 obj\n${EMPTY_CONTENT}\nendobj\n`);
    const copy = Buffer.concat([file.subarray(0, gapEnd), injected, file.subarray(gapEnd)]);
    copy.write(`[0 ${gapStart} ${gapEnd + injected.length} ${rest}]`.padEnd(36), at, 'latin1');
    expect(isValid(await verify(copy))).toBe(false);
  });

  it("rejects a field that uses another field's signature", async () => {
    const { file } = signed();
    const value = /\/V (\d+ 0 R)/.exec(source(file, objectWith(file, '/T (Signer_1)')))?.[1] ?? '';
    const report = await verify(changeField(file, '(Signer_2)', (field) => field.replace('/FT', `/V ${value}/FT`)));
    expect(isValid(report)).toBe(false);
  });
});

describe('file with signatures by other software', () => {
  it('accepts additional signature fields if the file is not certified', async () => {
    const first = sign(send(makePdf({ pages: [{}, {}] }), { ...optionsFor('Old'), certify: false }), { field: 'Old' });
    const second = sign(send(first.file, { ...optionsFor('New'), certify: false }), { field: 'New' });
    const report = await verify(second.file);
    expect(isValid(report)).toBe(true);
    expect(report.certification).toBeNull();
    expect(report.signatures.map((signature) => signature.field)).toEqual(['Old', 'New']);
    expect(report.signatures[0]?.changesAfterSigning.map((change) => change.kind)).toEqual([
      'signature-field-added',
      'signature',
    ]);
  });

  function optionsFor(key: string) {
    return {
      documentId: 'doc_1',
      fileId: FILE_ID,
      date: new Date(0),
      signers: [{ key, signaturePlace: { page: 2, x: 50, y: 50, width: 100, height: 40 } }],
    };
  }
});

describe('damaged and unsigned files', () => {
  it('reports validation data that is damaged', async () => {
    const { file } = signFirst(send(makePdf()));
    const catalog = source(file, 1).replace('/Type', '/DSS 900 0 R/Type');
    const report = await verify(appendUpdate(file, { 1: catalog, 900: '<</Certs[(never closed' }));
    expect(report.signatures.every((signature) => signature.check === true)).toBe(true);
    expect(report.problems.join()).toContain('validation data (Certs) cannot be read');
    expect(isValid(report)).toBe(false);
  });

  it.each<[string, Buffer]>([
    ['a file that is not a PDF', Buffer.from('hello')],
    ['a truncated file', makePdf().subarray(0, 400)],
    ['an encrypted file', Buffer.from(makePdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R/Root'), 'latin1')],
  ])('reports a file that cannot be examined: %s', async (_, file) => {
    const report = await verify(file);
    expect(report.signatures).toEqual([]);
    expect(report.problems).toHaveLength(1);
  });

  it('returns an empty list of signatures for an unsigned file', async () => {
    expect(await verify(makePdf())).toMatchObject({
      signatures: [],
      problems: [],
      unsignedTail: null,
      certification: null,
    });
  });
});
