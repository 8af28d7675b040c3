import { readState } from '@countersign/pdf-sign';
import { honest, signAs } from '../kit/document.ts';
import { change, changeField, fieldObject, objectWith, sourceOf, update } from '../kit/update.ts';
import { drawing, ID, NEW, SCRIPT } from '../kit/upload.ts';
import { invalid, VALID, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Fields locked by a signature (FieldMDP, /Lock), and fields whose type changes before they are signed.

const filled = (file: Buffer, name: string) => changeField(file, name, (field) => field.replace('/FT', '/V(Rome)/FT'));
const LOCKED = /form field "Date_1".* filled in/;

export const locks: readonly Vector[] = [
  vector(
    'field lock',
    'lock-value-changed',
    "A signer's field value is changed after signing.",
    invalid('Signer_1', LOCKED),
    ({ first }) => ({
      file: changeField(first.file, 'Date_1', (field) => field.replace('2026-11-20', '2020-01-01')),
    }),
  ),
  vector(
    'field lock',
    'lock-value-changed-and-signed',
    "The second signer's revision also changes the first signer's value. Only the second signature stays valid.",
    invalid('Signer_1', LOCKED),
    async (base) => {
      const changed = changeField(base.first.file, 'Date_1', (field) => field.replace('2026-11-20', '2020-01-01'));
      return {
        file: (await signAs({ file: changed, state: readState(changed) }, 'Signer_2', honest(base.bob, base.authority)))
          .file,
      };
    },
  ),
  vector(
    'field lock',
    'lock-appearance-changed',
    "A signed field's appearance is replaced, but its value stays the same.",
    invalid('Signer_1', LOCKED),
    ({ first }) => ({
      file: changeField(first.file, 'Date_1', (field) =>
        field.replace(/\/AP <<.*?>>/, `/AP <</N ${ID.stampLook} 0 R>>`),
      ),
    }),
  ),
  vector(
    'field lock',
    'lock-appearance-redrawn',
    "A signed field's appearance is overwritten under the same object number.",
    invalid('Signer_1', /object \d+ was replaced|Date_1".* filled in/),
    ({ first }) => ({
      file: update(first.file, { [objectWith(first.file, '(2026-11-20) Tj')]: drawing('') }),
    }),
  ),
  vector(
    'field lock',
    'lock-removed',
    'The lock is removed from a signed field, and then a value is changed.',
    invalid('Signer_1', LOCKED),
    ({ first }) => ({
      file: changeField(
        changeField(first.file, 'Signer_1', (field) => field.replace(/\/Lock <<.*?>>/s, '')),
        'Date_1',
        (field) => field.replace('2026-11-20', '2020-01-01'),
      ),
    }),
  ),
  vector(
    'field lock',
    'lock-loosened-before-signing',
    "The lock of the second signer's field is loosened before signing.",
    invalid('Seal', /Signer_2 changed \(Lock\)|object \d+ was replaced/),
    ({ first }) => ({
      file: changeField(first.file, 'Signer_2', (field) =>
        field.replace(/\/Lock <<.*?>>/s, '/Lock <</Type/SigFieldLock/Action/Include/Fields[]>>'),
      ),
    }),
  ),
  vector(
    'field lock',
    'lock-sender-field',
    "A field of the uploaded form is filled in, although the certification's FieldMDP locks it.",
    invalid('Seal', /form field "Total".* filled in/),
    ({ sent }) => ({
      file: change(sent.file, ID.total, (total) => total.replace('(100)', '(900)')),
    }),
  ),
  vector(
    'field lock',
    'lock-all-after-last',
    'A value is changed after the last signature.',
    invalid('Signer_2', /form field "City_2".* filled in/),
    ({ second }) => ({
      file: changeField(second.file, 'City_2', (field) => field.replace('Oslo', 'Rome')),
    }),
  ),
  vector(
    'field lock',
    'lock-renamed',
    'A signed field is renamed, so the lock no longer lists its name.',
    invalid('Signer_1', /Date_1".* was removed or renamed/),
    ({ first }) => ({
      file: changeField(first.file, 'Date_1', (field) => field.replace('(Date_1)', '(Date_9)')),
    }),
  ),
  vector(
    'field lock',
    'lock-parent-renamed',
    'A signed field is moved under a new parent, which changes its full name.',
    invalid('Signer_1', /Date_1".* was removed or renamed/),
    ({ first }) => {
      const field = fieldObject(first.file, 'Date_1');
      return {
        file: update(first.file, {
          [ID.form]: sourceOf(first.file, ID.form).replace(`${field} 0 R`, `${NEW} 0 R`),
          [NEW]: `<</T(Group)/Kids[${field} 0 R]>>`,
        }),
      };
    },
  ),
  vector(
    'field lock',
    'lock-moved',
    'An unsigned field is moved over the text.',
    invalid('Seal', /City_2 changed \(Rect\)/),
    ({ first }) => ({
      file: changeField(first.file, 'City_2', (field) => field.replace(/\/Rect \[[^\]]*\]/, '/Rect [50 690 300 730]')),
    }),
  ),
  vector(
    'field lock',
    'lock-hidden',
    "A signed field's flags are changed to hide it.",
    invalid('Signer_1', /Date_1 changed \(F\)/),
    ({ first }) => ({
      file: changeField(first.file, 'Date_1', (field) => field.replace(/\/F \d+/, '/F 2')),
    }),
  ),
  vector(
    'field lock',
    'lock-type-changed',
    'An unsigned text field becomes a button with an action.',
    invalid('Seal', /City_2/),
    ({ first }) => ({
      file: changeField(first.file, 'City_2', (field) =>
        field.replace('/FT /Tx', '/FT /Btn').replace('/FT', `/A${SCRIPT}/FT`),
      ),
    }),
  ),
  vector(
    'benign',
    'benign-filled-before-signing',
    'A field is filled in before its signer signs. The report lists the change.',
    VALID,
    ({ first }) => ({
      file: filled(first.file, 'City_2'),
      told: ['field-filled'],
      isChangedSince: true,
    }),
  ),
];
