import { expect, test } from 'vitest';
import { lintedNear, testsNear } from './near.ts';

const FILES = [
  'apps/server/src/features/signing/send-for-signing.ts',
  'apps/server/src/features/signing/placement.test.ts',
  'apps/server/src/features/mail/language.test.ts',
  'apps/server/test/http/sendForSigning.test.ts',
  'apps/server/test/http/sendForSigning-placement.test.ts',
  'apps/server/test/http/signDocument.test.ts',
  'apps/server/test/http/access-matrix.test.ts',
  'apps/server/test/browser/home.browser.test.ts',
  'apps/server/test/crash/export.soak-only.test.ts',
  'apps/server/test/docs/readme.test.ts',
];
const docs = 'apps/server/test/docs/readme.test.ts';

test('those of an operation by its name, then those of the documentation, then those beside the file', () => {
  expect(testsNear(['apps/server/src/features/signing/send-for-signing.ts'], FILES)).toEqual([
    'apps/server/test/http/sendForSigning.test.ts',
    'apps/server/test/http/sendForSigning-placement.test.ts',
    docs,
    'apps/server/src/features/signing/placement.test.ts',
  ]);
});

test('a changed test, however slow, and no other slow one', () => {
  const slow = 'apps/server/test/browser/home.browser.test.ts';
  expect(testsNear([slow], FILES)).toEqual([slow, docs]);
  expect(testsNear(['apps/server/test/http/access-matrix.ts'], FILES)).not.toContain(
    'apps/server/test/http/access-matrix.test.ts',
  );
});

test('nothing that only `npm run soak` plays', () => {
  expect(testsNear(['apps/server/test/crash/export.soak-only.test.ts'], FILES)).toEqual([docs]);
});

test('what is linted: the changed sources, and whoever imports one of them', () => {
  const texts: Record<string, string> = {
    'apps/server/src/a.ts': "import { b } from './b.ts';",
    'apps/server/src/b.ts': '',
    'apps/server/src/late.ts': "const { b } = await import('./b.ts');",
    'apps/server/test/a.test.ts': "import { b } from '../src/b.ts';",
    'apps/web/src/b.ts': '',
    'apps/web/src/page.tsx': "import { b } from './b.ts';",
  };
  const near = (changed: string[]) => lintedNear(changed, Object.keys(texts), (file) => texts[file] ?? '').toSorted();
  expect(near(['apps/server/src/b.ts', 'README.md'])).toEqual([
    'apps/server/src/a.ts',
    'apps/server/src/b.ts',
    'apps/server/src/late.ts',
    'apps/server/test/a.test.ts',
  ]);
  expect(near(['README.md'])).toEqual([]);
});
