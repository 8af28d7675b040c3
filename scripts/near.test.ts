import { describe, expect, test } from 'vitest';
import { lintedNear, testsNear } from './near.ts';

const FILES = [
  'apps/server/src/features/signing/send-for-signing.ts',
  'apps/server/src/features/signing/placement.test.ts',
  'apps/server/src/features/mail/language.test.ts',
  'apps/server/test/http/sendForSigning.test.ts',
  'apps/server/test/http/sendForSigning-placement.test.ts',
  'apps/server/test/http/signDocument.test.ts',
  'apps/server/test/http/access-matrix.soak.test.ts',
  'apps/server/test/browser/home.browser.test.ts',
  'apps/server/test/crash/export.soak-only.test.ts',
  'apps/server/test/docs/readme.test.ts',
];
const docs = 'apps/server/test/docs/readme.test.ts';
const nothing = () => '';

test("lists the tests named after an operation, then documentation tests, then tests in the file's folder", () => {
  expect(testsNear(['apps/server/src/features/signing/send-for-signing.ts'], FILES, nothing)).toEqual([
    'apps/server/test/http/sendForSigning.test.ts',
    'apps/server/test/http/sendForSigning-placement.test.ts',
    docs,
    'apps/server/src/features/signing/placement.test.ts',
  ]);
});

test('includes a changed test even if it is slow, but no other slow tests', () => {
  const slow = 'apps/server/test/browser/home.browser.test.ts';
  expect(testsNear([slow], FILES, nothing)).toEqual([slow, docs]);
  expect(testsNear(['apps/server/test/http/access-matrix.ts'], FILES, nothing)).not.toContain(
    'apps/server/test/http/access-matrix.soak.test.ts',
  );
});

test('excludes tests that only `npm run soak` runs', () => {
  expect(testsNear(['apps/server/test/crash/export.soak-only.test.ts'], FILES, nothing)).toEqual([docs]);
});

test('lints changed sources and the files that import them', () => {
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

describe('tests whose name differs from the name of the source', () => {
  const signing = 'apps/server/src/features/signing';
  const texts: Record<string, string> = {
    [`${signing}/operations.ts`]: `import { signDocument } from './sign-document.ts';
import { listCertificates } from '../certificates/index.ts';
export function operations(services) {
  return {
    signDocument: async ({ body }, context) => signDocument(services, body),
    listCertificates: (_input, context) => listCertificates(services),
  };
}`,
    [`${signing}/sign-document.ts`]: "import { sealJob } from './seal-job.ts';",
    [`${signing}/seal-job.ts`]: "export const sealJob = defineJob<{ id: string }>('seal-document', {});",
    [`${signing}/seal-document.ts`]: "import { sealJob } from './seal-job.ts';",
    'apps/server/src/features/certificates/index.ts':
      "export { listCertificates } from './list.ts';\nexport { other } from './other.ts';",
    'apps/server/src/features/certificates/list.ts': '',
    'apps/server/src/features/certificates/other.ts': '',
    'apps/server/test/http/signDocument.test.ts': '',
    'apps/server/test/http/listCertificates.test.ts': '',
    'apps/server/test/http/failover.test.ts': "await app.jobs('seal-document');",
  };
  const near = (source: string, calls?: Map<string, Record<string, number>>) =>
    testsNear([source], Object.keys(texts), (file) => texts[file] ?? '', calls);

  test('selects the tests of the operation that queues the changed job, and tests that mention the job', () => {
    expect(near(`${signing}/seal-document.ts`)).toEqual([
      'apps/server/test/http/failover.test.ts',
      'apps/server/test/http/signDocument.test.ts',
    ]);
  });

  test("finds the operation that imports the changed source through another feature's index, and selects its tests", () => {
    const [first] = near('apps/server/src/features/certificates/list.ts');
    expect(first).toBe('apps/server/test/http/listCertificates.test.ts');
    expect(near('apps/server/src/features/certificates/other.ts')).toEqual([]);
  });

  test("selects only tests that called the source in the last run, and tests missing from that run's record", () => {
    const source = `${signing}/seal-document.ts`;
    const calls = new Map([
      ['apps/server/test/http/signDocument.test.ts', { [`${signing}/sign-document.ts`]: 3 }],
      ['apps/server/test/http/listCertificates.test.ts', { [source]: 2 }],
    ]);
    expect(near(source, calls)).toEqual([
      'apps/server/test/http/failover.test.ts',
      'apps/server/test/http/listCertificates.test.ts',
    ]);
  });
});
