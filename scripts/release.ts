// `npm run release` creates the next version from the changesets. `npm run release -- files` writes the published files
// of the checked-out release to `release/`. docs/contribute/releases.md describes all steps.
import { writeReleaseFiles } from './release-files.ts';
import { makeVersion } from './release-version.ts';

const [command, ...others] = process.argv.slice(2);
try {
  if (others.length > 0 || (command !== undefined && command !== 'files'))
    throw new Error('Usage: npm run release [-- files]');
  if (command === 'files') console.log(writeReleaseFiles().join('\n'));
  else {
    const version = await makeVersion(new Date().toISOString().slice(0, 10));
    console.log(
      `Created the release ${version}. Review the changes, commit them as "Release ${version}" and tag the commit v${version}.`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
