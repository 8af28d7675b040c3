import { honest, signAs } from '../kit/document.ts';
import type { Tampering } from '../kit/document.ts';
import { change, changeSignature, fieldObject, signatureObject, sourceOf, startxrefOf, update } from '../kit/update.ts';
import { ID, NEW, pageContent, stream } from '../kit/upload.ts';
import { invalid, VALID } from '../kit/vector.ts';
import type { Expected, Vector } from '../kit/vector.ts';

// Structure that readers understand differently: duplicate keys, hybrid files, object streams, free entries,
// generations, loops.

const vector = (name: string, description: string, expected: Expected, make: Vector['make']): Vector => ({
  name,
  class: expected.verdict === 'valid' ? 'benign' : 'structure',
  description,
  expected,
  make,
});

/** A signature dictionary with a key twice, honestly signed like that. */
const doubled = (name: string, key: string, from: string, to: string): Vector =>
  vector(`structure-duplicate-${name}`, `${key} stands twice in the signature dictionary, and was signed like that.`, invalid('Signer_1', /stands twice in the signature dictionary/), async (base) => {
    const tampering: Tampering = {
      tail: (source) => {
        const result = source.replace(from, to.padEnd(from.length));
        if (result === source) throw new Error('the attack changes nothing');
        return result;
      },
    };
    const options = { location: 'x'.repeat(40), reason: 'I agree' };
    return { file: (await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority), tampering, options)).file };
  });

const PLACE = `/Location (${'x'.repeat(40)})`;
const PAID = pageContent('Pay 900 EUR');

interface Row {
  readonly number: number;
  readonly kind: 0 | 1 | 2;
  readonly second: number;
  readonly third: number;
}

/** Appends objects and a cross-reference stream with these rows; offsets of the objects are filled in. */
function streamUpdate(file: Buffer, objects: Readonly<Record<number, string>>, rows: readonly Row[], trailer = ''): Buffer {
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
  vector('structure-hybrid-hidden-object', 'A hybrid update: readers of tables see the old page content, readers of streams a new one.', invalid('Document_Timestamp', /hides objects from some readers/), ({ sealed }) => {
    const { file } = sealed;
    const objects = `${ID.content} 0 obj\n${PAID}\nendobj\n`;
    const row = Buffer.alloc(7);
    row.writeUInt8(1, 0);
    row.writeUInt32BE(file.length, 1);
    const hidden = `${NEW} 0 obj\n${stream(`/Type/XRef/Size 1000/W[1 4 2]/Index[${ID.content} 1]`, row.toString('latin1'))}\nendobj\n`;
    const at = file.length + objects.length;
    return { file: update(file, {}, { before: objects + hidden, rows: { [NEW]: at }, trailer: `/XRefStm ${at}` }) };
  }),
  vector('structure-hybrid-unreadable', 'A hybrid update whose hidden part lies outside the file.', invalid('file', /cannot be read/), ({ sealed }) => ({
    file: update(sealed.file, {}, { trailer: '/XRefStm 99999999' }),
  })),
];

const objectStreams: readonly Vector[] = [
  vector('structure-object-stream-overrides', 'An object stream brings a new version of the page.', invalid('Document_Timestamp', /page 1 changed \(CropBox\)/), ({ sealed }) => ({
    file: streamUpdate(sealed.file, { [IN_STREAM]: objectStream([[ID.page, page(sealed.file)]]) }, [compressed(ID.page, 0)]),
  })),
  vector('structure-object-stream-unlisted', 'An object stream holds a new version of the page that the cross-reference does not list.', invalid('Document_Timestamp', /object stream/), ({ sealed }) => ({
    file: streamUpdate(sealed.file, { [IN_STREAM]: objectStream([[NEW, '<<>>'], [ID.page, page(sealed.file)]]) }, [compressed(NEW, 0)]),
  })),
  vector('structure-object-stream-twice', 'An object stream holds two versions of the page, the right one last.', invalid('Document_Timestamp', /object stream/), ({ sealed }) => ({
    file: streamUpdate(
      sealed.file,
      { [IN_STREAM]: objectStream([[ID.page, page(sealed.file)], [ID.page, sourceOf(sealed.file, ID.page)]]) },
      [compressed(ID.page, 0)],
    ),
  })),
  vector('structure-object-stream-index', 'The cross-reference names an object by the place of another in its stream.', invalid('Document_Timestamp', /object stream/), ({ sealed }) => ({
    file: streamUpdate(
      sealed.file,
      { [IN_STREAM]: objectStream([[ID.page, sourceOf(sealed.file, ID.page)], [NEW, page(sealed.file)]]) },
      [compressed(ID.page, 1), compressed(NEW, 1)],
    ),
  })),
  vector('structure-object-stream-extends', 'An object stream extends another, in which some readers look too.', invalid('Document_Timestamp', /object stream/), ({ sealed }) => ({
    file: streamUpdate(
      sealed.file,
      {
        [IN_STREAM]: objectStream([[NEW, '<<>>']]).replace('/N 1', `/N 1/Extends ${IN_STREAM + 1} 0 R`),
        [IN_STREAM + 1]: objectStream([[ID.page, page(sealed.file)]]),
      },
      [compressed(NEW, 0)],
    ),
  })),
  vector('structure-object-stream-earlier', 'The cross-reference leads the page to an object stream of the signed bytes.', invalid('Document_Timestamp', /object|stream/), ({ sealed }) => ({
    file: streamUpdate(sealed.file, {}, [{ number: ID.page, kind: 2, second: ID.metadata, third: 0 }]),
  })),
  vector('structure-signature-in-object-stream', 'The signature dictionary is moved into an object stream.', invalid('Signer_2', /not an object of its own/), ({ second }) => {
    const number = signatureObject(second.file, 'Signer_2');
    return {
      file: streamUpdate(second.file, { [IN_STREAM]: objectStream([[number, sourceOf(second.file, number)]]) }, [compressed(number, 0)]),
    };
  }),
];

const freed = (what: string, number: (file: Buffer) => number, expected: Expected): Vector =>
  vector(`structure-free-${what.replaceAll(' ', '-')}`, `An update calls the ${what} free.`, expected, ({ second }) => ({
    file: update(second.file, {}, { free: [number(second.file)] }),
  }));

const tables: readonly Vector[] = [
  freed('page content', () => ID.content, invalid('Signer_2', /page 1 changed/)),
  freed('page', () => ID.page, invalid('Signer_2', /page 1 was taken out/)),
  freed('catalog', () => ID.catalog, invalid('file', /cannot be read/)),
  freed('form', () => ID.form, invalid('file', /^$|./)),
  freed('signer field', (file) => fieldObject(file, 'Signer_2'), invalid('Signer_1', /Signer_2 was taken out/)),
  freed('last signature', (file) => signatureObject(file, 'Signer_2'), invalid('Signer_1', /signature in Signer_2 was replaced|Signer_2/)),
  vector('structure-generation-raised', 'The page content is written again with another generation, to which no reference leads.', invalid('Signer_2', /generation/), ({ second }) => ({
    file: update(second.file, { [ID.content]: sourceOf(second.file, ID.content) }, { generation: 1 }),
  })),
  vector('structure-generation-of-object', 'Object and cross-reference name different generations.', invalid('Signer_2', /generation/), ({ second }) => ({
    file: update(second.file, {}, {
      before: `${ID.content} 7 obj\n${sourceOf(second.file, ID.content)}\nendobj\n`,
      rows: { [ID.content]: second.file.length },
    }),
  })),
  vector('structure-free-entry-with-object', 'The cross-reference calls the page content free, but the update holds a new version for readers that look for themselves.', invalid('Signer_2', /page 1 changed/), ({ second }) => ({
    file: update(second.file, {}, { before: `${ID.content} 0 obj\n${PAID}\nendobj\n`, free: [ID.content] }),
  })),
  vector('structure-row-to-another-object', 'The cross-reference leads one object to the bytes of another.', invalid('file', /is not where the cross-reference says|leads object|cannot be/), ({ second }) => ({
    file: update(second.file, { [NEW]: PAID }, { rows: { [ID.content]: second.file.length } }),
  })),
  vector('structure-two-sections', 'One update has two cross-reference sections of different content.', invalid('Signer_2', /several cross-reference sections|hidden|bytes/), ({ second }) => {
    const inner = update(second.file, { [ID.content]: PAID });
    const withoutEnd = Buffer.from(inner.toString('latin1').replace(/startxref\n\d+\n%%EOF\n$/, ''), 'latin1');
    return { file: update(withoutEnd, {}, { prev: startxrefOf(inner) }) };
  }),
  vector('structure-xref-rows-twice', 'A cross-reference table lists an object twice.', invalid('Signer_2', /hidden from the cross-reference/), ({ second }) => {
    const { file } = second;
    const honestAt = file.length;
    const same = `${ID.content} 0 obj\n${sourceOf(file, ID.content)}\nendobj\n`;
    const evil = `${ID.content} 0 obj\n${PAID}\nendobj\n`;
    const at = honestAt + same.length + evil.length;
    const row = (offset: number) => `${ID.content} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`;
    const text = `${same}${evil}xref\n${row(honestAt)}${row(honestAt + same.length)}trailer\n<</Size 1000/Root ${ID.catalog} 0 R/Prev ${startxrefOf(file)}>>\nstartxref\n${at}\n%%EOF\n`;
    return { file: Buffer.concat([file, Buffer.from(text, 'latin1')]) };
  }),
];

const chains: readonly Vector[] = [
  vector('structure-prev-to-itself', "An update's /Prev leads to itself.", invalid('file', /cannot be read/), ({ second }) => {
    const at = update(second.file, {}).toString('latin1').lastIndexOf('xref\n0 0');
    return { file: update(second.file, {}, { prev: at }) };
  }),
  vector('structure-prev-loop', 'Two updates name each other as /Prev.', invalid('file', /cannot be read/), ({ second }) => {
    const one = update(second.file, {}, { prev: 1_234_567 });
    const two = update(one, {}, { prev: startxrefOf(one) });
    const text = one.toString('latin1').replace('/Prev 1234567', `/Prev ${startxrefOf(two)}`.padEnd(13));
    const looped = Buffer.from(text, 'latin1');
    return { file: Buffer.concat([looped, two.subarray(looped.length)]) };
  }),
  vector('structure-prev-missing', 'An update has no /Prev.', invalid('file', /cannot be read/), ({ second }) => ({ file: update(second.file, {}, { prev: null }) })),
  vector('structure-prev-beyond-end', "An update's /Prev lies outside the file.", invalid('file', /cannot be read/), ({ second }) => ({
    file: update(second.file, {}, { prev: 99_999_999 }),
  })),
  vector('structure-startxref-beyond-end', 'The last startxref lies outside the file.', invalid('file', /cannot be read/), ({ second }) => ({
    file: update(second.file, {}, { startxref: 99_999_999 }),
  })),
  vector('structure-encrypted', 'An update says that the file is encrypted.', invalid('file', /encrypted/), ({ second }) => ({
    file: update(second.file, {}, { trailer: `/Encrypt ${ID.font} 0 R` }),
  })),
  vector('structure-header-moved', 'Bytes are put before the header, so that every offset counts from elsewhere.', invalid('Signer_2', /./), ({ second }) => ({
    file: Buffer.concat([Buffer.from('junk\n'), second.file]),
  })),
  vector('structure-second-header', 'The file is put behind another PDF, whose last bytes are its.', invalid('file', /./), ({ first, second }) => ({
    file: Buffer.concat([first.file, second.file]),
  })),
  vector('structure-truncated', 'The file ends in the middle of the last signature.', invalid('file', /cannot be read/), ({ second }) => ({
    file: second.file.subarray(0, second.file.length - 5_000),
  })),
];

const duplicates: readonly Vector[] = [
  doubled('contents', '/Contents', PLACE, `/Contents <${'30'.repeat(18)}>`),
  doubled('byterange', '/ByteRange', PLACE, '/ByteRange [0 100 200 300]'),
  doubled('subfilter', '/SubFilter', PLACE, '/SubFilter /adbe.pkcs7.detached'),
  doubled('reason', '/Reason', PLACE, '/Reason (I do not agree)'),
  vector('structure-duplicate-escaped', '/Contents stands twice, once with an escaped letter.', invalid('Signer_1', /stands twice/), async (base) => ({
    file: (
      await signAs(
        base.sent,
        'Signer_1',
        honest(base.ann, base.authority),
        { tail: (source) => source.replace(PLACE, `/Con#74ents <${'30'.repeat(12)}>`.padEnd(PLACE.length)) },
        { location: 'x'.repeat(40) },
      )
    ).file,
  })),
  vector('structure-duplicate-catalog-key', 'An update writes the catalog with two page trees.', invalid('file', /stands twice in the catalog/), ({ second }) => ({
    file: change(second.file, ID.catalog, (catalog) => catalog.replace('/Pages', `/Pages ${NEW} 0 R/Pages`)),
  })),
  vector('structure-duplicate-page-key', 'An update writes the page with two content streams.', invalid('Signer_2', /page 1 changed \(Contents\)/), ({ second }) => ({
    file: change(second.file, ID.page, (source) => source.replace('/Contents', `/Contents ${NEW} 0 R/Contents`), { [NEW]: PAID }),
  })),
  vector('structure-duplicate-field-key', 'An update writes a signed field with two values.', invalid('Signer_1', /Signer_2 changed \(V\)/), ({ second }) => ({
    file: change(second.file, fieldObject(second.file, 'Signer_2'), (field) => field.replace('/FT', `/V ${NEW} 0 R/FT`), {
      [NEW]: '<</Type/Sig>>',
    }),
  })),
  vector('structure-signature-dictionary-extended', 'An update adds a reason to a signature dictionary.', invalid('Signer_1', /signature in Signer_2 was replaced|Signer_2/), ({ second }) => ({
    file: changeSignature(second.file, 'Signer_2', (source) => source.replace('/Type', '/Reason(I do not agree)/Type')),
  })),
];

const benign: readonly Vector[] = [
  vector('benign-object-stream', 'An update with an object stream that changes nothing.', VALID, ({ second }) => ({
    file: streamUpdate(second.file, { [IN_STREAM]: objectStream([[ID.page, sourceOf(second.file, ID.page)], [NEW, '<<>>']]) }, [
      compressed(ID.page, 0),
      compressed(NEW, 1),
    ]),
  })),
];

export const structure: readonly Vector[] = [...hybrids, ...objectStreams, ...tables, ...chains, ...duplicates, ...benign];
