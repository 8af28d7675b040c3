import { describe, expect, it } from 'vitest';
import { FORM, INFO, TEXT_FIELD, XMP, foreign, updated } from '../../test/support/other-makers.ts';
import type { Foreign, ForeignUpdate, ForeignUpload } from '../../test/support/other-makers.ts';
import { contentObject, pageObject, stream } from '../../test/support/pdf.ts';
import type { PdfReport } from './types.ts';
import { verifyPdf } from './verify.ts';

const verify = ({ file }: Foreign): Promise<PdfReport<null>> => verifyPdf(file, { verifySignature: () => null });
const signed = (upload?: ForeignUpload, update?: ForeignUpdate): Foreign =>
  updated(foreign(upload), { field: 'First', ...update });

async function expectIntact(doc: Foreign, told: RegExp): Promise<void> {
  const report = await verify(doc);
  expect(report.problems).toEqual([]);
  expect(
    report.signatures.flatMap(({ violations, problems }) => [...violations.map(({ detail }) => detail), ...problems]),
  ).toEqual([]);
  expect(report.signatures.length).toBeGreaterThan(0);
  expect(report.signatures[0]?.changesAfterSigning.map(({ text }) => text).join('\n')).toMatch(told);
}

async function expectAlarm(doc: Foreign, because: RegExp): Promise<void> {
  const report = await verify(doc);
  expect(report.signatures[0]?.intact).toBe(false);
  expect(report.signatures[0]?.violations.map(({ detail }) => detail).join('\n')).toMatch(because);
}

const TEXT_LOOK = `/DA(/Helv 9 Tf)/V(100)/AP<</N ${FORM + 4} 0 R>>`;
const LOOK = stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re S');
const withText = (text: string): ForeignUpload => ({ text, objects: [LOOK] });
const FONTS = '/DR<</Font<</Helv 60 0 R>>>>';
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const formWith = (entries: string) => (source: string) => source.replace(/>>$/, `${entries}>>`);

describe('cross-reference streams', () => {
  it.each([
    [1, 8, 2],
    [1, 3, 0],
    [8, 8, 8],
    [2, 7, 1],
  ] as const)('are read with fields of %i, %i and %i bytes', async (...widths) => {
    await expectIntact(updated(signed(undefined, { widths }), { field: 'Second', widths }), /signature was added/);
  });

  it('with a place beyond what any file has are damaged', async () => {
    const doc = updated(signed(), { field: 'Second', widths: [1, 8, 2], lost: FORM });
    expect((await verify(doc)).problems.join()).toMatch(/a place that no file has/);
  });

  it('with wider fields are refused', async () => {
    expect((await verify(signed(undefined, { widths: [1, 9, 2] }))).problems.join()).toMatch(/impossible field widths/);
  });
});

describe.each(['table', 'stream'] as const)('what another maker changes after signing a file with a %s', (xref) => {
  it.each<[string, ForeignUpdate, RegExp]>([
    [
      'the information',
      { objects: { [INFO]: '<</Producer(Reader)/ModDate(D:20260102)>>' } },
      /document information changed/,
    ],
    [
      'the information, as another object',
      { objects: { 70: '<</Producer(Reader)>>' }, info: 70 },
      /document information changed/,
    ],
    ['XMP', { objects: { [XMP]: stream('/Type/Metadata/Subtype/XML', '<y/>') } }, /document metadata changed/],
    [
      'a signature field with how it looks',
      { field: 'Second', entries: `/H/P/DR<<>>/DA(/Helv 0 Tf)/MK<<>>/Q 0` },
      /signature was added/,
    ],
    [
      'a time-stamp with how its field looks',
      { field: 'Stamp', subFilter: 'ETSI.RFC3161', entries: `/H/N/DR<<>>/DA(/Helv 0 Tf)/MK<<>>` },
      /time-stamp over the whole document/,
    ],
    [
      'the default appearance and fonts',
      { field: 'Second', form: formWith(`/DA(/Helv 0 Tf 0 g)${FONTS}`), objects: { 60: HELVETICA } },
      /signature was added/,
    ],
    [
      'what the page inherited, as its own',
      { field: 'Second', page: (source) => source.replace(/>>$/, '/MediaBox[0 0 595.001 842]/Rotate null>>') },
      /signature was added/,
    ],
    [
      'the order of tabs',
      { field: 'Second', page: (source) => source.replace(/>>$/, '/Tabs/S>>') },
      /signature was added/,
    ],
    ['offsets that lead to the line end before an object', { field: 'Second', early: 1 }, /signature was added/],
    [
      'an object that the same update replaces',
      { field: 'Second', before: `${FORM} 0 obj\n<</Fields[]>>\nendobj\n` },
      /signature was added/,
    ],
    [
      'equal objects',
      { objects: { [contentObject(1)]: stream('', 'BT /F 24 Tf 60 700 Td (Page 1) Tj ET') } },
      /saved once more/,
    ],
    [
      'an equal copy of its content',
      {
        page: (source) => source.replace(`${contentObject(1)} 0 R`, '80 0 R'),
        objects: { 80: stream('', 'BT /F 24 Tf 60 700 Td (Page 1) Tj ET') },
      },
      /saved once more/,
    ],
  ])('%s: permitted, and told', async (_, update, told) => {
    await expectIntact(updated(signed({ xref }), update), told);
  });
});

it('fields that have a look of their own are not drawn with what the form hands down', async () => {
  await expectIntact(
    updated(signed(withText(TEXT_LOOK)), { field: 'Second', form: formWith('/DA(/Helv 0 Tf 0 g)/Q 0') }),
    /signature was added/,
  );
});

it('an empty field may be given how it looks when it is signed', async () => {
  const place = 90;
  const empty = `<</Subtype/Widget/FT/Sig/T(Later)/Rect[0 0 0 0]/F 4>>`;
  const upload = updated(foreign(), {
    form: (source) => source.replace('/Fields[', `/Fields[${place} 0 R `),
    page: (source) => source.replace(/>>$/, `/Annots[${place} 0 R]>>`),
    objects: { [place]: empty },
  });
  const first = updated({ ...upload, fields: [`${place} 0 R`] }, { field: 'First' });
  const second = updated(first, {
    field: 'Second',
    objects: { [place]: empty.replace('>>', `/Type/Annot/P ${pageObject(1)} 0 R/MK<<>>/H/P/DA(/Helv 0 Tf)>>`) },
  });
  // It was touched and not signed: that is no signing.
  await expectAlarm(second, /signature field Later changed/);
});

describe('where two readers could show different things, it stays an alarm', () => {
  it.each<[string, Foreign, RegExp]>([
    [
      'the information is the page, whose content is exchanged',
      updated(signed(), { objects: { [contentObject(1)]: stream('', 'BT ET') }, info: pageObject(1) }),
      /page 1 changed/,
    ],
    [
      'a default appearance for a field without a look',
      updated(signed(withText('/V(100)')), { field: 'Second', form: formWith('/DA(/Helv 0 Tf 1 g)') }),
      /form's DA changed/,
    ],
    [
      'a default appearance where readers are asked to draw anew',
      updated(signed({ ...withText(TEXT_LOOK), form: '/NeedAppearances true' }), {
        field: 'Second',
        form: formWith('/DA(/Helv 0 Tf 1 g)'),
      }),
      /form's DA changed/,
    ],
    [
      'drawing anew',
      updated(signed(withText(TEXT_LOOK)), { field: 'Second', form: formWith('/NeedAppearances true') }),
      /form's NeedAppearances changed/,
    ],
    [
      'a font that is in use is exchanged',
      updated(updated(signed(withText(TEXT_LOOK)), { form: formWith(FONTS), objects: { 60: HELVETICA } }), {
        form: (source) => source.replace('60 0 R', '61 0 R'),
        objects: { 61: HELVETICA.replace('Helvetica', 'Symbol') },
      }),
      /form's resources changed/,
    ],
    [
      'the field has an action',
      updated(signed(), { field: 'Second', entries: '/AA<</E<</S/JavaScript/JS(1)>>>>' }),
      /added with AA/,
    ],
    [
      'the field is in a layer',
      updated(signed(), { field: 'Second', entries: '/OC<</Type/OCG/Name(x)>>' }),
      /added with OC/,
    ],
    [
      'the information is what a page shows',
      updated(signed(), { objects: { [contentObject(1)]: '<</Producer(x)>>' }, info: contentObject(1) }),
      /page 1 changed/,
    ],
    [
      'an object follows the one that the cross-reference lists',
      updated(signed(), { field: 'Second', after: `${FORM} 0 obj\n<</Fields[]>>\nendobj\n` }),
      /hidden from the cross-reference/,
    ],
    [
      'an object stands in no cross-reference',
      updated(signed(), { field: 'Second', before: `${contentObject(1)} 0 obj\n${stream('', 'BT ET')}\nendobj\n` }),
      /hidden from the cross-reference/,
    ],
    [
      'a copy of the content that is changed later',
      updated(
        updated(signed(), {
          page: (source) => source.replace(`${contentObject(1)} 0 R`, '80 0 R'),
          objects: { 80: stream('', 'BT /F 24 Tf 60 700 Td (Page 1) Tj ET') },
        }),
        { objects: { 80: stream('', 'BT /F 24 Tf 60 700 Td (Page 9) Tj ET') } },
      ),
      /object 80|page 1/,
    ],
    [
      'a copy of the page',
      updated(signed(), {
        objects: {
          2: `<</Type/Pages/Kids[85 0 R]/Count 1/MediaBox[0 0 595 842]>>`,
          85: `<</Type/Page/Parent 2 0 R/Contents ${contentObject(1)} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
        },
      }),
      /page/,
    ],
    [
      'a text field is changed',
      updated(signed(withText(TEXT_LOOK)), {
        objects: { [TEXT_FIELD]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[0 0 595 842]/F 4${TEXT_LOOK}>>` },
      }),
      /Name changed \(Rect\)/,
    ],
  ])('%s', async (_, doc, because) => {
    await expectAlarm(doc, because);
  });
});
