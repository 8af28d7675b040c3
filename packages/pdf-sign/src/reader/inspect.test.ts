import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf, stream } from '../../test/support/pdf.ts';
import { send, sendOptions, signFirst } from '../../test/support/sign.ts';
import { inspectPdf } from './inspect.ts';

describe('inspectPdf', () => {
  it('reports the pages of a PDF as they are displayed', () => {
    const { pages, pageCount } = inspectPdf(
      makePdf({
        pages: [
          {},
          { rotate: 90 },
          { cropBox: [100, 100, 400, 300] },
          { rotate: -90, cropBox: [0, 0, 200, 100], userUnit: 2 },
          { mediaBox: [300, 400, 0, 0] },
        ],
      }),
    );
    expect(pageCount).toBe(5);
    expect(pages).toEqual([
      { width: 595, height: 842, rotation: 0 },
      { width: 842, height: 595, rotation: 90 },
      { width: 300, height: 200, rotation: 0 },
      { width: 200, height: 400, rotation: 270 },
      { width: 300, height: 400, rotation: 0 },
    ]);
  });

  it('reports no form, signatures, encryption or active content in a plain file', () => {
    expect(inspectPdf(makePdf())).toEqual({
      pageCount: 1,
      pages: [{ width: 595, height: 842, rotation: 0 }],
      version: '1.7',
      encrypted: false,
      encryption: null,
      signatures: 0,
      certification: null,
      hasForm: false,
      needAppearances: false,
      dynamicXfa: false,
      activeContent: [],
      embeddedFiles: 0,
      fieldNames: [],
      unfinishedUpdate: false,
      repeatedPages: [],
      archive: null,
      signedFrom: null,
      unsignedFields: [],
    });
  });

  it.each([
    [
      'doubles the number of fields on each of twenty levels',
      (n: number, first: number) => (n < 20 ? [first + n + 1, first + n + 1] : []),
    ],
    ['lists a field as its own ancestor', (n: number, first: number) => (n < 2 ? [first + n + 1] : [first])],
  ])('refuses a form that %s, because other readers would never finish reading it', (_, kidsOf) => {
    const first = firstExtra(1);
    const objects = Array.from(
      { length: 21 },
      (_node, n) =>
        `<</Kids[${kidsOf(n, first)
          .map((kid) => `${kid} 0 R`)
          .join(' ')}]>>`,
    );
    const file = makePdf({ catalog: `/AcroForm<</Fields[${first} 0 R]>>`, objects });
    expect(() => inspectPdf(file)).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  it('finds active content wherever it is hidden', () => {
    const extra = firstExtra(1);
    const file = makePdf({
      catalog: `/OpenAction<</S/GoTo/Next[<</S/Launch/F(x)>>]>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>/AcroForm<</Fields[${extra} 0 R]>>`,
      pages: [{ extra: `/AA<</O<</S/JavaScript/JS(1)>>>>/Annots[<</Subtype/Link/A<</S/SubmitForm>>>>]` }],
      objects: ['<</FT/Tx/T(Total)/AA<</C<</S/JavaScript/JS(1)>>>>>>'],
    });
    expect(inspectPdf(file).activeContent).toEqual([
      { kind: 'launch', where: 'document' },
      { kind: 'javascript', where: 'document' },
      { kind: 'javascript', where: 'field Total' },
      { kind: 'javascript', where: 'page 1' },
      { kind: 'submit', where: 'page 1' },
    ]);
  });

  it('reports fields by their full names and counts embedded files', () => {
    const extra = firstExtra(1);
    const file = makePdf({
      catalog: `/AcroForm<</Fields[${extra} 0 R]>>/Names<</EmbeddedFiles<</Kids[${extra + 2} 0 R ${extra + 2} 0 R]>>>>`,
      objects: [
        `<</T(order)/Kids[${extra + 1} 0 R]>>`,
        '<</T<feff0053006d00e9>/FT/Tx/V(1)>>',
        '<</Names[(a)null(b)null]>>',
      ],
    });
    expect(inspectPdf(file)).toMatchObject({ fieldNames: ['order.Smé'], hasForm: true, embeddedFiles: 2 });
  });

  it('counts files attached to a page', () => {
    const attached = '/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(a)/EF<<>>>>>>]';
    expect(inspectPdf(makePdf({ pages: [{}, { extra: attached }] })).embeddedFiles).toBe(1);
  });

  it('finds active content in outlines, named renditions, media and JavaScript URIs', () => {
    const extra = firstExtra(1);
    const file = makePdf({
      catalog: `/Outlines ${extra} 0 R/Names<</Renditions<</Names[(a)<<>>]>>>>/AcroForm<</Fields[]/XFA(x)>>`,
      pages: [
        { extra: '/Annots[<</Subtype/Screen/A<</S/URI/URI(JavaScript:x)>>>><</Subtype/RichMedia/Rect[0 0 9 9]>>]' },
      ],
      objects: [
        `<</First ${extra + 1} 0 R/Last ${extra + 1} 0 R>>`,
        `<</Title(a)/First ${extra + 2} 0 R/Next ${extra + 1} 0 R>>`,
        '<</Title(b)/A<</S/GoTo/D[4 0 R/Fit]/Next<</S/GoToE/T<<>>>>>>>>',
      ],
    });
    expect(inspectPdf(file).activeContent).toEqual([
      { kind: 'rendition', where: 'document' },
      { kind: 'xfa', where: 'document' },
      { kind: 'open-embedded', where: 'outline' },
      { kind: 'javascript', where: 'page 1' },
      { kind: 'media', where: 'page 1' },
    ]);
  });

  it('distinguishes dynamic XFA from a form that only contains XFA data', () => {
    const extra = firstExtra(1);
    const xfa = (packet: string) =>
      makePdf({ catalog: `/AcroForm<</Fields[]/XFA[(config)${extra} 0 R]>>`, objects: [stream('', packet)] });
    expect(inspectPdf(xfa('<acrobat><dynamicRender>required</dynamicRender></acrobat>')).dynamicXfa).toBe(true);
    expect(inspectPdf(xfa('<acrobat/>')).dynamicXfa).toBe(false);
    expect(inspectPdf(makePdf({ catalog: '/NeedsRendering true/AcroForm<</XFA 9 0 R>>' })).dynamicXfa).toBe(true);
  });

  it('reports signatures, certification and unsigned signature fields', () => {
    const sent = send(makePdf(), sendOptions());
    expect(inspectPdf(sent.file)).toMatchObject({
      signatures: 1,
      certification: 2,
      unsignedFields: ['Signer_1', 'Signer_2', 'Document_Timestamp'],
    });
    expect(inspectPdf(signFirst(sent).file)).toMatchObject({
      signatures: 2,
      certification: 2,
      unsignedFields: ['Signer_2', 'Document_Timestamp'],
    });
  });

  it('reports an encrypted file without reading further', () => {
    const file = Buffer.from(makePdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R/Root'), 'latin1');
    expect(inspectPdf(file)).toMatchObject({ encrypted: true, pageCount: 0 });
  });

  it('returns the later of the versions in the header and the catalog', () => {
    expect(inspectPdf(makePdf({ version: '1.4', catalog: '/Version/2.0' })).version).toBe('2.0');
    expect(inspectPdf(makePdf({ version: '1.7', catalog: '/Version/1.3' })).version).toBe('1.7');
  });
});
