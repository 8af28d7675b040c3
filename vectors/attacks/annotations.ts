import { readState } from '@countersign/pdf-sign';
import { honest, sendOut, sendWithLevel, signAs } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { change, fieldObject } from '../kit/update.ts';
import { drawing, ID, makeUpload, NEW, SCRIPT } from '../kit/upload.ts';
import { invalid, VALID, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Evil annotation attacks on certified documents (Rohlmann et al., IEEE S&P 2021).

const note = (more = '') =>
  `<</Type/Annot/Subtype/FreeText/Rect[50 690 300 730]/DA(/F 24 Tf)/Contents(Pay 900 EUR)${more}>>`;

/** Places a note or another annotation over the text. */
const annotated = async (base: Base, level: 1 | 2 | 3, annotation: string, more: Record<number, string> = {}) => {
  const { file } = await sendWithLevel(base.authority, level);
  return {
    file: change(file, ID.page, (page) => page.replace('/Annots [', `/Annots [${NEW} 0 R `), {
      [NEW]: annotation,
      ...more,
    }),
  };
};
const ADDED = /annotation was added to page 1/;

export const annotations: readonly Vector[] = [
  vector(
    'EAA',
    'eaa-p1',
    'A note is placed over the text of a document certified with P=1.',
    invalid('Seal', ADDED),
    (base) => annotated(base, 1, note()),
  ),
  vector(
    'EAA',
    'eaa-p2',
    'A note is placed over the text of a document certified with P=2.',
    invalid('Seal', ADDED),
    (base) => annotated(base, 2, note()),
  ),
  vector(
    'EAA',
    'eaa-p3-after-lock',
    'A document certified with P=3 gets a note after an approval signature whose lock permits less (P=2).',
    invalid('Signer_1', ADDED),
    async (base) => {
      const { file } = await sendOut(base.authority, makeUpload(), {
        tail: (source) => source.replace('/P 2/V', '/P 3/V').replace('/Type /SigFieldLock', '/P 2'.padEnd(19)),
      });
      const doc = await signAs({ file, state: readState(file) }, 'Signer_1', honest(base.ann, base.authority));
      return {
        file: change(doc.file, ID.page, (page) => page.replace('/Annots [', `/Annots [${NEW} 0 R `), { [NEW]: note() }),
      };
    },
  ),
  vector(
    'EAA',
    'eaa-p3-script',
    'A note with a script is added to a document certified with P=3.',
    invalid('Seal', /annotation/),
    (base) => annotated(base, 3, note(`/A${SCRIPT}`)),
  ),
  vector(
    'EAA',
    'eaa-p3-actions',
    'A note with an action that runs when the note becomes visible is added to a document certified with P=3.',
    invalid('Seal', /annotation/),
    (base) => annotated(base, 3, note(`/AA<</PV${SCRIPT}>>`)),
  ),
  vector(
    'EAA',
    'eaa-p3-attachment',
    'An annotation with an attached file is added to a document certified with P=3.',
    invalid('Seal', /annotation/),
    (base) => annotated(base, 3, '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</Type/Filespec/F(a.exe)>>>>'),
  ),
  vector(
    'EAA',
    'eaa-p3-widget',
    'A widget without a field is placed over the text of a document certified with P=3.',
    invalid('Seal', /annotation/),
    (base) => annotated(base, 3, `<</Type/Annot/Subtype/Widget/Rect[50 690 300 730]/AP<</N ${ID.stampLook} 0 R>>>>`),
  ),
  vector(
    'EAA',
    'eaa-p3-shared-appearance',
    'A note is added to a document certified with P=3, and its appearance replaces an object that the page draws.',
    invalid('Seal', /page 1 changed/),
    (base) => annotated(base, 3, note(`/AP<</N ${ID.logo} 0 R>>`), { [ID.logo]: drawing('0 0 100 50 re f') }),
  ),
  vector(
    'EAA',
    'eaa-p3-mark-taken',
    'A signature appearance is removed from the page of a document certified with P=3.',
    invalid('Seal', /annotation was removed/),
    async (base) => {
      const sent = await sendWithLevel(base.authority, 3);
      const { file } = await signAs(sent, 'Signer_1', honest(base.ann, base.authority));
      return { file: change(file, ID.page, (page) => page.replace(` ${fieldObject(file, 'Signer_1')} 0 R`, '')) };
    },
  ),
  vector(
    'benign',
    'benign-annotation-taken-p3',
    'A note is removed from a document certified with P=3, which permits this. The report lists the change.',
    VALID,
    async (base) => ({
      file: change((await sendWithLevel(base.authority, 3)).file, ID.page, (page) =>
        page.replace(`${ID.stamp} 0 R `, ''),
      ),
      told: ['annotation'],
      isChangedSince: true,
    }),
  ),
  vector(
    'benign',
    'benign-annotation-p3',
    'A note is added to a document certified with P=3, which permits notes. The report lists the note.',
    VALID,
    async (base) => ({
      ...(await annotated(base, 3, note())),
      told: ['annotation'],
      isChangedSince: true,
    }),
  ),
];
