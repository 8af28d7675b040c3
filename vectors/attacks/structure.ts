import { honest, signAs } from '../kit/document.ts';
import type { Tampering } from '../kit/document.ts';
import { change, changeSignature, fieldObject, signatureObject, sourceOf, startxrefOf, update } from '../kit/update.ts';
import { ID, NEW, pageContent } from '../kit/upload.ts';
import { invalid, vector } from '../kit/vector.ts';
import type { Expected, Vector } from '../kit/vector.ts';

// Structures that readers interpret differently: duplicate keys, free entries, generations and loops.

/** Adds a duplicate key to a signature dictionary, which is then signed correctly. */
const doubled = (name: string, key: string, from: string, to: string): Vector =>
  vector(
    'structure',
    `structure-duplicate-${name}`,
    `${key} appears twice in the signature dictionary, which was signed in this form.`,
    invalid('Signer_1', /appears twice in the signature dictionary/),
    async (base) => {
      const tampering: Tampering = {
        tail: (source) => {
          const result = source.replace(from, to.padEnd(from.length));
          if (result === source) throw new Error('the attack changes nothing');
          return result;
        },
      };
      const options = { location: 'x'.repeat(40), reason: 'I agree' };
      return {
        file: (await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority), { tampering, options })).file,
      };
    },
  );

const PLACE = `/Location (${'x'.repeat(40)})`;
const PAID = pageContent('Pay 900 EUR');

const freed = (what: string, number: (file: Buffer) => number, expected: Expected): Vector =>
  vector(
    'structure',
    `structure-free-${what.replaceAll(' ', '-')}`,
    `An update marks the ${what} as free.`,
    expected,
    ({ second }) => ({
      file: update(second.file, {}, { free: [number(second.file)] }),
    }),
  );

const tables: readonly Vector[] = [
  freed('page content', () => ID.content, invalid('Signer_2', /page 1 changed/)),
  freed('page', () => ID.page, invalid('Signer_2', /page 1 was removed/)),
  freed('catalog', () => ID.catalog, invalid('file', /cannot be read/)),
  freed('form', () => ID.form, invalid('file', /^$|./)),
  freed('signer field', (file) => fieldObject(file, 'Signer_2'), invalid('Signer_1', /Signer_2".* was removed/)),
  freed(
    'last signature',
    (file) => signatureObject(file, 'Signer_2'),
    invalid('Signer_1', /signature in Signer_2 was replaced|Signer_2/),
  ),
  vector(
    'structure',
    'structure-generation-raised',
    'The page content is written again with a higher generation number that no reference uses.',
    invalid('Signer_2', /generation/),
    ({ second }) => ({
      file: update(second.file, { [ID.content]: sourceOf(second.file, ID.content) }, { generation: 1 }),
    }),
  ),
  vector(
    'structure',
    'structure-generation-of-object',
    'The object and the cross-reference have different generation numbers.',
    invalid('Signer_2', /generation/),
    ({ second }) => ({
      file: update(
        second.file,
        {},
        {
          before: `${ID.content} 7 obj\n${sourceOf(second.file, ID.content)}\nendobj\n`,
          rows: { [ID.content]: second.file.length },
        },
      ),
    }),
  ),
  vector(
    'structure',
    'structure-free-entry-with-object',
    'The cross-reference marks the page content as free, but the update contains a new version for readers that scan the file.',
    invalid('Signer_2', /page 1 changed/),
    ({ second }) => ({
      file: update(second.file, {}, { before: `${ID.content} 0 obj\n${PAID}\nendobj\n`, free: [ID.content] }),
    }),
  ),
  vector(
    'structure',
    'structure-row-to-another-object',
    "The cross-reference gives an object another object's position.",
    invalid('file', /is not at the position in the cross-reference|maps object|cannot be/),
    ({ second }) => ({
      file: update(second.file, { [NEW]: PAID }, { rows: { [ID.content]: second.file.length } }),
    }),
  ),
  vector(
    'structure',
    'structure-two-sections',
    'An update has two cross-reference sections with different content.',
    invalid('Signer_2', /several cross-reference sections|hidden|bytes/),
    ({ second }) => {
      const inner = update(second.file, { [ID.content]: PAID });
      const withoutEnd = Buffer.from(inner.toString('latin1').replace(/startxref\n\d+\n%%EOF\n$/, ''), 'latin1');
      return { file: update(withoutEnd, {}, { prev: startxrefOf(inner) }) };
    },
  ),
  vector(
    'structure',
    'structure-xref-rows-twice',
    'A cross-reference table lists an object twice.',
    invalid('Signer_2', /hidden from the cross-reference/),
    ({ second }) => {
      const { file } = second;
      const honestAt = file.length;
      const same = `${ID.content} 0 obj\n${sourceOf(file, ID.content)}\nendobj\n`;
      const evil = `${ID.content} 0 obj\n${PAID}\nendobj\n`;
      const at = honestAt + same.length + evil.length;
      const row = (offset: number) => `${ID.content} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`;
      const text = `${same}${evil}xref\n${row(honestAt)}${row(honestAt + same.length)}trailer\n<</Size 1000/Root ${ID.catalog} 0 R/Prev ${startxrefOf(file)}>>\nstartxref\n${at}\n%%EOF\n`;
      return { file: Buffer.concat([file, Buffer.from(text, 'latin1')]) };
    },
  ),
];

const chains: readonly Vector[] = [
  vector(
    'structure',
    'structure-prev-to-itself',
    "An update's /Prev points to itself.",
    invalid('file', /cannot be read/),
    ({ second }) => {
      const at = update(second.file, {}).toString('latin1').lastIndexOf('xref\n0 0');
      return { file: update(second.file, {}, { prev: at }) };
    },
  ),
  vector(
    'structure',
    'structure-prev-loop',
    'Two updates refer to each other through /Prev.',
    invalid('file', /cannot be read/),
    ({ second }) => {
      const one = update(second.file, {}, { prev: 1_234_567 });
      const two = update(one, {}, { prev: startxrefOf(one) });
      const text = one.toString('latin1').replace('/Prev 1234567', `/Prev ${startxrefOf(two)}`.padEnd(13));
      const looped = Buffer.from(text, 'latin1');
      return { file: Buffer.concat([looped, two.subarray(looped.length)]) };
    },
  ),
  vector(
    'structure',
    'structure-prev-missing',
    'An update has no /Prev.',
    invalid('file', /cannot be read/),
    ({ second }) => ({
      file: update(second.file, {}, { prev: null }),
    }),
  ),
  vector(
    'structure',
    'structure-prev-beyond-end',
    "An update's /Prev is outside the file.",
    invalid('file', /cannot be read/),
    ({ second }) => ({
      file: update(second.file, {}, { prev: 99_999_999 }),
    }),
  ),
  vector(
    'structure',
    'structure-startxref-beyond-end',
    'The last startxref is outside the file.',
    invalid('file', /cannot be read/),
    ({ second }) => ({
      file: update(second.file, {}, { startxref: 99_999_999 }),
    }),
  ),
  vector(
    'structure',
    'structure-encrypted',
    'An update declares that the file is encrypted.',
    invalid('file', /encrypted/),
    ({ second }) => ({
      file: update(second.file, {}, { trailer: `/Encrypt ${ID.font} 0 R` }),
    }),
  ),
  vector(
    'structure',
    'structure-header-moved',
    'Bytes are inserted before the header, which shifts every offset.',
    invalid('Signer_2', /./),
    ({ second }) => ({
      file: Buffer.concat([Buffer.from('junk\n'), second.file]),
    }),
  ),
  vector(
    'structure',
    'structure-second-header',
    'The file is appended to another PDF.',
    invalid('file', /./),
    ({ first, second }) => ({
      file: Buffer.concat([first.file, second.file]),
    }),
  ),
  vector(
    'structure',
    'structure-truncated',
    'The file ends in the middle of the last signature.',
    invalid('file', /cannot be read/),
    ({ second }) => ({
      file: second.file.subarray(0, second.file.length - 5_000),
    }),
  ),
];

const duplicates: readonly Vector[] = [
  doubled('contents', '/Contents', PLACE, `/Contents <${'30'.repeat(18)}>`),
  doubled('byterange', '/ByteRange', PLACE, '/ByteRange [0 100 200 300]'),
  doubled('subfilter', '/SubFilter', PLACE, '/SubFilter /adbe.pkcs7.detached'),
  doubled('reason', '/Reason', PLACE, '/Reason (I do not agree)'),
  vector(
    'structure',
    'structure-duplicate-escaped',
    '/Contents appears twice, and one of the names contains an escaped letter.',
    invalid('Signer_1', /appears twice/),
    async (base) => ({
      file: (
        await signAs(base.sent, 'Signer_1', honest(base.ann, base.authority), {
          tampering: {
            tail: (source) => source.replace(PLACE, `/Con#74ents <${'30'.repeat(12)}>`.padEnd(PLACE.length)),
          },
          options: { location: 'x'.repeat(40) },
        })
      ).file,
    }),
  ),
  vector(
    'structure',
    'structure-duplicate-catalog-key',
    'An update writes the catalog with two page trees.',
    invalid('file', /appears twice in the catalog/),
    ({ second }) => ({
      file: change(second.file, ID.catalog, (catalog) => catalog.replace('/Pages', `/Pages ${NEW} 0 R/Pages`)),
    }),
  ),
  vector(
    'structure',
    'structure-duplicate-page-key',
    'An update writes the page with two content streams.',
    invalid('Signer_2', /page 1 changed: .*\(Contents\)/),
    ({ second }) => ({
      file: change(second.file, ID.page, (source) => source.replace('/Contents', `/Contents ${NEW} 0 R/Contents`), {
        [NEW]: PAID,
      }),
    }),
  ),
  vector(
    'structure',
    'structure-duplicate-field-key',
    'An update writes a signed field with two values.',
    invalid('Signer_1', /Signer_2 changed \(V\)/),
    ({ second }) => ({
      file: change(
        second.file,
        fieldObject(second.file, 'Signer_2'),
        (field) => field.replace('/FT', `/V ${NEW} 0 R/FT`),
        {
          [NEW]: '<</Type/Sig>>',
        },
      ),
    }),
  ),
  vector(
    'structure',
    'structure-signature-dictionary-extended',
    'An update adds a reason to a signature dictionary.',
    invalid('Signer_1', /signature in Signer_2 was replaced|Signer_2/),
    ({ second }) => ({
      file: changeSignature(second.file, 'Signer_2', (source) =>
        source.replace('/Type', '/Reason(I do not agree)/Type'),
      ),
    }),
  ),
];

export const structure: readonly Vector[] = [...tables, ...chains, ...duplicates];
