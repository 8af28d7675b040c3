import { after, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { closeUpdate, honest, sendWithLevel, signAs } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { changeField, objectWith, sourceOf, update } from '../kit/update.ts';
import { drawing, ID, NEW, SCRIPT } from '../kit/upload.ts';
import { indeterminate, invalid, VALID, vector } from '../kit/vector.ts';
import type { Made, Vector } from '../kit/vector.ts';

// Sneaky signature attacks on certified documents (Rohlmann et al., IEEE S&P 2021).

/** Appends an update with a new field and a signature dictionary that has space for a container. */
function withField(file: Buffer, field: string): Buffer {
  return update(file, {
    [ID.form]: sourceOf(file, ID.form).replace('/Fields [', `/Fields [${NEW} 0 R `),
    [ID.page]: sourceOf(file, ID.page).replace('/Annots [', `/Annots [${NEW} 0 R `),
    [NEW]: field,
    [NEW + 1]: sourceOf(file, objectWith(file, '/ByteRange')),
    [NEW + 2]: drawing('1 g 0 0 100 50 re f'),
  });
}

/** Adds another person's signature in a new field that covers the text. */
async function sneaked(base: Base, level: 1 | 2 | 3, name = 'Sneaked'): Promise<Made> {
  const { file, state } = await sendWithLevel(base.authority, level);
  const field = `<</Type/Annot/Subtype/Widget/FT/Sig/T (${name})/F 132/P ${ID.page} 0 R/Rect[50 690 300 730]/AP<</N ${NEW + 2} 0 R>>/V ${NEW + 1} 0 R>>`;
  return closeUpdate(withField(file, field), file.length, state, honest(base.eve, base.stranger));
}

/**
 * Adds a document time-stamp to a finished file in a new field. Anyone can get a time-stamp, because the authority
 * serves everyone.
 */
function stamped({ authority, sealed: { file, state } }: Base, field: string): Promise<Made> {
  return closeUpdate(withField(file, field), file.length, state, (digest) =>
    stamp(authority, digest, after(SIGNED_AT, 0.03)),
  );
}

const stampField = (more: string, rect = '[0 0 0 0]') =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T (Late)/F 132/P ${ID.page} 0 R/Rect${rect}/V ${NEW + 1} 0 R${more}>>`;

const FIELD_ADDED = /an empty signature field was added: field "\w+"/;

export const signatures: readonly Vector[] = [
  vector(
    'SSA',
    'ssa-p1',
    'A signer signs a document certified with P=1.',
    invalid('Seal', /a signature .*was added in field "Signer_1"/),
    async (base) => signAs(await sendWithLevel(base.authority, 1), 'Signer_1', honest(base.ann, base.authority)),
  ),
  vector(
    'SSA',
    'ssa-p1-filled',
    'A field is filled in on a document certified with P=1.',
    invalid('Seal', /City_2".* filled in/),
    async (base) => ({
      file: changeField((await sendWithLevel(base.authority, 1)).file, 'City_2', (field) =>
        field.replace('/FT', '/V(Rome)/FT'),
      ),
    }),
  ),
  vector(
    'SSA',
    'ssa-p2-new-field',
    'A new signature field with a signature is placed over the text of a document certified with P=2.',
    invalid('Seal', FIELD_ADDED),
    (base) => sneaked(base, 2),
  ),
  vector(
    'SSA',
    'ssa-p3-new-field',
    'A new signature field with a signature is placed over the text of a document certified with P=3.',
    invalid('Seal', FIELD_ADDED),
    (base) => sneaked(base, 3),
  ),
  vector(
    'SSA',
    'ssa-p2-field-of-same-name',
    'A new signature field has the name of an existing field.',
    invalid('Seal', FIELD_ADDED),
    (base) => sneaked(base, 2, 'Signer_2'),
  ),
  vector(
    'SSA',
    'ssa-by-stranger',
    "A person with a certificate from an unknown authority signs in the second signer's field.",
    indeterminate('Signer_2', /not issued by an authority that is trusted/),
    (base) => signAs(base.first, 'Signer_2', honest(base.eve, base.stranger)),
  ),
  vector(
    'SSA',
    'ssa-place-moved',
    "The second signer's field is moved over the text before it is signed.",
    invalid('Seal', /Signer_2 changed \(Rect\)/),
    (base) => ({
      file: changeField(base.first.file, 'Signer_2', (field) =>
        field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]'),
      ),
    }),
  ),
  vector(
    'SSA',
    'ssa-place-with-action',
    "The second signer's field gets an action before it is signed.",
    invalid('Seal', /Signer_2 changed \(A\)/),
    (base) => ({
      file: changeField(base.first.file, 'Signer_2', (field) => field.replace('/FT', `/A${SCRIPT}/FT`)),
    }),
  ),
  vector(
    'SSA',
    'ssa-stamp-changed-afterwards',
    "The document time-stamp's field becomes visible after time-stamping.",
    invalid('Document_Timestamp', /Document_Timestamp changed \(Rect\)/),
    ({ sealed }) => ({
      file: changeField(sealed.file, 'Document_Timestamp', (field) =>
        field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]'),
      ),
    }),
  ),
  vector(
    'SSA',
    'ssa-stamp-visible',
    'A document time-stamp is in a new field that is visible over the text.',
    invalid('Document_Timestamp', FIELD_ADDED),
    (base) => stamped(base, stampField(`/AP<</N ${NEW + 2} 0 R>>`, '[50 690 300 730]')),
  ),
  vector(
    'SSA',
    'ssa-stamp-with-script',
    'A document time-stamp is in a new, invisible field that runs a script.',
    invalid('Document_Timestamp', /Late/),
    (base) => stamped(base, stampField(`/AA<</PV${SCRIPT}>>`)),
  ),
  vector(
    'SSA',
    'ssa-stamp-with-note',
    'A document time-stamp is in a new field whose widget is also a note.',
    invalid('Document_Timestamp', /Late/),
    (base) => stamped(base, stampField('').replace('/Subtype/Widget', '/Subtype/FreeText/Contents(Pay 900 EUR)')),
  ),
  vector(
    'SSA',
    'ssa-stamp-with-popup',
    'A document time-stamp is in a new field that opens a pop-up window.',
    invalid('Document_Timestamp', /Late/),
    (base) => stamped(base, stampField(`/Popup ${NEW + 2} 0 R`)),
  ),
  vector(
    'benign',
    'benign-stamp-in-new-field',
    'A document time-stamp is in a new, invisible field, as archives add it.',
    VALID,
    async (base) => ({ ...(await stamped(base, stampField(''))), told: ['timestamp'] }),
  ),
];
