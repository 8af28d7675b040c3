import { firstExtra, makePdf, pageObject, stream } from './pdf.ts';
import type { TestPdf } from './pdf.ts';

// Creates an upload with its own form. It contains filled-in and empty fields of every type, and stores appearances in
// every way that other software uses.

const [PAGE, FIRST] = [pageObject(1), firstExtra(1)];
const appearanceOf = (text: string): string =>
  stream('/Type/XObject/Subtype/Form/BBox[0 0 90 14]', `BT (${text}) Tj ET`);

/** The source text of an object. References to other objects are names in braces: `{name}` becomes `12 0 R`. */
type Named = Readonly<Record<string, string>>;

const widget = (row: number, entries: string): string =>
  `<</Type/Annot/Subtype/Widget/P ${PAGE} 0 R/Rect[300 ${780 - 20 * row} 390 ${794 - 20 * row}]/F 4${entries}>>`;
const STATES = '/N<</Yes {on}/Off {off}>>';

const OBJECTS: Named = {
  form: '<</Fields[{text} {shared} {again} {empty} {bare} {check} {stateless} {apart} {above} {way} {combo} {push} {person} {visible} {zero}]/DR {resources}/DA(/Helv 9 Tf 0 g)/NeedAppearances true>>',
  resources: '<</Font<</Helv 3 0 R>>>>',
  look: appearanceOf('Ann'),
  on: appearanceOf('x'),
  off: appearanceOf(''),
  looks: '<</N {look}>>',
  states: '<</Yes {on}/Off {off}>>',
  text: widget(0, '/FT/Tx/T(text)/V(Ann)/AP<</N {look}>>'),
  // Two fields share one appearance dictionary, which is a separate object.
  shared: widget(1, '/FT/Tx/T(shared)/V(Ann)/AP {looks}'),
  again: widget(2, '/FT/Tx/T(again)/V(Ann)/AP {looks}'),
  empty: widget(3, '/FT/Tx/T(empty)/AP<</N {off}>>'),
  bare: widget(4, '/FT/Tx/T(bare)'),
  check: widget(5, `/FT/Btn/T(check)/V/Yes/AS/Yes/AP<<${STATES}/D<</Yes {off}>>>>`),
  stateless: widget(6, `/FT/Btn/T(stateless)/V/Yes/AP<<${STATES}>>`),
  apart: widget(7, '/FT/Btn/T(apart)/AS/Off/AP<</N {states}>>'),
  above: '<</FT/Btn/T(above)/V/Off/Kids[{below}]>>',
  below: widget(8, `/Parent {above}/AS/Off/AP<<${STATES}>>`),
  way: '<</FT/Btn/Ff 49152/T(way)/V/Yes/Kids[{way1} {way2}]>>',
  way1: widget(9, `/Parent {way}/AS/Yes/AP<<${STATES}>>`),
  way2: widget(10, '/Parent {way}/AS/Off/AP<</N<</No {on}/Off {off}>>>>'),
  combo: widget(11, '/FT/Ch/Ff 131072/T(combo)/V(Oslo)/Opt[(Oslo)(Rome)]/AP<</N {look}>>'),
  push: widget(12, '/FT/Btn/Ff 65536/T(push)/AP<</N {look}/R {on}/D {off}>>'),
  person: '<</T(person)/Kids[{name}]>>',
  name: widget(13, '/FT/Tx/T(name)/Parent {person}/V(Ann)/AP<</N {look}>>'),
  visible: widget(14, '/FT/Sig/T(visible)/Lock<</Type/SigFieldLock/Action/Include/Fields[(empty)]>>'),
  zero: `<</Type/Annot/Subtype/Widget/P ${PAGE} 0 R/Rect[0 0 0 0]/F 132/FT/Sig/T(zero)>>`,
};

const WIDGETS =
  '{text} {shared} {again} {empty} {bare} {check} {stateless} {apart} {below} {way1} {way2} {combo} {push} {name} {visible} {zero}';
// The annotation is a direct object in the page's array, which ISO 32000-1 allowed.
const LINK = '<</Type/Annot/Subtype/Link/Rect[10 10 20 20]/Border[0 0 0]>>';

const resolve = (source: string): string =>
  source.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${FIRST + Object.keys(OBJECTS).indexOf(name)} 0 R`);

export const uploadWithForm = (xref: NonNullable<TestPdf['xref']>): Buffer =>
  makePdf({
    xref,
    catalog: resolve('/AcroForm {form}'),
    pages: [{ extra: resolve(`/Annots[${WIDGETS} ${LINK}]`) }],
    objects: Object.values(OBJECTS).map(resolve),
  });
