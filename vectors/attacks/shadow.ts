import { honest, sealUp, sendOut, signAs } from '../kit/document.ts';
import type { Base, Doc } from '../kit/document.ts';
import { change, changeField, objectWith, sourceOf, startxrefOf, update } from '../kit/update.ts';
import { drawing, ID, makeUpload, pageContent, SHARED, sharedPage, sharedResources, stream } from '../kit/upload.ts';
import { invalid } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Shadow attacks (Mainka et al., NDSS 2021): the uploader prepares the document, everyone signs it, and a small update
// later reveals the hidden content.

/** Creates a document that was sent, signed by both signers and sealed. */
async function completed(base: Base, upload: Buffer): Promise<Doc> {
  const sent = await sendOut(base.authority, upload);
  const first = await signAs(sent, 'Signer_1', honest(base.ann, base.authority));
  return sealUp(base.authority, await signAs(first, 'Signer_2', honest(base.bob, base.authority)));
}

const SHADOW = pageContent('Pay 900 EUR');
/** The objects of a second document inside the first one. Nothing refers to them. */
const HIDDEN: Readonly<Record<number, string>> = {
  20: `<</Type/Catalog/Pages 21 0 R/AcroForm ${ID.form} 0 R>>`,
  21: '<</Type/Pages/Kids[22 0 R]/Count 1/MediaBox[0 0 595 842]>>',
  22: `<</Type/Page/Parent 21 0 R/Contents 23 0 R/Resources<</Font<</F ${ID.font} 0 R>>/XObject<</Logo ${ID.logo} 0 R>>>>>>`,
  23: SHADOW,
};
/** An image over the text. The drawing shows `Pay 100 EUR` and hides the text of the content stream. */
const COVER: Readonly<Record<number, string>> = {
  [ID.content]: stream('', 'BT /F 24 Tf 60 700 Td (Pay 900 EUR) Tj ET q 1 0 0 1 60 690 cm /Logo Do Q'),
  [ID.logo]: drawing('1 g 0 0 100 50 re f'),
};

type Attack = readonly [
  name: string,
  description: string,
  because: RegExp,
  prepared: Readonly<Record<number, string>>,
  bringOut: (file: Buffer) => Buffer,
];

/**
 * Objects of a file whose content uses a drawing that the shared resources of the page and the form do not contain yet.
 */
const shared = (content: string, more: Readonly<Record<number, string>> = {}) => ({
  ...sharedResources(content),
  ...more,
});
const MORE = '/XObject<</Cover 6 0 R';
const withDrawing = (file: Buffer) =>
  change(file, SHARED.resources, (resources) => resources.replace('/XObject<<', MORE));

const attacks: readonly Attack[] = [
  [
    'resource-awaited',
    'A drawing that the page already refers to is added to the resources that the page and the form share.',
    /page 1 changed/,
    shared('BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /Cover Do'),
    withDrawing,
  ],
  [
    'resource-awaited-escaped',
    'A drawing that the page already refers to, with a different spelling of its name, is added to the shared resources.',
    /page 1 changed/,
    shared('BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /C#6fver Do'),
    withDrawing,
  ],
  [
    'resource-awaited-in-parts',
    "A drawing that the page already refers to is added to the shared resources. Its name starts in one part of the page's content and ends in the next part.",
    /page 1 changed/,
    shared('', {
      [ID.page]: sharedPage(`[${ID.content} 0 R 22 0 R]`),
      [ID.content]: stream('', 'BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /Co'),
      22: stream('', 'ver Do'),
    }),
    withDrawing,
  ],
  [
    'resource-awaited-by-drawing',
    "A drawing is added to the shared resources. An existing drawing already refers to its name, and looks it up in the page's resources because it has no resources of its own.",
    /page 1 changed/,
    shared('BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /Logo Do', { [ID.logo]: drawing('/Cover Do') }),
    withDrawing,
  ],
  [
    'resource-exchanged',
    'A drawing in the resources that the page and the form share is replaced.',
    /page 1 changed/,
    shared('BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /Logo Do'),
    (file) =>
      change(file, SHARED.resources, (resources) =>
        resources.replace(`/Logo ${ID.logo} 0 R`, `/Logo ${ID.stampLook} 0 R`),
      ),
  ],
  [
    'resource-for-all-colours',
    "A default color space, which overrides another color space, is added to the page's resources. No content refers to it directly.",
    /page 1 changed/,
    shared('1 0 0 rg BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET'),
    (file) =>
      change(file, SHARED.resources, (resources) =>
        resources.replace('/XObject<<', '/ColorSpace<</DefaultRGB[/Indexed/DeviceGray 0 <ff>]>>/XObject<<'),
      ),
  ],
  [
    'hide-cover-emptied',
    'Hide: a drawing that covers text becomes empty.',
    /page 1 changed/,
    COVER,
    (file) => update(file, { [ID.logo]: drawing('') }),
  ],
  [
    'hide-cover-freed',
    'Hide: a drawing that covers text is marked as free.',
    /page 1 changed/,
    COVER,
    (file) => update(file, {}, { free: [ID.logo] }),
  ],
  [
    'hide-cover-retyped',
    'Hide: a drawing that covers text becomes an object that readers do not draw.',
    /page 1 changed/,
    COVER,
    (file) => update(file, { [ID.logo]: stream('/Type/XObject/Subtype/Image/Width 1/Height 1', '') }),
  ],
  [
    'hide-page-dropped',
    'Hide: the first page is removed from the page tree.',
    /page 1 was removed/,
    {
      ...HIDDEN,
      [ID.pages]: `<</Type/Pages/Kids[${ID.page} 0 R 22 0 R]/Count 2/MediaBox[0 0 595 842]>>`,
      22: (HIDDEN[22] ?? '').replace('/Parent 21', `/Parent ${ID.pages}`),
    },
    (file) => change(file, ID.pages, (pages) => pages.replace(`${ID.page} 0 R`, '').replace('/Count 2', '/Count 1')),
  ],
  [
    'replace-font',
    'Replace: a font that shows different letters replaces the font.',
    /page 1 changed/,
    {},
    (file) =>
      update(file, { [ID.font]: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>` }),
  ],
  [
    'replace-field-value',
    "Replace: a field value in the uploader's own form is replaced.",
    /form field "Total".* filled in/,
    {},
    (file) => change(file, ID.total, (total) => total.replace('(100)', '(900)')),
  ],
  [
    'replace-field-appearance',
    "Replace: a field appearance in the uploader's own form is replaced.",
    /form field "Total".* filled in/,
    {},
    (file) => {
      const look = Number(/\/N (\d+) 0 R/.exec(sourceOf(file, ID.total))?.[1]);
      return update(file, { [look]: drawing('0 0 100 20 re f') });
    },
  ],
  [
    'hide-and-replace-catalog',
    'Hide and replace: the trailer refers to a second catalog that was already in the file.',
    /catalog was replaced/,
    HIDDEN,
    (file) => update(file, {}, { root: 20 }),
  ],
  [
    'hide-and-replace-pages',
    'Hide and replace: the catalog refers to a page tree that was already in the file.',
    /catalog's Pages changed/,
    HIDDEN,
    (file) => change(file, ID.catalog, (catalog) => catalog.replace(/\/Pages \d+/, '/Pages 21')),
  ],
  [
    'hide-and-replace-kid',
    'Hide and replace: the page tree refers to a page that was already in the file.',
    /page 1 was replaced/,
    HIDDEN,
    (file) => change(file, ID.pages, (pages) => pages.replace(`${ID.page} 0 R`, '22 0 R')),
  ],
  [
    'hide-and-replace-xref',
    'Hide and replace: the cross-reference points to a second version of the page content in the signed bytes.',
    /maps object 5 to bytes outside its revision/,
    {
      20: stream('', `${ID.content} 0 obj\n${SHADOW}\nendobj\n`),
    },
    (file) => update(file, {}, { rows: { [ID.content]: file.indexOf(`${ID.content} 0 obj\n${SHADOW}`) } }),
  ],
  [
    'awaited-object',
    'The page draws an object that does not exist before an update adds it.',
    /an object that was missing was added/,
    {
      [ID.page]: `<</Type/Page/Parent ${ID.pages} 0 R/Contents[${ID.content} 0 R 800 0 R]/Resources<</Font<</F ${ID.font} 0 R>>/XObject<</Logo ${ID.logo} 0 R>>>>/Annots[${ID.total} 0 R]>>`,
    },
    (file) => update(file, { 800: SHADOW }),
  ],
  [
    'awaited-length',
    "A stream's length is a separate object, which an update changes.",
    /page 1 changed/,
    {
      [ID.content]: `<</Length 20 0 R>>\nstream\nBT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET%endstream\nendstream`,
      20: '43',
    },
    (file) => update(file, { 20: '30' }),
  ],
  [
    'layer-switched',
    "A layer's default state is switched.",
    /catalog's OCProperties changed/,
    {
      [ID.catalog]: `<</Type/Catalog/Pages ${ID.pages} 0 R/AcroForm ${ID.form} 0 R/OCProperties<</OCGs[20 0 R]/D<</ON[20 0 R]>>>>>>`,
      20: '<</Type/OCG/Name(Price)>>',
    },
    (file) => change(file, ID.catalog, (catalog) => catalog.replace(/\/ON ?\[20 0 R\]/, '/OFF [20 0 R]')),
  ],
  [
    'layer-switched-indirect',
    "A layer's default state, which is a separate object, is switched.",
    /object 21 was replaced/,
    {
      [ID.catalog]: `<</Type/Catalog/Pages ${ID.pages} 0 R/AcroForm ${ID.form} 0 R/OCProperties<</OCGs[20 0 R]/D 21 0 R>>>>`,
      20: '<</Type/OCG/Name(Price)>>',
      21: '<</ON[20 0 R]>>',
    },
    (file) => update(file, { 21: '<</OFF[20 0 R]>>' }),
  ],
  [
    'signer-look-redrawn',
    'A signature appearance is overwritten under the same object number.',
    /object \d+ was replaced/,
    {},
    (file) => update(file, { [objectWith(file, '(Signer_1) Tj')]: drawing('') }),
  ],
  [
    'signer-look-exchanged',
    'A signed field is changed so that it points to a different appearance.',
    /form field Signer_1 changed \(AP\)/,
    {},
    (file) => changeField(file, 'Signer_1', (field) => field.replace(/\/AP <<.*?>>/, `/AP <</N ${ID.stampLook} 0 R>>`)),
  ],
  [
    'revision-left-out',
    'The chain of cross-references omits the revision in which the second signer signed.',
    /./,
    {},
    (file) => {
      const offsets = [...file.toString('latin1').matchAll(/startxref\n(\d+)\n%%EOF/g)].map((match) =>
        Number(match[1]),
      );
      return update(file, {}, { prev: offsets.at(-3) ?? startxrefOf(file) });
    },
  ],
  [
    'revision-rolled-back',
    'A final startxref points back to the revision before the first signature.',
    /./,
    {},
    (file) => {
      const offsets = [...file.toString('latin1').matchAll(/startxref\n(\d+)\n%%EOF/g)].map((match) =>
        Number(match[1]),
      );
      return Buffer.concat([file, Buffer.from(`startxref\n${offsets[1]}\n%%EOF\n`)]);
    },
  ],
  [
    'copy-of-catalog',
    'The catalog is written again with the same page tree, but with an invalid /Type.',
    /catalog's Type changed/,
    {},
    (file) => update(file, { [ID.catalog]: sourceOf(file, ID.catalog).replace('/Catalog', '/Katalog') }),
  ],
];

/**
 * Attacks that do not invalidate the last signature. Instead, they invalidate the certification, which locks the
 * uploaded form, or the file as a whole.
 */
const NOTICED: Readonly<Record<string, string>> = {
  'replace-field-value': 'Seal',
  'replace-field-appearance': 'Seal',
  'revision-left-out': 'file',
  'revision-rolled-back': 'file',
};

export const shadow: readonly Vector[] = attacks.map(([name, description, because, prepared, bringOut]) => ({
  name: `shadow-${name}`,
  class: 'shadow',
  description,
  expected: invalid(NOTICED[name] ?? 'Document_Timestamp', because),
  make: async (base) => ({ file: bringOut((await completed(base, makeUpload(prepared))).file) }),
}));
