import { prepareDocTimestamp, readState } from '@countersign/pdf-sign';
import { close, FILE_ID, honest, sendOut, sendWithLevel, signAs } from '../kit/document.ts';
import type { Base, Doc } from '../kit/document.ts';
import { after, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { change, changeField, fieldObject, lastRange, objectWith, sourceOf, update } from '../kit/update.ts';
import { drawing, ID, makeUpload, NEW } from '../kit/upload.ts';
import { indeterminate, invalid, VALID } from '../kit/vector.ts';
import type { Expected, Vector, VectorClass } from '../kit/vector.ts';

// Evil annotation and sneaky signature attacks on certified documents (Rohlmann et al., IEEE S&P 2021), and fields that
// a signature has locked.

const vector = (kind: VectorClass, name: string, description: string, expected: Expected, make: Vector['make']): Vector => ({
  name,
  class: kind,
  description,
  expected,
  make,
});

const note = (more = '') => `<</Type/Annot/Subtype/FreeText/Rect[50 690 300 730]/DA(/F 24 Tf)/Contents(Pay 900 EUR)${more}>>`;

/** A note is put over the text, or whatever stands for it. */
const annotated = async (base: Base, level: 1 | 2 | 3, annotation: string, more: Record<number, string> = {}) => {
  const { file } = await sendWithLevel(base.authority, level);
  return {
    file: change(file, ID.page, (page) => page.replace('/Annots [', `/Annots [${NEW} 0 R `), { [NEW]: annotation, ...more }),
  };
};

const signedAt = async (base: Base, level: 1 | 2 | 3): Promise<Doc> =>
  signAs(await sendWithLevel(base.authority, level), 'Signer_1', honest(base.ann, base.authority));

/** A new signature field, and a signature of somebody in it. */
async function sneaked(base: Base, level: 1 | 2 | 3, edit: (source: string) => string = (source) => source) {
  const { file, state } = await sendWithLevel(base.authority, level);
  const withField = update(file, {
    [ID.form]: sourceOf(file, ID.form).replace('/Fields [', `/Fields [${NEW} 0 R `),
    [ID.page]: sourceOf(file, ID.page).replace('/Annots [', `/Annots [${NEW} 0 R `),
    [NEW]: edit(`<</Type/Annot/Subtype/Widget/FT/Sig/T (Sneaked)/F 132/P ${ID.page} 0 R/Rect[50 690 300 730]/AP<</N ${ID.stampLook} 0 R>>/V ${NEW + 1} 0 R>>`),
    [NEW + 1]: sourceOf(base.first.file, objectWith(base.first.file, '/ByteRange')),
  });
  return { file: await resign(base, withField, state.length) };
}

/** Signs a file whose last revision holds a signature dictionary with room for it. */
async function resign(base: Base, file: Buffer, start: number): Promise<Buffer> {
  const open = file.toString('latin1').lastIndexOf('/Contents <') + '/Contents '.length;
  const end = file.indexOf('>', open) + 1;
  const { at, length } = lastRange(file);
  const tail = Buffer.from(file.subarray(start));
  const byteRange: [number, number, number, number] = [0, open, end, file.length - end];
  tail.write(`[${byteRange.join(' ')}]`.padEnd(length), at - start, 'latin1');
  const contents = { offset: open - start, length: end - open };
  const unsigned = { tail, contents, byteRange, state: base.sent.state };
  return (await close(file.subarray(0, start), unsigned, honest(base.eve, base.stranger))).file;
}

/** A document time-stamp in a new field, whose field is more than it should be. */
async function stamped(base: Base, edit: (source: string) => string) {
  const sealedState = base.second.state;
  const unsigned = prepareDocTimestamp(sealedState, { fileId: FILE_ID });
  const doc = await close(base.second.file, unsigned, (digest) => stamp(base.authority, digest, after(SIGNED_AT, 0.02)));
  const { file } = doc;
  return { file: changeField(file, 'Document_Timestamp', edit) };
}

/** As an attacker would add a document time-stamp of our own authority (which stamps for everybody) to a finished file. */
async function stampedAnew(base: Base, field: string) {
  const { file } = base.sealed;
  const dictionary = sourceOf(file, objectWith(file, '/ETSI.RFC3161'));
  const withField = update(file, {
    [ID.form]: sourceOf(file, ID.form).replace('/Fields [', `/Fields [${NEW} 0 R `),
    [ID.page]: sourceOf(file, ID.page).replace('/Annots [', `/Annots [${NEW} 0 R `),
    [NEW]: field,
    [NEW + 1]: dictionary,
    [NEW + 2]: drawing('1 g 0 0 100 50 re f'),
  });
  const open = withField.toString('latin1').lastIndexOf('/Contents <') + '/Contents '.length;
  const end = withField.indexOf('>', open) + 1;
  const { at, length } = lastRange(withField);
  const tail = Buffer.from(withField.subarray(file.length));
  const byteRange: [number, number, number, number] = [0, open, end, withField.length - end];
  tail.write(`[${byteRange.join(' ')}]`.padEnd(length), at - file.length, 'latin1');
  const unsigned = { tail, contents: { offset: open - file.length, length: end - open }, byteRange, state: base.sealed.state };
  return close(file, unsigned, (digest) => stamp(base.authority, digest, after(SIGNED_AT, 0.03)));
}

const stampField = (more: string, rect = '[0 0 0 0]') =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T (Late)/F 132/P ${ID.page} 0 R/Rect${rect}/V ${NEW + 1} 0 R${more}>>`;

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const ADDED = /annotation was added to page 1/;
const FIELD_ADDED = /signature field \w+ added/;

const annotations: readonly Vector[] = [
  vector('EAA', 'eaa-p1', 'A note over the text of a document that was certified with P=1.', invalid('Seal', ADDED), (base) => annotated(base, 1, note())),
  vector('EAA', 'eaa-p2', 'A note over the text of a document that was certified with P=2.', invalid('Seal', ADDED), (base) => annotated(base, 2, note())),
  vector('EAA', 'eaa-p3-after-lock', 'A note after an approval signature whose own lock permits less (P=2) than the certification (P=3).', invalid('Signer_1', ADDED), async (base) => {
    const { file } = await sendOut(base.authority, makeUpload(), {
      tail: (source) => source.replace('/P 2/V', '/P 3/V').replace('/Type /SigFieldLock', '/P 2'.padEnd(19)),
    });
    const doc = await signAs({ file, state: readState(file) }, 'Signer_1', honest(base.ann, base.authority));
    return { file: change(doc.file, ID.page, (page) => page.replace('/Annots [', `/Annots [${NEW} 0 R `), { [NEW]: note() }) };
  }),
  vector('EAA', 'eaa-p3-script', 'A note with a script, certified with P=3.', invalid('Seal', /annotation/), (base) => annotated(base, 3, note(`/A${script}`))),
  vector('EAA', 'eaa-p3-actions', 'A note that acts when it is seen, certified with P=3.', invalid('Seal', /annotation/), (base) => annotated(base, 3, note(`/AA<</PV${script}>>`))),
  vector('EAA', 'eaa-p3-attachment', 'An annotation that carries a file, certified with P=3.', invalid('Seal', /annotation/), (base) =>
    annotated(base, 3, '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</Type/Filespec/F(a.exe)>>>>')),
  vector('EAA', 'eaa-p3-widget', 'A widget of no field is put over the text, certified with P=3.', invalid('Seal', /annotation/), (base) =>
    annotated(base, 3, `<</Type/Annot/Subtype/Widget/Rect[50 690 300 730]/AP<</N ${ID.stampLook} 0 R>>>>`)),
  vector('EAA', 'eaa-p3-shared-appearance', 'A note whose appearance replaces an object that the page draws, certified with P=3.', invalid('Seal', /page 1 changed/), (base) =>
    annotated(base, 3, note(`/AP<</N ${ID.logo} 0 R>>`), { [ID.logo]: drawing('0 0 100 50 re f') })),
  vector('EAA', 'eaa-p3-mark-taken', "A signer's mark is taken from the page, certified with P=3.", invalid('Seal', /annotation was taken/), async (base) => {
    const { file } = await signedAt(base, 3);
    return { file: change(file, ID.page, (page) => page.replace(` ${fieldObject(file, 'Signer_1')} 0 R`, '')) };
  }),
  vector('benign', 'benign-annotation-taken-p3', 'A note is taken from a document that was certified with P=3, which permits that: told, and valid.', VALID, async (base) => ({
    file: change((await sendWithLevel(base.authority, 3)).file, ID.page, (page) => page.replace(`${ID.stamp} 0 R `, '')),
    told: ['annotation'],
    isChangedSince: true,
  })),
  vector('benign', 'benign-annotation-p3', 'A note on a document that was certified with P=3, which permits notes: told, and valid.', VALID, async (base) => ({
    ...(await annotated(base, 3, note())),
    told: ['annotation'],
    isChangedSince: true,
  })),
];

const signatures: readonly Vector[] = [
  vector('SSA', 'ssa-p1', 'A signer signs a document that was certified with P=1.', invalid('Seal', /signature in Signer_1/), async (base) => ({ file: (await signedAt(base, 1)).file })),
  vector('SSA', 'ssa-p1-filled', 'A field is filled in on a document that was certified with P=1.', invalid('Seal', /City_2 filled in/), async (base) => ({
    file: changeField((await sendWithLevel(base.authority, 1)).file, 'City_2', (field) => field.replace('/FT', '/V(Rome)/FT')),
  })),
  vector('SSA', 'ssa-p2-new-field', 'A new signature field with a signature in it, shown over the text, certified with P=2.', invalid('Seal', FIELD_ADDED), (base) => sneaked(base, 2)),
  vector('SSA', 'ssa-p3-new-field', 'The same, certified with P=3.', invalid('Seal', FIELD_ADDED), (base) => sneaked(base, 3)),
  vector('SSA', 'ssa-p2-field-of-same-name', 'A new signature field has the name of an existing one.', invalid('Seal', FIELD_ADDED), (base) =>
    sneaked(base, 2, (source) => source.replace('(Sneaked)', '(Signer_2)'))),
  vector('SSA', 'ssa-by-stranger', "Somebody of an unknown authority signs in the second signer's place.", indeterminate('Signer_2', /not issued by an authority that is trusted/), async (base) => ({
    file: (await signAs(base.first, 'Signer_2', honest(base.eve, base.stranger))).file,
  })),
  vector('SSA', 'ssa-place-moved', "The second signer's place is moved over the text before it is signed.", invalid('Seal', /Signer_2 changed \(Rect\)/), (base) => ({
    file: changeField(base.first.file, 'Signer_2', (field) => field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]')),
  })),
  vector('SSA', 'ssa-place-with-action', "The second signer's place gets an action before it is signed.", invalid('Seal', /Signer_2 changed \(A\)/), (base) => ({
    file: changeField(base.first.file, 'Signer_2', (field) => field.replace('/FT', `/A${script}/FT`)),
  })),
  vector('SSA', 'ssa-stamp-changed-afterwards', "The document time-stamp's field is made visible afterwards.", invalid('Document_Timestamp', /Document_Timestamp changed \(Rect\)/), (base) =>
    stamped(base, (field) => field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]'))),
  vector('SSA', 'ssa-stamp-visible', 'A document time-stamp in a new field that is shown over the text.', invalid('Document_Timestamp', FIELD_ADDED), async (base) => ({
    file: (await stampedAnew(base, stampField(`/AP<</N ${NEW + 2} 0 R>>`, '[50 690 300 730]'))).file,
  })),
  vector('SSA', 'ssa-stamp-with-script', 'A document time-stamp in a new, invisible field that runs a script.', invalid('Document_Timestamp', /Late/), async (base) => ({
    file: (await stampedAnew(base, stampField(`/AA<</PV${script}>>`))).file,
  })),
  vector('SSA', 'ssa-stamp-with-note', 'A document time-stamp in a new field whose widget is a note at the same time.', invalid('Document_Timestamp', /Late/), async (base) => ({
    file: (await stampedAnew(base, stampField('').replace('/Subtype/Widget', '/Subtype/FreeText/Contents(Pay 900 EUR)'))).file,
  })),
  vector('SSA', 'ssa-stamp-with-popup', 'A document time-stamp in a new field that opens a pop-up.', invalid('Document_Timestamp', /Late/), async (base) => ({
    file: (await stampedAnew(base, stampField(`/Popup ${NEW + 2} 0 R`))).file,
  })),
  vector('benign', 'benign-stamp-in-new-field', 'A document time-stamp in a new, invisible field, as archives add them.', VALID, async (base) => ({
    file: (await stampedAnew(base, stampField(''))).file,
    told: ['timestamp'],
  })),
];

const filled = (file: Buffer, name: string) => changeField(file, name, (field) => field.replace('/FT', '/V(Rome)/FT'));
const LOCKED = /form field Date_1 filled in/;

const locks: readonly Vector[] = [
  vector('field lock', 'lock-value-changed', "The value of a signer's field is changed after she has signed.", invalid('Signer_1', LOCKED), ({ first }) => ({
    file: changeField(first.file, 'Date_1', (field) => field.replace('2026-11-20', '2020-01-01')),
  })),
  vector('field lock', 'lock-value-changed-and-signed', "The second signer's revision changes the first signer's value too: his signature stands, hers does not.", invalid('Signer_1', LOCKED), async (base) => {
    const changed = changeField(base.first.file, 'Date_1', (field) => field.replace('2026-11-20', '2020-01-01'));
    return { file: (await signAs({ file: changed, state: readState(changed) }, 'Signer_2', honest(base.bob, base.authority))).file };
  }),
  vector('field lock', 'lock-appearance-changed', "The look of a signer's value is exchanged, the value stays.", invalid('Signer_1', LOCKED), ({ first }) => ({
    file: changeField(first.file, 'Date_1', (field) => field.replace(/\/AP <<.*?>>/, `/AP <</N ${ID.stampLook} 0 R>>`)),
  })),
  vector('field lock', 'lock-appearance-redrawn', "The look of a signer's value is redrawn in place.", invalid('Signer_1', /object \d+ was replaced|Date_1 filled in/), ({ first }) => ({
    file: update(first.file, { [objectWith(first.file, '(2026-11-20) Tj')]: drawing('') }),
  })),
  vector('field lock', 'lock-check-mark-taken', 'A signed check mark is taken away.', invalid('Signer_1', /form field Agree_1 filled in/), ({ first }) => ({
    file: changeField(first.file, 'Agree_1', (field) => field.replace(/\/AP <<.*?>>/, '')),
  })),
  vector('field lock', 'lock-removed', "The lock is taken from a signed field, and then a value is changed.", invalid('Signer_1', LOCKED), ({ first }) => ({
    file: changeField(
      changeField(first.file, 'Signer_1', (field) => field.replace(/\/Lock <<.*?>>/s, '')),
      'Date_1',
      (field) => field.replace('2026-11-20', '2020-01-01'),
    ),
  })),
  vector('field lock', 'lock-loosened-before-signing', "The second signer's lock is loosened before he signs.", invalid('Seal', /Signer_2 changed \(Lock\)|object \d+ was replaced/), ({ first }) => ({
    file: changeField(first.file, 'Signer_2', (field) => field.replace(/\/Lock <<.*?>>/s, '/Lock <</Type/SigFieldLock/Action/Include/Fields[]>>')),
  })),
  vector('field lock', 'lock-sender-field', "A field of the uploaded form is filled in, which the certification's FieldMDP locks.", invalid('Seal', /form field Total filled in/), ({ sent }) => ({
    file: change(sent.file, ID.total, (total) => total.replace('(100)', '(900)')),
  })),
  vector('field lock', 'lock-all-after-last', 'A value is changed after the last signature.', invalid('Signer_2', /form field City_2 filled in/), ({ second }) => ({
    file: changeField(second.file, 'City_2', (field) => field.replace('Oslo', 'Rome')),
  })),
  vector('field lock', 'lock-renamed', 'A signed field is renamed, so that its lock does not name it.', invalid('Signer_1', /Date_1 was taken out or renamed/), ({ first }) => ({
    file: changeField(first.file, 'Date_1', (field) => field.replace('(Date_1)', '(Date_9)')),
  })),
  vector('field lock', 'lock-parent-renamed', 'A signed field is hung below a new parent, so that its full name is another.', invalid('Signer_1', /Date_1 was taken out or renamed/), ({ first }) => {
    const field = fieldObject(first.file, 'Date_1');
    return {
      file: update(first.file, {
        [ID.form]: sourceOf(first.file, ID.form).replace(`${field} 0 R`, `${NEW} 0 R`),
        [NEW]: `<</T(Group)/Kids[${field} 0 R]>>`,
      }),
    };
  }),
  vector('field lock', 'lock-moved', 'An unsigned field is moved over the text.', invalid('Seal', /City_2 changed \(Rect\)/), ({ first }) => ({
    file: changeField(first.file, 'City_2', (field) => field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]')),
  })),
  vector('field lock', 'lock-hidden', "A signed field is hidden by its flags.", invalid('Signer_1', /Date_1 changed \(F\)/), ({ first }) => ({
    file: changeField(first.file, 'Date_1', (field) => field.replace(/\/F \d+/, '/F 2')),
  })),
  vector('field lock', 'lock-type-changed', 'An unsigned text field becomes a button with an action.', invalid('Seal', /City_2/), ({ first }) => ({
    file: changeField(first.file, 'City_2', (field) => field.replace('/FT /Tx', '/FT /Btn').replace('/FT', `/A${script}/FT`)),
  })),
  vector('benign', 'benign-filled-before-signing', "A field is filled in before its signer signs: permitted, and told.", VALID, ({ first }) => ({
    file: filled(first.file, 'City_2'),
    told: ['field-filled'],
    isChangedSince: true,
  })),
];

export const certified: readonly Vector[] = [...annotations, ...signatures, ...locks];
