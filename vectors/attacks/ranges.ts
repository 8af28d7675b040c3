import { signAs, honest } from '../kit/document.ts';
import type { Base, Doc, Tampering } from '../kit/document.ts';
import { change, changeField, fieldObject, lastRange, signatureObject, sourceOf, startxrefOf } from '../kit/update.ts';
import { ID, pageContent } from '../kit/upload.ts';
import { invalid } from '../kit/vector.ts';
import type { Made, Vector } from '../kit/vector.ts';

// Signature wrapping, and byte ranges with unusual geometry. If possible, a malicious signer signs the unusual range
// correctly, so that only the geometry is wrong.

const NOT_FOUR = /byte range is not four numbers/;
const NOT_COVERING = /byte range does not cover the file from its start/;
const GAP = /excludes something other than the signature/;
const ENDS = /does not end with a revision/;

const signedOver = ({ sent, ann, authority }: Base, tampering: Tampering): Promise<Doc> =>
  signAs(sent, 'Signer_1', honest(ann, authority), { tampering });

type Geometry = readonly [
  name: string,
  description: string,
  because: RegExp,
  range: (r: readonly number[]) => number[],
];

const geometries: readonly Geometry[] = [
  [
    'gap-starts-early',
    'The gap starts before /Contents, so bytes before it can be changed.',
    GAP,
    ([, b = 0, c = 0, d = 0]) => [0, b - 10, c, d],
  ],
  [
    'gap-ends-late',
    'The gap ends after /Contents, so bytes after it can be changed.',
    GAP,
    ([, b = 0, c = 0, d = 0]) => [0, b, c + 2, d - 2],
  ],
  [
    'gap-within-brackets',
    'The gap contains the digits of /Contents but not its angle brackets.',
    GAP,
    ([, b = 0, c = 0, d = 0]) => [0, b + 1, c - 1, d + 1],
  ],
  [
    'gap-to-the-next-object',
    'The gap extends beyond the end of the signature dictionary.',
    GAP,
    ([, b = 0, c = 0, d = 0]) => [0, b, c + 40, d - 40],
  ],
  [
    'starts-late',
    "The range excludes the file's first byte.",
    NOT_COVERING,
    ([, b = 0, c = 0, d = 0]) => [1, b - 1, c, d],
  ],
  [
    'starts-behind-header',
    "The range excludes the file's header.",
    NOT_COVERING,
    ([, b = 0, c = 0, d = 0]) => [15, b - 15, c, d],
  ],
  [
    'parts-overlap',
    'The second part of the range starts inside the first part.',
    NOT_COVERING,
    ([, b = 0, , d = 0]) => [0, b, b - 5, d],
  ],
  [
    'parts-swapped',
    'The parts of the range are in reverse order.',
    NOT_COVERING,
    ([, b = 0, c = 0, d = 0]) => [c, d, 0, b],
  ],
  [
    'beyond-end',
    'The range ends after the end of the file.',
    NOT_COVERING,
    ([, b = 0, c = 0, d = 0]) => [0, b, c, d + 20],
  ],
  ['huge', 'The range has an impossible length.', NOT_COVERING, ([, b = 0, c = 0]) => [0, b, c, 9007199254740991]],
  [
    'without-trailing-bytes',
    "The range excludes its revision's last bytes.",
    ENDS,
    ([, b = 0, c = 0, d = 0]) => [0, b, c, d - 20],
  ],
  [
    'without-cross-reference',
    'The range ends before the cross-reference, so the cross-reference can be replaced.',
    ENDS,
    ([, b = 0, c = 0]) => [0, b, c, 10],
  ],
  ['second-part-empty', 'The second part of the range is empty.', NOT_COVERING, ([, b = 0, c = 0]) => [0, b, c, 0]],
  ['two-numbers', 'The range has only one part.', NOT_FOUR, ([, b = 0]) => [0, b]],
  [
    'six-numbers',
    'The range has a third part.',
    NOT_FOUR,
    ([, b = 0, c = 0, d = 0]) => [0, b, c, d - 10, c + d - 5, 5],
  ],
  ['fractions', 'The range contains a fractional number.', NOT_FOUR, ([, b = 0, c = 0, d = 0]) => [0, b + 0.5, c, d]],
];

const evilContent = `${ID.content} 0 obj\n${pageContent('Pay 900 EUR')}\nendobj\n`;

/**
 * Signature wrapping, as in the published attack. Every signed byte is unchanged, but the second part is moved to the
 * end. The last startxref points into the new gap, which contains another cross-reference. That cross-reference points
 * to different page content, and to a copy of the signature dictionary whose byte range matches the moved part.
 */
function wrapped(file: Buffer, makeSignature: (source: string, range: string) => string): Buffer {
  const { numbers } = lastRange(file);
  const [, gapStart = 0, gapEnd = 0, rest = 0] = numbers;
  const xrefAt = startxrefOf(file);
  const text = file.toString('latin1');
  const signature = signatureObject(file, 'Signer_2');
  const rows = [...text.slice(xrefAt).matchAll(/^(\d+) (\d+)\n((?:\d{10} \d{5} n\r\n)+)/gm)].flatMap((run) =>
    [...(run[3] ?? '').matchAll(/\d{10}/g)].map((row, index) => [Number(run[1]) + index, Number(row[0])] as const),
  );
  const [prev = ''] = /\/Prev \d+/.exec(text.slice(xrefAt)) ?? [];
  // The values in the gap have a fixed width, so its length is known in advance.
  const build = (length: number): string => {
    const wide = (value: number) => String(value).padStart(10, '0');
    const range = `[0 ${gapStart} ${wide(gapEnd + length)} ${rest}]`;
    const own = `${signature} 0 obj\n${makeSignature(sourceOf(file, signature), range)}\nendobj\n`;
    const moved = new Map(rows.map(([number, offset]) => [number, offset > gapEnd ? offset + length : offset]));
    const table = (at: number) => {
      const all = new Map([...moved, [ID.content, at + own.length], [signature, at]]);
      const lines = [...all]
        .toSorted((x, y) => x[0] - y[0])
        .map(([number, offset]) => `${number} 1\n${wide(offset)} 00000 n\r\n`);
      return `xref\n${lines.join('')}trailer\n<</Size 999/Root ${ID.catalog} 0 R${prev}>>\nstartxref\n${xrefAt}\n%%EOF\n`;
    };
    const section = table(xrefAt + table(0).length);
    return ' '.repeat(xrefAt - gapEnd) + section + own + evilContent;
  };
  const evil = Buffer.from(build(build(0).length), 'latin1');
  return Buffer.concat([file.subarray(0, gapEnd), evil, file.subarray(gapEnd)]);
}

const withRange = (source: string, range: string): string =>
  source.replace(/\/ByteRange \[[^\]]*\]/, `/ByteRange ${range}`);

/** Puts an object into the padding after the container, inside the gap of the byte range. */
async function inPadding(base: Base): Promise<Made> {
  const { file } = await signedOver(base, {});
  const [, start = 0, end = 0] = lastRange(file).numbers;
  const copy = Buffer.from(file);
  copy.write(` ${ID.content} 0 obj null endobj `, end - 1000, 'latin1');
  return start < end ? { file: copy } : { file };
}

/** Makes two fields share one signature dictionary. */
function shared({ first }: Base): Made {
  const value = signatureObject(first.file, 'Signer_1');
  return { file: changeField(first.file, 'Signer_2', (field) => field.replace('/FT', `/V ${value} 0 R/FT`)) };
}

/** Adds a second signature dictionary with the byte range and container of the first. */
function copied({ first }: Base): Made {
  const { file } = first;
  const value = sourceOf(file, signatureObject(file, 'Signer_1'));
  return {
    file: change(file, fieldObject(file, 'Signer_2'), (field) => field.replace('/FT', '/V 900 0 R/FT'), { 900: value }),
  };
}

export const ranges: readonly Vector[] = [
  {
    name: 'swa-wrapped',
    class: 'SWA',
    description:
      'The second signed part is moved to the end of the file. A second cross-reference in the gap points to other page content and to a copy of the signature dictionary with a matching byte range.',
    expected: invalid('Signer_2', GAP),
    make: ({ second }) => ({ file: wrapped(second.file, withRange) }),
  },
  {
    name: 'swa-wrapped-old-range',
    class: 'SWA',
    description:
      'The second signed part is moved to the end of the file. A copy of the signature dictionary keeps the old byte range.',
    expected: invalid('Signer_2', GAP),
    make: ({ second }) => ({ file: wrapped(second.file, (source) => source) }),
  },
  {
    name: 'swa-wrapped-without-contents',
    class: 'SWA',
    description:
      "The second signed part is moved to the end of the file. The container of the signature dictionary's copy is in another object.",
    expected: invalid('Signer_2', GAP),
    make: ({ second }) => ({
      file: wrapped(second.file, (source, range) =>
        withRange(source, range).replace(/\/Contents <[0-9a-f]*>/, '/Contents 900 0 R'),
      ),
    }),
  },
  {
    name: 'swa-object-in-padding',
    class: 'SWA',
    description: 'An object is in the padding after the container, which the byte range excludes.',
    expected: invalid('Signer_1', /not written in hexadecimal|bytes follow the signature container/),
    make: inPadding,
  },
  ...geometries.map(([name, description, because, range]): Vector => ({
    name: `range-${name}`,
    class: 'byte range',
    description,
    expected: invalid('Signer_1', because),
    make: (base) => signedOver(base, { range }).then(({ file }) => ({ file })),
  })),
  {
    name: 'range-of-an-earlier-revision',
    class: 'byte range',
    description:
      'A later signature has the byte range of the certified revision, so the signature does not cover its own revision.',
    expected: invalid('Signer_1', GAP),
    make: async (base) => {
      const earlier = lastRange(base.sent.file).numbers;
      return { file: (await signedOver(base, { range: () => [...earlier] })).file };
    },
  },
  {
    name: 'range-shared-dictionary',
    class: 'byte range',
    description: "A second field's value is the first field's signature.",
    expected: invalid('Signer_2', /two fields share this signature|not part of the revision/),
    make: shared,
  },
  {
    name: 'range-same-twice',
    class: 'byte range',
    description: "A second signature dictionary repeats the first dictionary's byte range and container.",
    expected: invalid('Signer_2', GAP),
    make: copied,
  },
];
