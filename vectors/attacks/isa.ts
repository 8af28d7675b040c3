import { change, changeField, fieldObject, sourceOf, startxrefOf, update } from '../kit/update.ts';
import { drawing, ID, NEW, pageContent, SCRIPT, stream } from '../kit/upload.ts';
import { invalid } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Incremental saving attacks: an update after the last signature changes the displayed content or the behavior. Each
// attack changes the finished file. The verifier must report the last signature as invalid, even though its byte range
// is intact.

type Attack = readonly [name: string, description: string, because: RegExp, attack: (file: Buffer) => Buffer];

const PAID = pageContent('Pay 900 EUR');
const note = (more = '') =>
  `<</Type/Annot/Subtype/FreeText/Rect[50 690 300 730]/DA(/F 24 Tf)/Contents(Pay 900 EUR)${more}>>`;
const annotate = (file: Buffer, annotation: string) =>
  change(file, ID.page, (page) => page.replace('/Annots [', `/Annots [${NEW} 0 R `), { [NEW]: annotation });
const addField = (file: Buffer, field: string) =>
  update(file, {
    [ID.form]: sourceOf(file, ID.form).replace('/Fields [', `/Fields [${NEW} 0 R `),
    [ID.page]: sourceOf(file, ID.page).replace('/Annots [', `/Annots [${NEW} 0 R `),
    [NEW]: field,
  });
const append = (file: Buffer, text: string) => Buffer.concat([file, Buffer.from(text, 'latin1')]);

const attacks: readonly Attack[] = [
  [
    'page-content',
    "The page's content stream is replaced.",
    /page 1 changed/,
    (file) => update(file, { [ID.content]: PAID }),
  ],
  [
    'page-contents-key',
    'The page refers to another content stream.',
    /page 1 changed: .*\(Contents\)/,
    (file) =>
      change(file, ID.page, (page) => page.replace(/\/Contents \d+ 0 R/, `/Contents ${NEW} 0 R`), { [NEW]: PAID }),
  ],
  [
    'page-contents-added',
    'A second content stream is added to the page.',
    /page 1 changed: .*\(Contents\)/,
    (file) =>
      change(file, ID.page, (page) => page.replace(/\/Contents (\d+ 0 R)/, `/Contents [$1 ${NEW} 0 R]`), {
        [NEW]: PAID,
      }),
  ],
  [
    'crop-box',
    'The page is cropped.',
    /page 1 changed: .*\(CropBox\)/,
    (file) => change(file, ID.page, (page) => page.replace('/Parent', '/CropBox[0 0 595 650]/Parent')),
  ],
  [
    'page-rotated-by-tree',
    'The page tree adds an inherited rotation.',
    /what all pages share .*changed/,
    (file) => change(file, ID.pages, (pages) => pages.replace('/Count', '/Rotate 180/Count')),
  ],
  [
    'page-tree-titled-and-cropped',
    'An update adds a title, a date and a crop box for all pages to the page tree.',
    /what all pages share/,
    (file) =>
      change(file, ID.pages, (pages) =>
        pages.replace('/Count', '/Title(Deal)/ModDate(D:20261121)/CropBox[0 0 595 400]/Count'),
      ),
  ],
  [
    'page-tree-information-exchanged',
    'An update adds a title to the page tree. The title is a separate object, which another update can replace.',
    /what all pages share/,
    (file) =>
      change(file, ID.pages, (pages) => pages.replace('/Count', `/Title ${NEW} 0 R/Count`), { [NEW]: '<</A 1>>' }),
  ],
  [
    'page-added',
    'A page is added to the page tree.',
    /a new page before page 1/,
    (file) =>
      change(
        file,
        ID.pages,
        (pages) => pages.replace(/\/Kids ?\[/, `$&${NEW} 0 R `).replace(/\/Count \d+/, '/Count 2'),
        {
          [NEW]: `<</Type/Page/Parent ${ID.pages} 0 R/Contents ${NEW + 1} 0 R>>`,
          [NEW + 1]: PAID,
        },
      ),
  ],
  [
    'page-exchanged',
    'The page tree refers to another page.',
    /page 1 was replaced/,
    (file) =>
      change(file, ID.pages, (pages) => pages.replace(`${ID.page} 0 R`, `${NEW} 0 R`), {
        [NEW]: sourceOf(file, ID.page).replace(/\/Contents \d+ 0 R/, `/Contents ${NEW + 1} 0 R`),
        [NEW + 1]: PAID,
      }),
  ],
  [
    'page-tree-exchanged',
    'The catalog refers to another page tree.',
    /catalog's Pages changed/,
    (file) =>
      change(file, ID.catalog, (catalog) => catalog.replace(/\/Pages \d+ 0 R/, `/Pages ${NEW} 0 R`), {
        [NEW]: `<</Type/Pages/Kids[${NEW + 1} 0 R]/Count 1/MediaBox[0 0 595 842]>>`,
        [NEW + 1]: `<</Type/Page/Parent ${NEW} 0 R/Contents ${NEW + 2} 0 R>>`,
        [NEW + 2]: PAID,
      }),
  ],
  [
    'annotation-over-text',
    'An annotation is placed over the text.',
    /annotation was added to page 1/,
    (file) => annotate(file, note()),
  ],
  [
    'annotation-changed',
    "An annotation's appearance is replaced.",
    /annotation on page 1 was changed/,
    (file) =>
      change(file, ID.stamp, (stamp) => stamp.replace(`/N ${ID.stampLook} 0 R`, `/N ${NEW} 0 R`), {
        [NEW]: drawing('f'),
      }),
  ],
  [
    'annotation-removed',
    'An annotation is removed from the page.',
    /annotation was removed from page 1/,
    (file) => change(file, ID.page, (page) => page.replace(`${ID.stamp} 0 R `, '')),
  ],
  [
    'form-fields-emptied',
    'Some fields are removed from the form.',
    /was removed or renamed/,
    (file) => change(file, ID.form, (form) => form.replace(`${ID.total} 0 R `, '')),
  ],
  [
    'form-exchanged',
    'The catalog refers to another form.',
    /was removed or renamed/,
    (file) =>
      change(file, ID.catalog, (catalog) => catalog.replace(/\/AcroForm \d+ 0 R/, `/AcroForm ${NEW} 0 R`), {
        [NEW]: sourceOf(file, ID.form).replace(`${ID.total} 0 R `, ''),
      }),
  ],
  [
    'form-redrawn',
    'The form gets the setting that makes readers redraw its fields.',
    /form's NeedAppearances changed/,
    (file) => change(file, ID.form, (form) => form.replace('/Fields', '/NeedAppearances true/Fields')),
  ],
  [
    'form-xfa',
    'The form gets an XFA template, which some readers show instead of the form.',
    /form's XFA changed/,
    (file) =>
      change(file, ID.form, (form) => form.replace('/Fields', `/XFA ${NEW} 0 R/Fields`), {
        [NEW]: stream('', '<xdp/>'),
      }),
  ],
  [
    'form-calculates',
    'The form gets a calculation order, whose scripts change values.',
    /form's CO changed/,
    (file) => change(file, ID.form, (form) => form.replace('/Fields', `/CO[${ID.total} 0 R]/Fields`)),
  ],
  [
    'field-added',
    'A form field is added over the text.',
    /form field Trap added/,
    (file) => addField(file, '<</Type/Annot/Subtype/Widget/FT/Tx/T(Trap)/V(900)/Rect[60 690 300 730]>>'),
  ],
  [
    'field-nested',
    'An existing field becomes the parent of a new one.',
    /Total".* was removed or renamed/,
    (file) =>
      change(file, ID.total, (total) => total.replace('/FT', `/Kids[${NEW} 0 R]/FT`), {
        [NEW]: `<</Type/Annot/Subtype/Widget/T(Sub)/Parent ${ID.total} 0 R/Rect[60 690 300 730]>>`,
      }),
  ],
  [
    'names-javascript',
    'A document script is added under /Names.',
    /catalog's Names changed/,
    (file) =>
      change(file, ID.catalog, (catalog) =>
        catalog.replace('/Pages', `/Names<</JavaScript<</Names[(a)${SCRIPT}]>>>>/Pages`),
      ),
  ],
  [
    'names-embedded-file',
    'A file is attached under /Names.',
    /catalog's Names changed/,
    (file) =>
      change(
        file,
        ID.catalog,
        (catalog) =>
          catalog.replace(
            '/Pages',
            `/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F ${NEW} 0 R>>>>]>>>>/Pages`,
          ),
        { [NEW]: stream('', 'x') },
      ),
  ],
  [
    'open-action',
    'A script runs when the file is opened.',
    /catalog's OpenAction changed/,
    (file) => change(file, ID.catalog, (catalog) => catalog.replace('/Pages', `/OpenAction${SCRIPT}/Pages`)),
  ],
  [
    'additional-actions',
    'A script runs when the page is shown.',
    /page 1 changed: .*\(AA\)/,
    (file) => change(file, ID.page, (page) => page.replace('/Parent', `/AA<</O${SCRIPT}>>/Parent`)),
  ],
  [
    'optional-content',
    'Layers are added, which readers may hide.',
    /catalog's OCProperties changed/,
    (file) => change(file, ID.catalog, (catalog) => catalog.replace('/Pages', '/OCProperties<</OCGs[]/D<<>>>>/Pages')),
  ],
  [
    'font-replaced',
    "The page's font is replaced.",
    /page 1 changed/,
    (file) => update(file, { [ID.font]: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' }),
  ],
  [
    'xobject-replaced',
    "One of the page's form XObjects is replaced.",
    /page 1 changed/,
    (file) => update(file, { [ID.logo]: drawing('0 0 100 50 re f') }),
  ],
  [
    'field-removed',
    "A signer's field is removed from the form and the page.",
    /form field "Signer_1".* was removed or renamed/,
    (file) => {
      const field = `${fieldObject(file, 'Signer_1')} 0 R`;
      return update(file, {
        [ID.form]: sourceOf(file, ID.form).replace(field, ''),
        [ID.page]: sourceOf(file, ID.page).replace(field, ''),
      });
    },
  ],
  [
    'field-script',
    'A signed text field gets a script that calculates its value.',
    /form field Date_1 changed \(AA\)/,
    (file) => changeField(file, 'Date_1', (field) => field.replace('/FT', `/AA<</C${SCRIPT}>>/FT`)),
  ],
  [
    'object-of-no-known-part',
    "An annotation's appearance stream is overwritten under the same object number.",
    /object 8 was replaced/,
    (file) => update(file, { [ID.stampLook]: drawing('0 0 100 50 re f') }),
  ],
  [
    'no-xref',
    'New versions of objects follow %%EOF without a cross-reference.',
    /bytes follow the last revision/,
    (file) => append(file, `${ID.content} 0 obj\n${PAID}\nendobj\n`),
  ],
  [
    'no-xref-old-startxref',
    'New versions of objects follow %%EOF, with a startxref that points to the old cross-reference.',
    /bytes follow the last revision/,
    (file) => append(file, `${ID.content} 0 obj\n${PAID}\nendobj\nstartxref\n${startxrefOf(file)}\n%%EOF\n`),
  ],
  [
    'trailer-only',
    'A trailer without a cross-reference follows %%EOF.',
    /bytes follow the last revision/,
    (file) => append(file, `trailer\n<</Size 999/Root ${ID.catalog} 0 R>>\nstartxref\n${startxrefOf(file)}\n%%EOF\n`),
  ],
  [
    'comment-only',
    'A comment follows %%EOF. No revision contains these bytes, and no signature covers them.',
    /bytes follow the last revision/,
    (file) => append(file, '% approved\n'),
  ],
  [
    'hidden-after-eof',
    'An update follows a second %%EOF, and the cross-reference does not list its objects.',
    /hidden from the cross-reference/,
    (file) => update(file, {}, { before: `${ID.content} 0 obj\n${PAID}\nendobj\n` }),
  ],
  [
    'hidden-in-comment',
    'A comment in an update contains an object that only repairing readers find.',
    /comment/,
    (file) =>
      update(file, {}, { before: `%\r${ID.content} 0 obj ${PAID.replaceAll('\n', ' ')} endobj\n`.replace('%\r', '%') }),
  ],
  [
    'garbage-in-update',
    'An update contains bytes that are not objects.',
    /cannot be read/,
    (file) => update(file, {}, { before: 'MZ\x90\x00 rubbish\n' }),
  ],
];

export const isa: readonly Vector[] = attacks.map(([name, description, because, attack]) => ({
  name: `isa-${name}`,
  class: 'ISA',
  description,
  expected: invalid('Document_Timestamp', because),
  make: ({ sealed }) => ({ file: attack(sealed.file) }),
}));
