/** The document and all that is done on it: pages, fields and what is wrong with a value, the bar, making a signature. */
import type { FieldKind } from '@countersign/contract';
import { figuresIn } from '../figures.ts';

const { number, counted } = figuresIn('en');

export const document = {
  documentRegion: 'The document',
  page: (page: number, of: number) => `Page ${number(page)} of ${number(of)}`,
  pageLoading: 'Loading…',
  pageFailed: 'This page could not be loaded.',
  pageWithoutText:
    'This page is a picture without text that could be read aloud. Ask the sender for a copy that can be.',
  zoomLabel: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',

  kinds: {
    signature: 'Signature',
    initials: 'Initials',
    company: 'Company',
    'job-title': 'Job title',
    number: 'Number',
    radio: 'Choice',
    dropdown: 'Choice',
    name: 'Name',
    email: 'E-mail address',
    date: 'Date',
    text: 'Text',
    checkbox: 'Checkbox',
    attachment: 'File',
  } satisfies Record<FieldKind, string>,
  // Short: they stand in the margin beside the page.
  flags: {
    signature: 'Sign',
    initials: 'Initial',
    name: 'Name',
    email: 'E-mail',
    date: 'Date',
    company: 'Fill in',
    'job-title': 'Fill in',
    text: 'Fill in',
    number: 'Fill in',
    checkbox: 'Tick',
    radio: 'Pick',
    dropdown: 'Pick',
    attachment: 'File',
  } satisfies Record<FieldKind, string>,
  optional: 'optional',
  onPage: (page: number) => `Page\u00a0${number(page)}`,
  done: 'done',
  open: 'to do',
  toDo: 'What to do',
  from: 'From',
  optionalParts: 'If you like',
  fieldName: ({ label, required, done, page, value }: FieldName): string =>
    [
      label,
      required ? 'required' : 'optional',
      done ? `done${value === '' ? '' : `: ${value}`}` : 'not done yet',
      `page ${number(page)}`,
    ].join(', '),
  choose: 'Choose…',
  faults: {
    required: 'This has to be filled in.',
    email: 'Enter an e-mail address such as name@example.com.',
    date: 'Enter a date.',
    number: 'Enter a number with figures and a decimal point only, such as 1250 or 99.50.',
    short: counted({
      one: 'This is too short: at least # character.',
      other: 'This is too short: at least # characters.',
    }),
    long: counted({ one: 'This is too long: at most # character.', other: 'This is too long: at most # characters.' }),
    min: (limit: number) => `Enter a number of at least ${limit}.`,
    max: (limit: number) => `Enter a number of at most ${limit}.`,
    whole: 'Enter a whole number.',
    decimals: counted({ one: 'Enter at most # decimal.', other: 'Enter at most # decimals.' }),
  },
  /** What only the service can find, by its codes. */
  refusals: {
    required: 'This has to be filled in.',
    invalid_option: 'Choose one of the options.',
    invalid_number: 'This number has too many digits.',
    pattern: 'This does not have the form that the sender asks for.',
    read_only: 'This was filled in by the sender and cannot be changed.',
    condition_not_met: 'This is no longer asked for, by what else you entered.',
    other: 'This was not accepted. Check what you entered.',
  },

  barRegion: 'Next step',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  progressNothing: 'Nothing to fill in',
  allDone: 'All done',
  start: 'Start',
  next: 'Next',
  finish: 'Finish',
  upNext: (label: string, page: number) => `Next: ${label} · page\u00a0${number(page)}`,
  nextUp: (label: string, page: number) => `Next: ${label}, page ${number(page)}.`,
  everythingDone: 'Everything is done. You can finish now.',
  /** What the main button says at a place for one. */
  here: {
    signature: { make: 'Sign here', place: 'Put signature here' },
    initials: { make: 'Initial here', place: 'Put initials here' },
  },
  changeSignature: 'Change',

  marks: {
    signature: {
      title: 'Your signature',
      once: 'Make it once. It is used for every place you sign in this document.',
      typeLabel: 'Your name',
      use: 'Use signature',
    },
    initials: {
      title: 'Your initials',
      once: 'Make them once. They are used for every place you initial in this document.',
      typeLabel: 'Your initials',
      use: 'Use initials',
    },
  },
  waysToSign: 'Ways to sign',
  draw: 'Draw',
  type: 'Type',
  upload: 'Upload',
  drawHint: 'Use your finger, a pen or the mouse.',
  drawSurface: 'Surface to draw your signature on. If you cannot draw, choose Type.',
  undo: 'Undo',
  clear: 'Clear',
  typeHint: 'This is how it will look:',
  typePreview: 'Preview of your signature',
  uploadChoose: 'Choose a picture',
  uploadOther: 'Choose another',
  uploadHint: 'A photo or scan of your signature: PNG or JPEG. It is made smaller on your device before it is sent.',
  uploadPreview: 'The picture you chose',
  uploadFaults: {
    type: 'That is not a PNG or JPEG picture. Choose another file.',
    unreadable: 'That picture could not be read. Choose another file.',
    size: 'That picture stays too large even when made smaller. Crop it to the signature and try again.',
  },
};

export type FieldName = { label: string; required: boolean; done: boolean; page: number; value: string };
