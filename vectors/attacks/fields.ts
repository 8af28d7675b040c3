import { fieldObject, change, changeField, sourceOf, update } from '../kit/update.ts';
import { drawing } from '../kit/upload.ts';
import { invalid, VALID, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Attacks on check boxes, radio groups and drop-down fields: their values, their appearances and the meanings of their
// options.

/** Returns the object number of one of a field's buttons. Buttons are counted from 0. */
export function buttonObject(file: Buffer, name: string, nth = 0): number {
  const kids = /\/Kids \[([^\]]*)\]/.exec(sourceOf(file, fieldObject(file, name)))?.[1] ?? '';
  return Number([...kids.matchAll(/(\d+) 0 R/g)][nth]?.[1]);
}

/** Changes a field's object and one of its buttons in a single update. */
function changeBoth(
  file: Buffer,
  name: string,
  nth: number,
  field: (source: string) => string,
  button: (source: string) => string,
): Buffer {
  const number = buttonObject(file, name, nth);
  return change(file, fieldObject(file, name), field, { [number]: button(sourceOf(file, number)) });
}

const says = (value: string) => (source: string) => source.replace(/\/V \/\w+/, `/V /${value}`);
const shows = (state: string) => (source: string) => source.replace(/\/AS \/\w+/, `/AS /${state}`);
const LOOKS = /\/(\w+) (\d+ 0 R)\s*\/Off (\d+ 0 R)/;

export const fields: readonly Vector[] = [
  vector(
    'field lock',
    'lock-check-mark-taken',
    'A signed check mark is removed.',
    invalid('Signer_1', /Agree_1\b.* filled in/),
    ({ first }) => ({ file: changeField(first.file, 'Agree_1', (field) => shows('Off')(says('Off')(field))) }),
  ),
  vector(
    'field lock',
    'lock-radio-changed',
    'Another radio button is chosen after its signer has signed.',
    invalid('Signer_2', /Way_2\b/),
    ({ second }) => ({ file: changeBoth(second.file, 'Way_2', 0, says('0'), shows('0')) }),
  ),
  vector(
    'field lock',
    'lock-dropdown-changed',
    'Another option is chosen after its signer has signed.',
    invalid('Signer_2', /Town_2\b.* filled in/),
    ({ second }) => ({ file: changeField(second.file, 'Town_2', (field) => field.replace('/V (Rome)', '/V (Oslo)')) }),
  ),
  vector(
    'field lock',
    'choice-shown-otherwise',
    'Before signing, a radio group shows a choice other than its value.',
    invalid('Seal', /Way_2\b.* shows another choice than its value/),
    ({ first }) => ({ file: change(first.file, buttonObject(first.file, 'Way_2', 1), shows('1')) }),
  ),
  vector(
    'field lock',
    'choice-said-otherwise',
    'A check box has the value for checked, but appears unchecked.',
    invalid('Seal', /Agree_2\b.* shows another choice than its value/),
    ({ first }) => ({ file: changeField(first.file, 'Agree_2', says('Yes')) }),
  ),
  vector(
    'field lock',
    'choice-of-two-shown',
    'A radio group shows two selected choices.',
    invalid('Signer_2', /Way_2\b/),
    ({ second }) => ({ file: change(second.file, buttonObject(second.file, 'Way_2', 0), shows('0')) }),
  ),
  vector(
    'field lock',
    'choice-relabelled',
    'The meanings of two radio buttons are swapped before a choice is made.',
    invalid('Seal', /Way_2\b.* changed \(Opt\)/),
    ({ first }) => ({
      file: changeField(first.file, 'Way_2', (field) => field.replace('(Post) (Pick-up)', '(Pick-up) (Post)')),
    }),
  ),
  vector(
    'field lock',
    'choice-relabelled-dropdown',
    'A dropdown option gets another label.',
    invalid('Seal', /Town_2\b.* changed \(Opt\)/),
    ({ first }) => ({ file: changeField(first.file, 'Town_2', (field) => field.replace('(Rome)', '(Paris)')) }),
  ),
  vector(
    'field lock',
    'choice-of-nothing-offered',
    'A dropdown field is filled in with a value that is not among its options.',
    invalid('Seal', /Town_2\b.* has a value that is none of its options/),
    ({ first }) => ({ file: changeField(first.file, 'Town_2', (field) => field.replace('/FT', '/V(Paris)/FT')) }),
  ),
  vector(
    'field lock',
    'choice-looks-swapped',
    "A check box's two appearances are swapped, so it appears checked when it is not.",
    invalid('Seal', /Agree_2\b.* changed \(AP\)/),
    ({ first }) => ({
      file: changeField(first.file, 'Agree_2', (field) => field.replace(LOOKS, '/$1 $3/Off $2')),
    }),
  ),
  vector(
    'field lock',
    'choice-look-redrawn',
    "A radio button's off appearance is overwritten under the same object number.",
    invalid('Seal', /object \d+ was replaced|page 1 changed/),
    ({ first }) => {
      const look = LOOKS.exec(sourceOf(first.file, buttonObject(first.file, 'Way_2')))?.[3] ?? '';
      return { file: update(first.file, { [Number.parseInt(look, 10)]: drawing('0 g 2 2 10 10 re f') }) };
    },
  ),
  vector(
    'field lock',
    'choice-button-moved',
    'A radio button is moved to the place where another choice is printed.',
    invalid('Seal', /Way_2\b.* changed \(Rect\)/),
    ({ first }) => ({
      file: change(first.file, buttonObject(first.file, 'Way_2'), (button) =>
        button.replace(/\/Rect \[[^\]]*\]/, '/Rect [100 100 114 114]'),
      ),
    }),
  ),
  vector(
    'field lock',
    'choice-button-taken',
    'A button is removed from its group.',
    invalid('Seal', /Way_2\b.* changed \(Kids\)/),
    ({ first }) => ({
      file: changeField(first.file, 'Way_2', (field) => field.replace(/\/Kids \[(\d+ 0 R) [^\]]*\]/, '/Kids [$1]')),
    }),
  ),
  vector(
    'field lock',
    'choice-made-push-button',
    'A radio group becomes a push button, which can have any appearance.',
    invalid('Seal', /Way_2\b.* changed \(Ff\)/),
    ({ first }) => ({ file: changeField(first.file, 'Way_2', (field) => field.replace(/\/Ff \d+/, '/Ff 65537')) }),
  ),
  vector(
    'benign',
    'benign-chosen-before-signing',
    'A radio button is selected before its signer signs, with matching value and appearance. The report lists the change.',
    VALID,
    ({ first }) => ({
      file: changeBoth(first.file, 'Way_2', 1, says('1'), shows('1')),
      told: ['field-filled'],
      isChangedSince: true,
    }),
  ),
  vector(
    'benign',
    'benign-option-before-signing',
    'An option is selected before its signer signs. The report lists the change.',
    VALID,
    ({ first }) => ({
      file: changeField(first.file, 'Town_2', (field) => field.replace('/FT', '/V(Oslo)/FT')),
      told: ['field-filled'],
      isChangedSince: true,
    }),
  ),
];
