import { signatureObject, sourceOf, startxrefOf, update } from '../kit/update.ts';
import { ID, NEW, pageContent, stream } from '../kit/upload.ts';
import { invalid, VALID, vector } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Hybrid files and object streams, in which readers find different objects.

const PAID = pageContent('Pay 900 EUR');

interface Row {
  readonly number: number;
  readonly kind: 0 | 1 | 2;
  readonly second: number;
  readonly third: number;
}

/** Appends objects and a cross-reference stream with these rows. The offsets of the objects are filled in. */
function streamUpdate(
  file: Buffer,
  objects: Readonly<Record<number, string>>,
  rows: readonly Row[],
  trailer = '',
): Buffer {
  let body = '';
  const all = [...rows];
  for (const [number, source] of Object.entries(objects)) {
    all.push({ number: Number(number), kind: 1, second: file.length + body.length, third: 0 });
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  const at = file.length + body.length;
  const own = NEW + 90;
  all.push({ number: own, kind: 1, second: at, third: 0 });
  all.sort((a, b) => a.number - b.number);
  const data = Buffer.alloc(all.length * 7);
  for (const [index, row] of all.entries()) {
    data.writeUInt8(row.kind, index * 7);
    data.writeUInt32BE(row.second, index * 7 + 1);
    data.writeUInt16BE(row.third, index * 7 + 5);
  }
  const index = all.map((row) => `${row.number} 1`).join(' ');
  const entries = `/Type/XRef/Size 1000/W[1 4 2]/Index[${index}]/Root ${ID.catalog} 0 R/Info ${ID.information} 0 R/Prev ${startxrefOf(file)}${trailer}`;
  body += `${own} 0 obj\n${stream(entries, data.toString('latin1'))}\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(body, 'latin1')]);
}

function objectStream(members: readonly (readonly [number: number, source: string])[]): string {
  let data = '';
  const head = members.map(([number, source]) => {
    const start = data.length;
    data += `${source} `;
    return `${number} ${start}`;
  });
  const first = `${head.join(' ')} `;
  return stream(`/Type/ObjStm/N ${members.length}/First ${first.length}`, first + data);
}

const IN_STREAM = NEW + 50;
const page = (file: Buffer) => sourceOf(file, ID.page).replace('/Parent', '/CropBox[0 0 595 650]/Parent');
const compressed = (number: number, index: number): Row => ({ number, kind: 2, second: IN_STREAM, third: index });

const hybrids: readonly Vector[] = [
  vector(
    'structure',
    'structure-hybrid-hidden-object',
    'In a hybrid update, readers that use tables see the old page content, and readers that use streams see new content.',
    invalid('Document_Timestamp', /hides objects from some readers/),
    ({ sealed }) => {
      const { file } = sealed;
      const objects = `${ID.content} 0 obj\n${PAID}\nendobj\n`;
      const row = Buffer.alloc(7);
      row.writeUInt8(1, 0);
      row.writeUInt32BE(file.length, 1);
      const hidden = `${NEW} 0 obj\n${stream(`/Type/XRef/Size 1000/W[1 4 2]/Index[${ID.content} 1]`, row.toString('latin1'))}\nendobj\n`;
      const at = file.length + objects.length;
      return { file: update(file, {}, { before: objects + hidden, rows: { [NEW]: at }, trailer: `/XRefStm ${at}` }) };
    },
  ),
  vector(
    'structure',
    'structure-hybrid-unreadable',
    'The hidden part of a hybrid update is outside the file.',
    invalid('file', /cannot be read/),
    ({ sealed }) => ({
      file: update(sealed.file, {}, { trailer: '/XRefStm 99999999' }),
    }),
  ),
];

const streams: readonly Vector[] = [
  vector(
    'structure',
    'structure-object-stream-overrides',
    'An object stream adds a new version of the page.',
    invalid('Document_Timestamp', /page 1 changed: .*\(CropBox\)/),
    ({ sealed }) => ({
      file: streamUpdate(sealed.file, { [IN_STREAM]: objectStream([[ID.page, page(sealed.file)]]) }, [
        compressed(ID.page, 0),
      ]),
    }),
  ),
  vector(
    'structure',
    'structure-object-stream-unlisted',
    'An object stream contains a new version of the page. The cross-reference does not list this version.',
    invalid('Document_Timestamp', /object stream/),
    ({ sealed }) => ({
      file: streamUpdate(
        sealed.file,
        {
          [IN_STREAM]: objectStream([
            [NEW, '<<>>'],
            [ID.page, page(sealed.file)],
          ]),
        },
        [compressed(NEW, 0)],
      ),
    }),
  ),
  vector(
    'structure',
    'structure-object-stream-twice',
    'An object stream contains two versions of the page. The correct version comes last.',
    invalid('Document_Timestamp', /object stream/),
    ({ sealed }) => ({
      file: streamUpdate(
        sealed.file,
        {
          [IN_STREAM]: objectStream([
            [ID.page, page(sealed.file)],
            [ID.page, sourceOf(sealed.file, ID.page)],
          ]),
        },
        [compressed(ID.page, 0)],
      ),
    }),
  ),
  vector(
    'structure',
    'structure-object-stream-index',
    "The cross-reference gives an object another object's index in the stream.",
    invalid('Document_Timestamp', /object stream/),
    ({ sealed }) => ({
      file: streamUpdate(
        sealed.file,
        {
          [IN_STREAM]: objectStream([
            [ID.page, sourceOf(sealed.file, ID.page)],
            [NEW, page(sealed.file)],
          ]),
        },
        [compressed(ID.page, 1), compressed(NEW, 1)],
      ),
    }),
  ),
  vector(
    'structure',
    'structure-object-stream-extends',
    'An object stream extends another object stream, which some readers also search.',
    invalid('Document_Timestamp', /object stream/),
    ({ sealed }) => ({
      file: streamUpdate(
        sealed.file,
        {
          [IN_STREAM]: objectStream([[NEW, '<<>>']]).replace('/N 1', `/N 1/Extends ${IN_STREAM + 1} 0 R`),
          [IN_STREAM + 1]: objectStream([[ID.page, page(sealed.file)]]),
        },
        [compressed(NEW, 0)],
      ),
    }),
  ),
  vector(
    'structure',
    'structure-object-stream-earlier',
    'The cross-reference locates the page in an object stream within the signed bytes.',
    invalid('Document_Timestamp', /object|stream/),
    ({ sealed }) => ({
      file: streamUpdate(sealed.file, {}, [{ number: ID.page, kind: 2, second: ID.metadata, third: 0 }]),
    }),
  ),
  vector(
    'structure',
    'structure-signature-in-object-stream',
    'The signature dictionary is moved into an object stream.',
    invalid('Signer_2', /not a separate object/),
    ({ second }) => {
      const number = signatureObject(second.file, 'Signer_2');
      return {
        file: streamUpdate(second.file, { [IN_STREAM]: objectStream([[number, sourceOf(second.file, number)]]) }, [
          compressed(number, 0),
        ]),
      };
    },
  ),
];

const benign: readonly Vector[] = [
  vector(
    'benign',
    'benign-object-stream',
    'An update adds an object stream that changes nothing.',
    VALID,
    ({ second }) => ({
      file: streamUpdate(
        second.file,
        {
          [IN_STREAM]: objectStream([
            [ID.page, sourceOf(second.file, ID.page)],
            [NEW, '<<>>'],
          ]),
        },
        [compressed(ID.page, 0), compressed(NEW, 1)],
      ),
      told: ['nothing-seen'],
      isChangedSince: true,
    }),
  ),
];

export const objectStreams: readonly Vector[] = [...hybrids, ...streams, ...benign];
