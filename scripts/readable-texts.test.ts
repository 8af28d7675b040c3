import { describe, expect, test } from 'vitest';
import { drawSample, readableTexts } from './readable-texts.ts';

const textsIn = (file: string, source: string): string[] => readableTexts(file, source).map(({ text }) => text);
const kindsIn = (file: string, source: string): string[] => readableTexts(file, source).map(({ kind }) => kind);

describe('texts extracted from a file for review', () => {
  test('shows a template literal as a whole, with the name of each value', () => {
    const source = `
      throw new CommandError(\`\${shown(file)} has \${pages.length} pages, but at most \${LIMITS.pages} are allowed.\`);
      throw new CommandError('The server ' + name + ' cannot be reached.');
      throw new CommandError(\`There is \${isCopy ? 'a' : 'no readable'} copy at \${place.toString()}.\`);`;
    expect(textsIn('packages/cli/src/one.ts', source)).toEqual([
      '{file} has {number} pages, but at most {pages} are allowed.',
      'The server {name} cannot be reached.',
      'There is no readable copy at {place}.',
    ]);
  });

  test('joins the parts of a Phrase into one text and separates the items of an array', () => {
    const source = `export const one = {
      sent: <T>(url: T): Phrase<T> => ['An event is sent to ', url, ' once.'],
      steps: ['Open the file', 'Sign the file'],
      files: counted({ one: '1 file was sent', other: '# files were sent' }),
    };`;
    expect(textsIn('packages/words/src/en/app/one.ts', source)).toEqual([
      'An event is sent to {url} once.',
      'Open the file',
      'Sign the file',
      '1 file was sent',
      '{number} files were sent',
    ]);
  });

  test.each([
    ['SQL', "db.query('select id from documents where tenant = $1')"],
    ['SQL over several lines', 'db.query(`\n  update jobs set state = $1\n  where id = $2`)'],
    ['HTML', 'const page = `<p class="first second">${text}</p>`;'],
    ['a selector', "page.locator('main section .first')"],
    ['code that runs in a browser', "page.evaluate('document.body.scrollTo({ top: 0 })')"],
    ['test data', "const people = ['Ada Lovelace', 'Alan Turing'];"],
    ['an imported file', "import 'two words.ts';"],
    ['a string that is only compared', "if (name === 'first second third') stop();"],
  ])('omits %s', (_, source) => {
    expect(textsIn('apps/server/src/features/one/two.ts', source)).toEqual([]);
  });

  test.each([
    ['packages/words/src/en/sign.ts', "const page = { one: 'Sign the document' };", 'app'],
    ['packages/words/src/en/mail.ts', "const mail = { one: 'Sign the document' };", 'mail'],
    ['packages/contract/src/errors.ts', "const ERRORS = { ONE: [400, 'The file is too large.'] };", 'error'],
    ['packages/contract/src/one.ts', "const one = z.string().regex(/a/, 'must be a color');", 'error'],
    ['packages/contract/src/one.ts', "const one = { summary: 'List documents' };", 'api'],
    ['apps/server/src/features/one/two.ts', "throw invalid('file', 'must be a PDF');", 'error'],
    ['apps/server/src/features/one/two.ts', "this.#log.warn({ err }, 'the server did not stop');", 'log'],
    ['apps/server/src/features/health/one.ts', "const one = { message: 'The server is overloaded.' };", 'log'],
    ['apps/server/src/features/one/commands.ts', "io.out('Created the key.');", 'cli'],
    ['packages/cli/src/one.ts', "io.out('Created the key.');", 'cli'],
    ['README.md', 'Sign every document.', 'docs'],
    ['apps/web/src/one.ts', '// The file may be old.', 'comment'],
    ['apps/web/src/one.test.ts', "test('rejects old files', () => {});", 'title'],
  ])('classifies a text in %s: %s', (file, source, kind) => {
    expect(kindsIn(file, source)).toEqual([kind]);
  });

  test('shows the message of a rule with the name of its field', () => {
    expect(
      textsIn('packages/contract/src/one.ts', "const body = { color: z.string().regex(/a/, 'must be a color') };"),
    ).toEqual(['color: must be a color']);
    expect(
      textsIn('apps/server/src/features/one/two.ts', 'throw invalid(`rows[${n}].color`, "must be a color");'),
    ).toEqual(['rows[{n}].color: must be a color']);
  });

  test('shows a test title with its groups and the values of the first case', () => {
    const source = `
      describe('a webhook', () => {
        test('expects "two words" in its input', () => send('two words'));
        test.each([['an old secret', 401], ['a new secret', 200]])('responds to %s with %i', () => {});
        test.each([{ name: 'the owner' }])('lets $name delete it', () => {});
      });
      const CASES = [['a first case']] as const;
      test.each(CASES)('accepts %s', () => {});
      test.each(await cases())('checks %s again', () => {});`;
    expect(textsIn('apps/server/test/one.test.ts', source)).toEqual([
      'a webhook > expects "two words" in its input',
      'a webhook > responds to an old secret with 401',
      'a webhook > lets the owner delete it',
      'accepts a first case',
      'checks {case} again',
    ]);
  });

  test('splits help text into options and paragraphs', () => {
    const source = [
      'const USAGE = `Usage: npm start -- keys',
      '',
      '  list          lists every key',
      '  rotate FILE   creates a new key. FILE contains',
      '                the old key',
      '  lock locks a key',
      '',
      'The commands apply to',
      'the live environment.`;',
    ].join('\n');
    expect(textsIn('apps/server/src/features/one/commands.ts', source)).toEqual([
      'Usage: npm start -- keys',
      'list lists every key',
      'rotate FILE creates a new key. FILE contains the old key',
      'lock locks a key',
      'The commands apply to the live environment.',
    ]);
  });

  test('joins the lines of a comment and skips instructions for tools', () => {
    const source =
      '// One sentence that\n// continues.\n// oxlint-disable-next-line no-var\n/**\n * A second\n * comment.\n */\n';
    expect(textsIn('apps/web/src/one.ts', source)).toEqual(['One sentence that continues.', 'A second comment.']);
  });

  test('finds no comment inside a string or in the text of a page', () => {
    const source = "const files = ['apps/**/one.ts', 'https://example.com/a b c']; /* A real comment. */";
    expect(textsIn('apps/web/src/one.ts', source)).toEqual(['A real comment.']);
    expect(textsIn('apps/web/src/one.tsx', 'const page = <p>/* shown to the reader */</p>;')).toEqual([]);
  });

  test('finds nothing in generated source code', () => {
    expect(textsIn('packages/sdk/src/api.ts', '// Generated by `npm run docs`. Do not edit it.')).toEqual([]);
  });
});

describe('text extracted from a Markdown file for review', () => {
  test('finds sentences and list items, but no headings or code', () => {
    const source = [
      '# A long heading here',
      '',
      'The server starts. Clients must wait',
      'for it. Otherwise, they get no response. Every request has an ID.',
      '',
      '- Press **Send** to continue.',
      '',
      '```sh',
      'npm run one two three',
      '```',
    ].join('\n');
    expect(textsIn('README.md', source)).toEqual([
      'The server starts. Clients must wait for it. Otherwise, they get no response.',
      'Every request has an ID.',
      'Press **Send** to continue.',
    ]);
  });

  test('shows a cell of a table with its row and its column', () => {
    const source =
      '| Setting | Meaning |\n|---|---|\n| `PORT` | The port of the server. |\n| `HOST` | [host.ts](../host.ts) |';
    expect(textsIn('README.md', source)).toEqual(['`PORT` | Meaning: The port of the server.']);
  });
});

describe('random sample of texts', () => {
  const texts = Array.from({ length: 40 }, (_, n) => ({
    file: 'one.ts',
    line: n,
    kind: 'app' as const,
    text: `Text ${n}`,
  }));

  test('contains the same texts for the same seed in any file order, and different texts for another seed', () => {
    const sample = drawSample(texts, 5, '1');
    expect(sample).toHaveLength(5);
    expect(drawSample(texts.toReversed(), 5, '1')).toEqual(sample);
    expect(drawSample(texts, 5, '2')).not.toEqual(sample);
  });

  test('keeps the other texts in the sample if one text changes', () => {
    const [first, ...others] = drawSample(texts, 5, '1');
    const changed = texts.map((text) => (text === first ? { ...text, text: 'Another text' } : text));
    expect(drawSample(changed, 40, '1').filter((text) => others.includes(text))).toEqual(others);
  });

  test('contains a repeated text only once', () => {
    expect(drawSample([...texts, ...texts], 100, '1')).toHaveLength(40);
  });
});
