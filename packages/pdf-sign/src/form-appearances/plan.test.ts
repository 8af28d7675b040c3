import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf, pageObject, stream } from '../../test/support/pdf.ts';
import { send, sign } from '../../test/support/sign.ts';
import { planForm } from './plan.ts';
import type { AppearancePlan } from './plan.ts';

const [PAGE, FIRST] = [pageObject(1), firstExtra(1)];
const STORED = FIRST;
const FIELD = FIRST + 1;

interface Form {
  form?: string;
  /** The source text of objects, which are numbered from FIELD upward. Objects with a /Rect are on the page. */
  objects: readonly string[];
}

const widget = (entries: string): string =>
  `<</Type/Annot/Subtype/Widget/P ${PAGE} 0 R/Rect[10 10 110 30]/F 4${entries}>>`;

function makeForm({ form = '/NeedAppearances true', objects }: Form): Buffer {
  const refs = (wanted: (source: string) => boolean) =>
    objects.flatMap((source, index) => (wanted(source) ? [`${FIELD + index} 0 R`] : [])).join(' ');
  return makePdf({
    catalog: `/AcroForm<</Fields[${refs((source) => !source.includes('/Parent'))}]/DA(/Helv 9 Tf 0 0 1 rg)${form}>>`,
    pages: [{ extra: `/Annots[${refs((source) => source.includes('/Rect'))}]` }],
    objects: [
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</Helv 3 0 R>>>>',
        'BT /Helv 9 Tf 0 0 1 rg 2 6 Td (Ann) Tj ET',
      ),
      ...objects,
    ],
  });
}

const plansOf = (form: Form): readonly AppearancePlan[] => planForm(makeForm(form)).appearances;

describe('appearances of text fields', () => {
  it('takes the value, alignment and default appearance of a text field from its parent fields and the form', () => {
    const [plan] = plansOf({
      objects: [`<</FT/Tx/T(person)/Q 2/Kids[${FIELD + 1} 0 R]/V(Ada)>>`, widget(`/Parent ${FIELD} 0 R`)],
    });
    expect(plan).toMatchObject({
      field: 'person',
      type: { fontName: 'Helv', size: 9, color: '0 0 1 rg' },
      content: { kind: 'text', text: 'Ada', align: 'right' },
    });
  });

  it('keeps the appearance of a text field that shows the value, in any font', () => {
    expect(plansOf({ objects: [widget(`/FT/Tx/T(a)/V(Ann)/DA(/Cour 30 Tf 0 g)/AP<</N ${STORED} 0 R>>`)] })).toEqual([]);
  });

  it('draws text fields separately if two fields share an appearance that shows the value of one', () => {
    const shared = (name: string) => widget(`/FT/Tx/T(${name})/V(${name})/AP<</N ${STORED} 0 R>>`);
    expect(plansOf({ objects: [shared('Ann'), shared('Bob')] }).map(({ field }) => field)).toEqual(['Bob']);
  });

  it('draws text fields even if the form has no fonts, and rotates them as specified', () => {
    const [plan] = plansOf({
      form: '/NeedAppearances true/DR null',
      objects: [widget('/FT/Tx/T(a)/V(x)/MK<</R 90>>')],
    });
    expect(plan).toMatchObject({ box: { width: 20, height: 100, rotation: 90 }, type: { font: { source: null } } });
  });

  it('uses the characters of the rich text if a text field has no value', () => {
    const [plan] = plansOf({ objects: [widget('/FT/Tx/T(a)/RV(<body><p>A &amp; B</p><p>C</p></body>)')] });
    expect(plan?.content).toMatchObject({ text: 'A & B\rC' });
  });
});

it('omits language codes from the text that it draws for a field', () => {
  const [plan] = plansOf({ objects: [widget('/FT/Tx/T(a)/V<FEFF001B0064006500550053001B00410062>')] });
  expect(plan?.content).toMatchObject({ text: 'Ab' });
});

describe('appearances of list fields', () => {
  const options = '/FT/Ch/T(list)/Opt[[(a)(Alpha)][(b)(Beta)](Gamma)(Delta)]';

  it('shows all chosen options of a list, from the first visible option', () => {
    const [plan] = plansOf({ objects: [widget(`${options}/Ff 2097152/V[(b)(Delta)]/TI 1`)] });
    expect(plan?.content).toMatchObject({ options: ['Beta', 'Gamma', 'Delta'], chosen: [0, 2] });
  });

  it('uses the indices of a list field if it has no value', () => {
    const [plan] = plansOf({ objects: [widget(`${options}/I[2]`)] });
    expect(plan?.content).toMatchObject({ chosen: [2] });
  });
});

describe('appearances of check boxes and radio buttons', () => {
  const STATES = `/AP<</N<</Yes ${STORED} 0 R>>>>`;
  const written = (objects: readonly string[], form?: string) => {
    const plan = planForm(makeForm({ objects, ...(form !== undefined && { form }) }));
    return plan.isDue
      ? plan.finish(plan.appearances.map(() => ({ width: 9, height: 9, content: '' }))).toString('latin1')
      : '';
  };

  it("sets the state of check boxes and radio buttons from the field's value if they have no state", () => {
    expect(written([widget(`/FT/Btn/T(a)/V/Yes${STATES}`)], '')).toContain('/AS /Yes');
    expect(written([widget(`/FT/Btn/T(a)/V/Other${STATES}`)], '')).toContain('/AS /Off');
  });

  it("keeps the state that every reader shows, regardless of the field's value", () => {
    expect(written([widget(`/FT/Btn/T(a)/V/Yes/AS/Off${STATES}`)], '')).toBe('');
  });

  it('adds appearances for both states if the chosen state has none', () => {
    const group = [
      `<</FT/Btn/Ff 32768/T(way)/V/Rail/Kids[${FIELD + 1} 0 R ${FIELD + 2} 0 R]>>`,
      widget(`/Parent ${FIELD} 0 R/AS/Rail`),
      widget(`/Parent ${FIELD} 0 R/AS/Off`),
    ];
    expect(written(group, '')).toMatch(/\/AP <<\/N <<\/Rail \d+ 0 R \/Off \d+ 0 R>>>>/);
  });
});

it('redraws fields whose appearance has no bounding box, because only some readers show them', () => {
  const boxless = stream('/Resources<</Font<</Helv 3 0 R>>>>', 'BT /Helv 9 Tf (4) Tj ET');
  const ticked = widget(`/FT/Btn/T(a)/V/Yes/AS/Yes/AP<</N<</Yes ${FIELD + 1} 0 R/Off/Off>>>>`);
  for (const form of ['', '/NeedAppearances true'])
    expect(plansOf({ form, objects: [ticked, boxless] })).toMatchObject([{ content: { kind: 'mark', mark: '4' } }, {}]);
});

it('draws push buttons as readers do, except for buttons with an image', () => {
  const button = (entries: string) => widget(`/FT/Btn/Ff 65536/T(a)${entries}/AP<</N ${STORED} 0 R>>`);
  expect(plansOf({ objects: [button('/MK<</CA(Send)>>')] })).toMatchObject([{ content: { text: 'Send' } }]);
  expect(plansOf({ objects: [button(`/MK<</I ${STORED} 0 R>>`)] })).toEqual([]);
  expect(plansOf({ form: '', objects: [button('/MK<</CA(Send)>>')] })).toEqual([]);
});

it('draws widgets that the form does not list', () => {
  const orphan = widget('/FT/Tx/T(Lost)/V(x)');
  const file = makePdf({
    catalog: '/AcroForm<</Fields[]/NeedAppearances true>>',
    pages: [{ extra: `/Annots[${FIRST} 0 R]` }],
    objects: [orphan],
  });
  expect(planForm(file).appearances).toMatchObject([{ field: 'Lost', content: { text: 'x' } }]);
});

it('ignores hidden fields, fields without an area and fields that are on no page', () => {
  const objects = [
    widget('/FT/Tx/T(a)/V(x)').replace('/F 4', '/F 2'),
    widget('/FT/Tx/T(b)/V(x)').replace('/F 4', '/F 32'),
    widget('/FT/Tx/T(c)/V(x)').replace('10 10 110 30', '10 10 10 10'),
    '<</FT/Tx/T(d)/V(x)>>',
  ];
  expect(plansOf({ objects })).toEqual([]);
});

it('does not change the form of a file that has a signature', () => {
  const signed = sign(send(makePdf()), { field: 'Signer_1' }).file;
  expect(planForm(signed).isDue).toBe(false);
});

it('names the field that cannot get an appearance because its widget is a direct object', () => {
  const inline = widget('/FT/Tx/T(Rent)/V(5)');
  const file = makePdf({
    catalog: '/AcroForm<</Fields[]/NeedAppearances true>>',
    pages: [{ extra: `/Annots[${inline}]` }],
  });
  expect(planForm(file).broken).toMatchObject({ field: 'Rent' });
});

it('names the fields whose visible content changes, but not empty fields that only get a frame', () => {
  const objects = [
    widget('/FT/Tx/T(empty)/MK<</BC[0]>>'),
    widget('/FT/Tx/T(filled)/V(x)'),
    widget(`/FT/Tx/T(cleared)/AP<</N ${STORED} 0 R>>`),
    widget('/FT/Btn/T(unticked)/AS/Off/MK<</BC[0]>>'),
    widget('/FT/Btn/T(ticked)/V/Yes/AS/Yes'),
  ];
  const { appearances, fields } = planForm(makeForm({ objects }));
  expect(new Set(appearances.map(({ field }) => field)).size).toBe(5);
  expect(fields).toEqual(['filled', 'cleared', 'ticked']);
});

it('writes the same bytes for the same form', () => {
  const file = makeForm({ objects: [widget('/FT/Tx/T(a)/V(x)')] });
  const finish = () => planForm(file).finish([{ width: 100, height: 20, content: '' }]);
  expect(finish()).toEqual(finish());
  expect(finish().toString('latin1')).not.toContain('NeedAppearances');
});
