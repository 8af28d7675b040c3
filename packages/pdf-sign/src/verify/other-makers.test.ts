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
  ] as const)('reads cross-reference streams with fields of %i, %i and %i bytes', async (...widths) => {
    await expectIntact(updated(signed(undefined, { widths }), { field: 'Second', widths }), /signature was added/);
  });

  it('reports a cross-reference stream with an offset beyond any file size as damaged', async () => {
    const doc = updated(signed(), { field: 'Second', widths: [1, 8, 2], lost: FORM });
    expect((await verify(doc)).problems.join()).toMatch(/an impossible position/);
  });

  it('rejects a cross-reference stream with a field wider than 8 bytes', async () => {
    expect((await verify(signed(undefined, { widths: [1, 9, 2] }))).problems.join()).toMatch(/invalid field widths/);
  });
});

describe.each(['table', 'stream'] as const)('changes by other software to a signed file with a %s', (xref) => {
  it.each<[string, ForeignUpdate, RegExp]>([
    [
      'the information dictionary',
      { objects: { [INFO]: '<</Producer(Reader)/ModDate(D:20260102)>>' } },
      /document information changed/,
    ],
    [
      'the information dictionary, moved to another object',
      { objects: { 70: '<</Producer(Reader)>>' }, info: 70 },
      /document information changed/,
    ],
    ['XMP', { objects: { [XMP]: stream('/Type/Metadata/Subtype/XML', '<y/>') } }, /document metadata changed/],
    [
      'a signature field with its appearance',
      { field: 'Second', entries: `/H/P/DR<<>>/DA(/Helv 0 Tf)/MK<<>>/Q 0` },
      /signature was added/,
    ],
    [
      'a time-stamp with the appearance of its field',
      { field: 'Stamp', subFilter: 'ETSI.RFC3161', entries: `/H/N/DR<<>>/DA(/Helv 0 Tf)/MK<<>>` },
      /time-stamp over the whole document/,
    ],
    [
      'the default appearance and fonts',
      { field: 'Second', form: formWith(`/DA(/Helv 0 Tf 0 g)${FONTS}`), objects: { 60: HELVETICA } },
      /signature was added/,
    ],
    [
      'inherited values of a page, stored in the page',
      { field: 'Second', page: (source) => source.replace(/>>$/, '/MediaBox[0 0 595.001 842]/Rotate null>>') },
      /signature was added/,
    ],
    ['the tab order', { field: 'Second', page: (source) => source.replace(/>>$/, '/Tabs/S>>') }, /signature was added/],
    ['offsets that point to the line end before an object', { field: 'Second', early: 1 }, /signature was added/],
    [
      'an object that the same update replaces',
      { field: 'Second', before: `${FORM} 0 obj\n<</Fields[]>>\nendobj\n` },
      /signature was added/,
    ],
    [
      'identical objects',
      { objects: { [contentObject(1)]: stream('', 'BT /F 24 Tf 60 700 Td (Page 1) Tj ET') } },
      /saved again/,
    ],
    [
      'an identical copy of page content',
      {
        page: (source) => source.replace(`${contentObject(1)} 0 R`, '80 0 R'),
        objects: { 80: stream('', 'BT /F 24 Tf 60 700 Td (Page 1) Tj ET') },
      },
      /saved again/,
    ],
  ])('permits and reports a change by other software: %s', async (_, update, told) => {
    await expectIntact(updated(signed({ xref }), update), told);
  });
});

it("does not apply the form's defaults to fields with their own appearance", async () => {
  await expectIntact(
    updated(signed(withText(TEXT_LOOK)), { field: 'Second', form: formWith('/DA(/Helv 0 Tf 0 g)/Q 0') }),
    /signature was added/,
  );
});

/** A text field as written by other software, with the appearance that a reader would draw from the value. */
const PLAIN = '/Tx BMC q 1 1 98 18 re W n BT 0 g /Helv 9 Tf 2 6 Td (100) Tj ET Q EMC';
const LOOKED = '/DA(/Helv 9 Tf 0 g)/V(100)';
const HELV = '/DR<</Font<</Helv 3 0 R>>>>';

/** A list drawn as other software draws it, with as many options as fit and a bar behind the selected option. */
const BAR = '0.6 0.75 0.85 rg 1 0 98 9.5 re f';
const LINES = 'BT 0 g /Helv 9 Tf 2 11 Td (One) Tj 0 -10 Td (Two) Tj ET';
const LISTED = `/Tx BMC q 1 1 98 18 re W n ${BAR} ${LINES} Q EMC`;
const OPTIONS = '/DA(/Helv 9 Tf 0 g)/Opt[(One)[(2)(Two)](Three)]';

interface Look {
  readonly type?: 'Tx' | 'Ch';
  readonly content?: string;
  readonly field?: string;
  readonly resources?: string;
  readonly box?: string;
  readonly more?: readonly string[];
}

function drawnAnew(need: 'on' | 'off', look: Look = {}): Foreign {
  const { type = 'Tx', content = PLAIN, field = LOOKED, box = '0 0 100 20', more = [] } = look;
  const resources = look.resources ?? '/Font<</Helv 3 0 R>>';
  const stored = stream(`/Type/XObject/Subtype/Form/BBox[${box}]/Resources<<${resources}>>`, content);
  const text = `${field}/AP<</N ${FORM + 4} 0 R>>`;
  const objects = [stored, ...more];
  const asks = '/NeedAppearances true';
  return need === 'on'
    ? updated(signed({ type, text, objects, form: HELV }), { field: 'Second', form: formWith(asks) })
    : updated(signed({ type, text, objects, form: `${HELV}${asks}` }), {
        field: 'Second',
        form: (source) => source.replace(asks, ''),
      });
}

describe.each(['on', 'off'] as const)('text fields with redrawing turned %s', (need) => {
  it.each<[string, Look]>([
    ['one line of text', {}],
    ['text in a size that the reader chooses', { field: '/DA(/Helv 0 Tf 0 g)/V(100)' }],
    ['a field without a value', { field: '/DA(/Helv 9 Tf 0 g)', content: '/Tx BMC EMC' }],
    [
      'a background and a border',
      {
        field: `${LOOKED}/MK<</BG[1 1 1]/BC[0]>>`,
        content: `1 1 1 rg 0 0 100 20 re f 0 G 1 w 0.5 0.5 99 19 re s ${PLAIN}`,
      },
    ],
    ['a color set by its color space', { content: PLAIN.replace('0 g', '/DeviceGray cs 0 sc') }],
  ])('permits a redrawn field whose appearances match what a reader would draw: %s', async (_, look) => {
    await expectIntact(drawnAnew(need, look), /signature was added/);
  });

  it.each<[string, Look]>([
    ['a different text', { content: PLAIN.replace('(100)', '(900)') }],
    ['missing text', { content: '/Tx BMC EMC' }],
    ['text without a value', { field: '/DA(/Helv 9 Tf 0 g)' }],
    ['additional text', { content: PLAIN.replace('ET', '(0) Tj ET') }],
    ['invisible text', { content: PLAIN.replace('BT', 'BT 3 Tr') }],
    ['text in another color', { content: PLAIN.replace('0 g', '1 g') }],
    ['tiny text', { content: PLAIN.replace('/Helv 9', '/Helv 1') }],
    [
      'tiny text in a field whose text size the reader chooses',
      { field: '/DA(/Helv 0 Tf 0 g)/V(100)', content: PLAIN.replace('/Helv 9', '/Helv 1') },
    ],
    ['text beside the field', { content: PLAIN.replace('2 6 Td', '99 6 Td') }],
    ['text below the field', { content: PLAIN.replace('2 6 Td', '2 -6 Td') }],
    ['truncated text', { content: PLAIN.replace('1 1 98 18', '1 1 9 18') }],
    ['text in another font', { resources: '/Font<</Helv 3 0 R/F 70 0 R>>', content: PLAIN.replace('/Helv', '/F') }],
    ['another font with the same name', { resources: `/Font<</Helv ${FORM + 5} 0 R>>`, more: [HELVETICA] }],
    ['an additional drawing', { content: `${PLAIN} /X Do` }],
    ['lines that could form letters', { content: `${PLAIN} 10 5 m 20 15 l S` }],
    ['a background that the field does not define', { content: `0.5 g 0 0 100 20 re f ${PLAIN}` }],
    ['no background although the field defines one', { field: `${LOOKED}/MK<</BG[1 1 1]>>` }],
    ['a background over the text', { field: `${LOOKED}/MK<</BG[0]>>`, content: `${PLAIN} 0 0 100 20 re f` }],
    ['a different box', { box: '0 0 900 20' }],
    ['scaled text', { content: PLAIN.replace('2 6 Td', '0.1 0 0 0.1 2 6 Tm') }],
    ['several lines', { field: `${LOOKED}/Ff 4096` }],
    ['a password field', { field: `${LOOKED}/Ff 8192` }],
    ['a rotated field', { field: `${LOOKED}/MK<</R 90>>` }],
  ])('raises an alarm for a redrawn field: %s', async (_, look) => {
    await expectAlarm(drawnAnew(need, look), /form's NeedAppearances changed/);
  });
});

describe.each(['on', 'off'] as const)('list fields with redrawing turned %s', (need) => {
  const list = (look: Look): Foreign => drawnAnew(need, { type: 'Ch', content: LISTED, ...look });

  it.each<[string, Look]>([
    ['an option selected by export value', { field: `${OPTIONS}/V(2)` }],
    ['an option selected by displayed text', { field: `${OPTIONS}/V(Two)` }],
    [
      'a list scrolled to the selected option',
      { field: `${OPTIONS}/V(One)/TI 0`, content: LISTED.replace('1 0 98', '1 10 98') },
    ],
    [
      'a list scrolled to the end, in screen colors',
      {
        field: `${OPTIONS}/V[(Three)]/TI 2`,
        content: `0.04 0.14 0.42 rg 1 10 98 9.5 re f BT /Helv 9 Tf 2 11 Td 1 g (Three) Tj ET`,
      },
    ],
    ['no selected option', { field: OPTIONS, content: LISTED.replace(BAR, '') }],
  ])(
    'permits a redrawn list whose appearance matches what a reader would draw for the selected option: %s',
    async (_, look) => {
      await expectIntact(list(look), /signature was added/);
    },
  );

  it.each<[string, Look]>([
    ['the highlight bar is behind another option', { content: LISTED.replace('1 0 98', '1 10 98') }],
    ['the highlight bar is missing', { content: LISTED.replace(BAR, '') }],
    ['there is a second highlight bar', { content: LISTED.replace(BAR, `${BAR} ${BAR.replace('1 0 98', '1 10 98')}`) }],
    ['the highlight bar is invisible', { content: LISTED.replace('0.6 0.75 0.85', '0.99 0.99 0.99') }],
    ['the highlight bar covers the text', { content: `${LISTED} ${BAR}` }],
    ['the highlight bar is as high as the list', { content: LISTED.replace('98 9.5 re', '98 20 re') }],
    ['the selected option is invisible', { content: LISTED.replace('(Two)', '0.6 0.75 0.84 rg (Two)') }],
    ['another option is invisible', { content: LISTED.replace('0 g', '1 g').replace('(Two)', '0 g (Two)') }],
    ['options are in another order', { content: LISTED.replace('One', 'Three') }],
    ['an option is missing', { content: LISTED.replace('(One) Tj', '') }],
    ['the list contains a text that is not an option', { content: LISTED.replace('Two', 'Ten') }],
    ['the list is scrolled past the selected option', { field: `${OPTIONS}/V(Two)/TI 2` }],
    ['options overlap', { content: LISTED.replace('0 -10', '0 -1') }],
    ['the selected text is not an option', { field: `${OPTIONS}/V(Four)` }],
    [
      'the list ends although there is room for more options',
      { field: `${OPTIONS}/V(One)`, content: LISTED.replace('1 0 98', '1 10 98').replace('(Two) Tj', '') },
    ],
  ])('raises an alarm for a redrawn list if %s', async (_, look) => {
    await expectAlarm(list({ field: `${OPTIONS}/V(Two)`, ...look }), /form's NeedAppearances changed/);
  });
});

describe('check box that is redrawn when it is checked', () => {
  const [BOX, ON, OFF, SIGNS, NEW] = [90, 91, 92, 93, 199];
  const SIGN = 'q BT 0 g /ZaDb 16 Tf 3 4 Td (l) Tj ET Q';
  const DISC =
    '0 g 15 10 m 15 12.76 12.76 15 10 15 c 7.24 15 5 12.76 5 10 c 5 7.24 7.24 5 10 5 c 12.76 5 15 7.24 15 10 c f';
  const look = (content: string) =>
    stream(`/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</ZaDb ${SIGNS} 0 R>>>>`, content);
  const boxOf = (state: string, on: number) =>
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/Rect[0 0 20 20]/F 4/DA(/ZaDb 0 Tf 0 g)/MK<</CA(l)>>/V/${state}/AS/${state}/AP<</N<</Yes ${on} 0 R/Off ${OFF} 0 R>>>>>>`;
  const ticked = (before: string, after: string, caption = 'l') => {
    const box = (state: string, on: number) => boxOf(state, on).replace('/CA(l)', `/CA(${caption})`);
    const made = updated(foreign(), {
      form: (source) => source.replace('/Fields[', `/DR<</Font<</ZaDb ${SIGNS} 0 R>>>>/Fields[${BOX} 0 R `),
      page: (source) => source.replace(/>>$/, `/Annots[${BOX} 0 R]>>`),
      objects: {
        [BOX]: box('Off', ON),
        [ON]: look(before),
        [OFF]: look(''),
        [SIGNS]: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
      },
    });
    const first = updated({ ...made, fields: [`${BOX} 0 R`] }, { field: 'First' });
    return updated(first, { objects: { [BOX]: box('Yes', NEW), [NEW]: look(after) } });
  };

  it.each([
    ['a character instead of a disc', DISC, SIGN],
    ['a disc instead of a character', SIGN, DISC],
  ])('permits a check box that was redrawn in the way a reader would redraw it: %s', async (_, before, after) => {
    await expectIntact(ticked(before, after), /filled in/);
  });

  const tick = (sign: string) => SIGN.replace('(l)', `(${sign})`);
  it.each([
    ['a cross instead of a check mark', '4', '8'],
    ['a check mark instead of a cross', '8', '4'],
  ])('permits a check box that is checked with %s', async (_, before, after) => {
    await expectIntact(ticked(tick(before), tick(after), before), /filled in/);
  });

  it.each([
    ['a different symbol', tick('4'), tick('n')],
    ['an invisible check mark', tick('4'), tick('8').replace('0 g', '1 g')],
    ['a check mark outside the box', tick('4'), tick('8').replace('3 4 Td', '30 4 Td')],
    ['a check mark with a line through it', tick('4'), `${tick('8')} 0 0 m 20 20 l S`],
  ])('raises an alarm for a redrawn check box whose caption is a check mark: %s', async (_, before, after) => {
    await expectAlarm(ticked(before, after, '4'), /Agree changed \(AP\)/);
  });

  it.each([
    ['a different symbol', SIGN, SIGN.replace('(l)', '(8)')],
    ['a square', SIGN, '0 0 20 20 re f'],
    ['a disc outside the center', SIGN, DISC.replaceAll('15', '19')],
    ['an invisible disc', SIGN, DISC.replace('0 g', '1 g')],
    ['another shape made of four curves', SIGN, DISC.replace('12.76 15 10 15', '12.76 15 10 19')],
    ['a different symbol than before', '0 0 9 9 re f', SIGN],
  ])('raises an alarm for a redrawn check box: %s', async (_, before, after) => {
    await expectAlarm(ticked(before, after), /Agree changed \(AP\)/);
  });
});

it("permits the replacement of an XObject in the form's resources only if no appearance uses it", async () => {
  const upload = { ...withText(TEXT_LOOK), form: `/DR<</XObject<</FRM ${FORM + 4} 0 R>>>>` };
  const exchange = (source: string) => source.replace(/\/FRM \d+/, '/FRM 70');
  await expectIntact(updated(signed(upload), { field: 'Second', form: exchange, objects: { 70: LOOK } }), /signature/);
  const own = '/Resources<</Font<</FRM 3 0 R>>>>';
  const called = { ...upload, objects: [stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]${own}`, '/FRM Do')] };
  const other = stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '0 0 8 8 re f');
  await expectAlarm(
    updated(signed(called), { field: 'Second', form: exchange, objects: { 70: other } }),
    /form's resources changed/,
  );
});

it('raises an alarm if an empty signature field is changed without being signed', async () => {
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
  // The field was edited without being signed, so the edit is not part of signing it.
  await expectAlarm(second, /signature field Later changed/);
});

describe('signing at a reserved position', () => {
  const [PLACE, VALUE] = [90, 190];
  const waiting = '<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/Rect[60 60 160 100]/F 4>>';
  const signature =
    '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 0 0 0]/Contents<3003020100>>>';
  const signedAt = (place: string) => {
    const upload = updated(foreign(), {
      form: (source) => source.replace('/Fields[', `/Fields[${PLACE} 0 R `),
      page: (source) => source.replace(/>>$/, `/Annots[${PLACE} 0 R]>>`),
      objects: { [PLACE]: waiting },
    });
    const first = updated({ ...upload, fields: [`${PLACE} 0 R`] }, { field: 'First' });
    return updated(first, { objects: { [PLACE]: place, [VALUE]: signature } });
  };
  const moved = (rectangle: string, value = `/V ${VALUE} 0 R`) =>
    waiting.replace('[60 60 160 100]', rectangle).replace('>>', `${value}>>`);

  const changesOf = async (place: string): Promise<string | undefined> => {
    const { signatures } = await verify(signedAt(place));
    const first = signatures.find(({ field }) => field === 'First');
    return first?.violations.map(({ detail }) => detail).join();
  };

  it('permits a signature at a reserved position without a visible appearance', async () => {
    expect(await changesOf(moved('[0 0 0 0]'))).toBe('');
  });

  it('reports a signature at another position, and a reserved position that disappears unsigned', async () => {
    expect(await changesOf(moved('[60 400 160 440]'))).toMatch(/Later changed \(Rect\)/);
    expect(await changesOf(moved('[0 0 0 0]', ''))).toMatch(/Later changed \(Rect\)/);
  });
});

describe('tagged file', () => {
  const [ROOT, ELEMENT, PARENTS, NEW] = [90, 91, 92, 190];
  const tagged = () =>
    updated(foreign(), {
      objects: {
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm ${FORM} 0 R/StructTreeRoot ${ROOT} 0 R>>`,
        [ROOT]: `<</Type/StructTreeRoot/K[${ELEMENT} 0 R]/ParentTree ${PARENTS} 0 R/ParentTreeNextKey 1>>`,
        [ELEMENT]: `<</Type/StructElem/S/Document/P ${ROOT} 0 R/K 0>>`,
        [PARENTS]: `<</Nums[0 [${ELEMENT} 0 R]]>>`,
      },
    });
  const signedAgain = (element: string, kids: string, parents = `0 [${ELEMENT} 0 R] 1 ${NEW} 0 R`) =>
    updated(updated(tagged(), { field: 'First' }), {
      field: 'Second',
      entries: '/StructParent 1',
      objects: {
        [ROOT]: `<</Type/StructTreeRoot/K[${ELEMENT} 0 R]/ParentTree ${PARENTS} 0 R/ParentTreeNextKey 2>>`,
        [ELEMENT]: `<</Type/StructElem/S/Document/P ${ROOT} 0 R/K${kids}>>`,
        [PARENTS]: `<</Nums[${parents}]>>`,
        [NEW]: element,
      },
    });
  const form = (more = '') => `<</Type/StructElem/S/Form/P ${ELEMENT} 0 R${more}/K<</Type/OBJR/Obj ${NEW} 0 R>>>>`;

  it('permits a new structure element for a new signature field', async () => {
    await expectIntact(signedAgain(form(), `[0 ${NEW} 0 R]`), /signature was added/);
  });

  it.each([
    ['an element takes over existing content', form().replace(/\/K<<.*?>>/, '/K 0'), `[0 ${NEW} 0 R]`, undefined],
    ['an element has a replacement text for screen readers', form('/ActualText(Pay)'), `[0 ${NEW} 0 R]`, undefined],
    ['an element is missing', form(), `[${NEW} 0 R]`, undefined],
    ['content belongs to another element', form(), `[0 ${NEW} 0 R]`, `0 [${NEW} 0 R]`],
  ])('raises an alarm for a changed structure of a tagged file if %s', async (_, element, kids, parents) => {
    await expectAlarm(signedAgain(element, kids, parents), /object \d+ was replaced/);
  });
});

describe('text field whose style changes when it is filled in', () => {
  const LOOKS = 91;
  const filled = (form: string, look: string) =>
    updated(signed({ ...withText('/DA(/Helv 9 Tf)'), form }), {
      objects: {
        [TEXT_FIELD]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[60 500 160 520]/F 4/DA(/Helv 12 Tf)/V(Ann)${look}>>`,
        [LOOKS]: LOOK,
      },
    });

  it('permits a different style if the appearance shows the value', async () => {
    await expectIntact(filled('', `/AP<</N ${LOOKS} 0 R>>`), /filled in/);
  });

  it.each([
    ['the form asks readers to redraw the field', '/NeedAppearances true', `/AP<</N ${LOOKS} 0 R>>`],
    ['no appearance shows the value', '', ''],
  ])('raises an alarm for a different style if %s', async (_, form, look) => {
    await expectAlarm(filled(form, look), /Name changed \(DA\)/);
  });
});

it("permits and reports an update that adds a program's version number to the page tree", async () => {
  const tree = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]/ITXT(2.1.7)>>';
  const source = foreign().file.toString('latin1');
  const kids = /\n2 0 obj\n([^]*?)\nendobj/.exec(source)?.[1] ?? tree;
  await expectIntact(
    updated(signed(), { objects: { 2: kids.replace(/>>$/, '/ITXT(2.1.7)>>') } }),
    /information changed/,
  );
});

describe('validation data that a later revision replaces', () => {
  const stored = (number: number, text: string) => ({ [number]: stream('', text) });
  const catalog = (store: string) => `<</Type/Catalog/Pages 2 0 R/AcroForm ${FORM} 0 R${store}>>`;
  const first = () => updated(updated(foreign(), { objects: { 1: catalog('') } }), { field: 'First' });
  const before = () => updated(first(), { objects: { 1: catalog('/DSS<</OCSPs[90 0 R]>>'), ...stored(90, 'old') } });

  it.each([
    ['replaced with other data', { 1: catalog('/DSS<</OCSPs[91 0 R]>>'), ...stored(91, 'new') }, ['old', 'new']],
    ['removed', { 1: catalog('') }, ['old']],
  ])('still uses the original validation data if it is %s, and reports the change', async (_, objects, evidence) => {
    const seen: string[][] = [];
    const { signatures } = await verifyPdf(updated(before(), { objects }).file, {
      verifySignature: ({ validation }) => seen.push(validation.ocsps.map(String)),
    });
    expect(seen).toEqual([evidence]);
    expect(signatures[0]?.violations).toEqual([]);
    expect(signatures[0]?.changesAfterSigning.at(-1)?.text).toMatch(/^validation data was replaced/);
  });
});

describe('changes that two readers could display differently', () => {
  it.each<[string, Foreign, RegExp]>([
    [
      'the information dictionary is the page whose content is replaced',
      updated(signed(), { objects: { [contentObject(1)]: stream('', 'BT ET') }, info: pageObject(1) }),
      /page 1 changed/,
    ],
    [
      'a default appearance for a field without an appearance',
      updated(signed(withText('/V(100)')), { field: 'Second', form: formWith('/DA(/Helv 0 Tf 1 g)') }),
      /form's DA changed/,
    ],
    [
      'a default appearance although readers are asked to redraw the field',
      updated(signed({ ...withText(TEXT_LOOK.replace('/DA(/Helv 9 Tf)', '')), form: '/NeedAppearances true' }), {
        field: 'Second',
        form: formWith('/DA(/Helv 0 Tf 1 g)'),
      }),
      /form's DA changed/,
    ],
    [
      'a request to redraw the field',
      updated(signed(withText(TEXT_LOOK)), { field: 'Second', form: formWith('/NeedAppearances true') }),
      /form's NeedAppearances changed/,
    ],
    [
      'a used font is replaced',
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
      'the information dictionary is the content of a page',
      updated(signed(), { objects: { [contentObject(1)]: '<</Producer(x)>>' }, info: contentObject(1) }),
      /page 1 changed/,
    ],
    [
      'an object follows the one listed in the cross-reference',
      updated(signed(), { field: 'Second', after: `${FORM} 0 obj\n<</Fields[]>>\nendobj\n` }),
      /hidden from the cross-reference/,
    ],
    [
      'an object is not in any cross-reference',
      updated(signed(), { field: 'Second', before: `${contentObject(1)} 0 obj\n${stream('', 'BT ET')}\nendobj\n` }),
      /hidden from the cross-reference/,
    ],
    [
      'page content is copied and later changed',
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
      'the page is copied',
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
  ])('raises an alarm for a change that two readers could display differently: %s', async (_, doc, because) => {
    await expectAlarm(doc, because);
  });
});
