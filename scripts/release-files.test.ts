import { expect, test } from 'vitest';
import { checksums, provenance, reproducible } from './release-files.ts';
import { lockedAt } from './release-version.ts';

const source = {
  version: '1.2.3',
  commit: '0123456789abcdef0123456789abcdef01234567',
  time: '2026-12-01T10:00:00.000Z',
};
const files = new Map([['countersign-1.2.3.tar.gz', Buffer.from('abc')]]);
/** The one-block example in FIPS 180-4. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('lists each file with its digest in the format of sha256sum', () => {
  expect(checksums(files)).toBe(`${ABC}  countersign-1.2.3.tar.gz\n`);
});

test('states the commit and the lock file from which the files were built', () => {
  expect(provenance(files, source, 'ff')).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'countersign-1.2.3.tar.gz', digest: { sha256: ABC } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: source.commit } }, { digest: { sha256: 'ff' } }],
      },
    },
  });
});

test("gives a commit's bill of materials the same name, number and time on every machine", () => {
  const bom = (folder: string) => ({
    serialNumber: `urn:uuid:${folder}`,
    metadata: { timestamp: folder, component: { type: 'library', name: folder, purl: 'pkg:npm/x' } },
    components: [],
  });
  const made = reproducible(bom('one'), source);
  expect(made).toEqual(reproducible(bom('other'), source));
  expect(made.metadata.component).toEqual({
    type: 'application',
    name: 'countersign',
    version: '1.2.3',
    purl: 'pkg:npm/x',
  });
  // CycloneDX 1.5, serialNumber.
  expect(made.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
});

test("sets the new version in the lock file only for the project's own packages", () => {
  const lock = {
    version: '0.1.0',
    packages: {
      '': { version: '0.1.0' },
      'apps/server': { version: '0.1.0' },
      'apps/server/node_modules/zod': { version: '4.0.0' },
      'node_modules/@countersign/server': { link: true },
      'node_modules/pg': { version: '8.0.0' },
    },
  };
  expect(lockedAt(lock, '0.2.0')).toEqual({
    version: '0.2.0',
    packages: {
      '': { version: '0.2.0' },
      'apps/server': { version: '0.2.0' },
      'apps/server/node_modules/zod': { version: '4.0.0' },
      'node_modules/@countersign/server': { link: true },
      'node_modules/pg': { version: '8.0.0' },
    },
  });
});
