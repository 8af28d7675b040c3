import { expect, test } from 'vitest';
import { testsNear } from './near.ts';

const FILES = [
  'apps/server/src/features/signing/send-for-signing.ts',
  'apps/server/src/features/signing/placement.test.ts',
  'apps/server/src/features/mail/language.test.ts',
  'apps/server/test/http/sendForSigning.test.ts',
  'apps/server/test/http/sendForSigning-placement.test.ts',
  'apps/server/test/http/signDocument.test.ts',
  'apps/server/test/http/access-matrix.test.ts',
  'apps/server/test/browser/home.browser.test.ts',
  'apps/server/test/docs/readme.test.ts',
];
const docs = 'apps/server/test/docs/readme.test.ts';

test('those of an operation by its name, then those beside the file, then those of the documentation', () => {
  expect(testsNear(['apps/server/src/features/signing/send-for-signing.ts'], FILES)).toEqual([
    'apps/server/test/http/sendForSigning.test.ts',
    'apps/server/test/http/sendForSigning-placement.test.ts',
    'apps/server/src/features/signing/placement.test.ts',
    docs,
  ]);
});

test('a changed test, however slow, and no other slow one', () => {
  const slow = 'apps/server/test/browser/home.browser.test.ts';
  expect(testsNear([slow], FILES)).toEqual([slow, docs]);
  expect(testsNear(['apps/server/test/http/access-matrix.ts'], FILES)).not.toContain(
    'apps/server/test/http/access-matrix.test.ts',
  );
});
