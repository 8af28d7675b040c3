import { changeField, changeSignature, lastRange, overwrite, overwriteRange } from '../kit/update.ts';
import { invalid } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Universal signature forgery: data that a validator needs is missing or invalid, so that a weak validator skips its
// checks (Mladenov et al., "1 Trillion Dollar Refund", CCS 2019).

type Edit = readonly [name: string, what: string, because: RegExp, edit: (file: Buffer) => Buffer];

const NOT_FOUR = /byte range is not four numbers/;
const NOT_COVERING = /byte range does not cover the file from its start/;
const NO_CONTAINER = /has no container/;
const NOT_ITS_CONTENTS = /excludes something other than the signature/;
const REPLACED = /The signature in Signer_2 was replaced|signature in Signer_2 was replaced/;

const inPlace: readonly Edit[] = [
  [
    'contents-missing',
    'The key /Contents is overwritten.',
    NO_CONTAINER,
    (file) => overwrite(file, '/Contents <', '/Contentx <'),
  ],
  ['contents-zeros', 'The container in /Contents is overwritten with zeros.', NO_CONTAINER, zeros],
  [
    'byterange-missing',
    'The key /ByteRange is overwritten.',
    NOT_FOUR,
    (file) => overwrite(file, '/ByteRange [', '/ByteRangx ['),
  ],
  ['byterange-null', '/ByteRange is null.', NOT_FOUR, (file) => overwriteRange(file, 'null')],
  ['byterange-empty', '/ByteRange is an empty array.', NOT_FOUR, (file) => overwriteRange(file, '[]')],
  ['byterange-number', '/ByteRange is a number.', NOT_FOUR, (file) => overwriteRange(file, '0')],
  ['byterange-names', '/ByteRange contains names.', NOT_FOUR, (file) => overwriteRange(file, '[/a/b/c/d]')],
  ['byterange-nulls', '/ByteRange contains nulls.', NOT_FOUR, (file) => overwriteRange(file, '[null null null null]')],
  [
    'byterange-reference',
    '/ByteRange is a reference, so an update can replace its target.',
    NOT_FOUR,
    (file) => overwriteRange(file, '5 0 R'),
  ],
  ['byterange-zeros', '/ByteRange covers nothing.', NOT_COVERING, (file) => overwriteRange(file, '[0 0 0 0]')],
  [
    'byterange-negative',
    '/ByteRange contains negative numbers.',
    NOT_COVERING,
    (file) => overwriteRange(file, '[0 -1 1 -1]'),
  ],
  [
    'subfilter-unknown',
    '/SubFilter names a format that does not exist.',
    /unsupported kind/,
    (file) => overwrite(file, '/ETSI.CAdES.detached', '/ETSI.CAdES.detachXd'),
  ],
  [
    'subfilter-missing',
    'The key /SubFilter is overwritten.',
    /unsupported kind \(none named\)/,
    (file) => overwrite(file, '/SubFilter /ETSI', '/SubFiltex /ETSI'),
  ],
];

const CONTENTS = /\/Contents <[0-9a-f]*>/;
const byUpdate: readonly Edit[] = [
  ['contents-empty', 'An update makes /Contents an empty string.', NOT_ITS_CONTENTS, contents('<>')],
  ['contents-null', 'An update makes /Contents null.', NOT_ITS_CONTENTS, contents('null')],
  ['contents-number', 'An update makes /Contents a number.', NOT_ITS_CONTENTS, contents('0')],
  ['contents-array', 'An update makes /Contents an array.', NOT_ITS_CONTENTS, contents('[<30>]')],
  ['contents-reference', 'An update makes /Contents a reference.', NOT_ITS_CONTENTS, contents('5 0 R')],
  ['contents-zero-byte', 'An update makes /Contents a single zero byte.', NOT_ITS_CONTENTS, contents('<00>')],
  [
    'byterange-dropped',
    'An update omits /ByteRange.',
    NOT_FOUR,
    (file) => changeSignature(file, 'Signer_2', (source) => source.replace(/\/ByteRange \[[^\]]*\]/, '')),
  ],
];

function contents(value: string): (file: Buffer) => Buffer {
  return (file) => changeSignature(file, 'Signer_2', (source) => source.replace(CONTENTS, `/Contents ${value}`));
}

function zeros(file: Buffer): Buffer {
  const [, start = 0, end = 0] = lastRange(file).numbers;
  const copy = Buffer.from(file);
  copy.fill(0x30, start + 1, end - 1);
  return copy;
}

const edits = [...inPlace, ...byUpdate].map(([name, description, because, edit]): Vector => ({
  name: `usf-${name}`,
  class: 'USF',
  description,
  expected: invalid('Signer_2', because),
  make: ({ second }) => ({ file: edit(second.file) }),
}));

export const usf: readonly Vector[] = [
  ...edits,
  {
    name: 'usf-dictionary-replaced',
    class: 'USF',
    description:
      'An update replaces the signature dictionary with one that has no /Contents and no /ByteRange. The verifier reports this for the earlier signature.',
    expected: invalid('Signer_1', REPLACED),
    make: ({ second }) => ({
      file: changeSignature(second.file, 'Signer_2', () => '<</Type/Sig/Filter/Adobe.PPKLite>>'),
    }),
  },
  {
    name: 'usf-value-null',
    class: 'USF',
    description: 'An update removes the value of a signed field, so the field looks unsigned.',
    expected: invalid('Signer_1', /form field Signer_2 changed \(V\)/),
    make: ({ second }) => ({
      file: changeField(second.file, 'Signer_2', (source) => source.replace(/\/V \d+ 0 R/, '/V null')),
    }),
  },
  {
    name: 'usf-value-name',
    class: 'USF',
    description: "An update makes a signed field's value a name.",
    expected: invalid('Signer_1', /form field Signer_2 changed \(V\)/),
    make: ({ second }) => ({
      file: changeField(second.file, 'Signer_2', (source) => source.replace(/\/V \d+ 0 R/, '/V /Signed')),
    }),
  },
  {
    name: 'usf-all-values-null',
    class: 'USF',
    description: 'Updates remove the values of all signed fields. A file without signatures is not valid.',
    expected: invalid('file', /certification signature does not belong to a field/),
    make: ({ second }) => ({
      file: ['Signer_2', 'Signer_1', 'Seal'].reduce(
        (file, field) => changeField(file, field, (source) => source.replace(/\/V \d+ 0 R/, '')),
        second.file,
      ),
    }),
  },
];
