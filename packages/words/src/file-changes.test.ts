import type { FileVerification } from '@countersign/contract';
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { describe, expect, it } from 'vitest';
import { changesAfter, changesIn } from './file-changes.ts';
import { VERIFY_WORDS, type VerifyWords } from './verify.ts';
import { fileVerification } from '../../contract/src/operations/verification.ts';

const wordsIn = async (language: Language): Promise<VerifyWords> => (await VERIFY_WORDS[language]()).verify;

type Revision = FileVerification['revisions'][number];
type Facts = Revision['changeFacts'][number];
const { code: CODES, parts: PARTS } = fileVerification.shape.revisions.element.shape.changeFacts.element.shape;

const facts = (values: Partial<Facts>): Facts => ({
  code: 'signature',
  field: 'Amount',
  page: 7,
  signer: null,
  before: '100',
  after: null,
  parts: [],
  detail: 'object 12 was replaced',
  ...values,
});
const revision = (...changeFacts: Facts[]): Revision => ({
  number: 3,
  kind: 'update',
  sizeBytes: 900,
  changes: ['The service says so.'],
  changeFacts,
  changesOmitted: 0,
});
const isAboutField = (code: string): boolean =>
  /^(signature|field-(filled|emptied|changed|moved)|value|appearance|action|lock)/.test(code) &&
  code !== 'signature-field-unusual';

it("shows the server's descriptions of changes unchanged in English", async () => {
  const words = await wordsIn('en');
  expect(changesIn(revision(facts({})), words)).toEqual([{ text: 'The service says so.', detail: null }]);
});

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('descriptions of changes in %s', (language) => {
  const say = async (...all: Facts[]) => changesIn(revision(...all), await wordsIn(language));

  it('has a separate sentence for every change code, regardless of names in the file', async () => {
    const all = await say(...CODES.options.map((code) => facts({ code, parts: ['other'] })));
    expect(all).toHaveLength(CODES.options.length);
    // The text "A part of the document" describes both a catalog entry and anything below it.
    expect(new Set(all.map(({ text }) => text)).size).toBe(CODES.options.length - 1);
    expect(all.map(({ text }) => text).join(' ')).not.toMatch(/[{}]|undefined|The service|\b(were|added|changed)\b/);
    const ofField = all.filter((_said, index) => isAboutField(CODES.options[index] ?? ''));
    expect(ofField.map(({ text }) => text).filter((text) => !/\u2068Amount\u2069.*7/.test(text))).toEqual([]);
    const [, hostile] = await say(
      facts({}),
      facts({ code: 'field-filled', field: '{page}', page: 7, after: '{name}' }),
    );
    expect(hostile?.text).toContain('\u2068{page}\u2069');
    expect(hostile?.text).toContain('\u2068{name}\u2069');
  });

  it('names every part of a page and of the document', async () => {
    const of = (code: Facts['code']) => say(...PARTS.element.options.map((part) => facts({ code, parts: [part] })));
    const [pages, documents] = [await of('page'), await of('catalog')];
    expect(new Set(pages.map(({ text }) => text)).size, 'seven entries and the summary of the rest').toBe(8);
    expect(new Set(documents.map(({ text }) => text)).size, 'eight entries and the summary of the rest').toBe(9);
  });

  it('names the signer of a signature, the old and new value of a field, and the number of omitted changes', async () => {
    const [signed, filled, again] = await say(
      facts({ signer: 'Ada' }),
      facts({ code: 'field-filled', after: '900' }),
      facts({ code: 'field-filled-again', after: '900' }),
    );
    expect(signed?.text).toContain('\u2068Ada\u2069');
    expect(filled?.text).toContain('\u2068900\u2069');
    expect(again?.text).toMatch(/\u2068(100|900)\u2069.*\u2068(100|900)\u2069/);
    const [last] = changesIn({ ...revision(), changesOmitted: 12 }, await wordsIn(language));
    expect(last?.text).toContain('12');
  });

  it('lists only the changes in revisions that are later than the signature', async () => {
    const words = await wordsIn(language);
    const all = [2, 3].map((number) => ({ ...revision(facts({ page: number })), number }));
    const signature = { changesAfterSigning: ['x'], revision: 2 } as FileVerification['signatures'][number];
    expect(changesAfter(signature, all, words)).toEqual(changesIn(revision(facts({ page: 3 })), words));
  });
});
