/** docs/understand/loose-commits.md: which committed data a crash of the machine may lose, and why nobody misses it. */
import { LOOSE_COMMITS } from '../apps/server/src/platform/db/loose-commits.ts';

export function looseCommitsPage(): string {
  const rows = Object.entries(LOOSE_COMMITS).map(([name, { lost, harmless }]) => `| ${name} | ${lost} | ${harmless} |`);
  return [
    '# Loose commits',
    'Made by `npm run docs` from [loose-commits.ts](../../apps/server/src/platform/db/loose-commits.ts). Every commit waits for the disk but these, which run with `synchronous_commit = off` ([ADR 9](../adr/0009-queue-one-mail-job-per-recipient.md)). A crash of the server process loses none of them; a crash of the machine or of PostgreSQL may lose those of the last moments, in order.',
    `| transaction | what a crash may lose | why that is harmless |\n|---|---|---|\n${rows.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
