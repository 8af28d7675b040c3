/**
 * Writes docs/understand/loose-commits.md, which lists the committed data that a crash of the machine can lose, and why
 * this data is not needed.
 */
import { LOOSE_COMMITS } from '../apps/server/src/platform/db/loose-commits.ts';

export function looseCommitsPage(): string {
  const rows = Object.entries(LOOSE_COMMITS).map(([name, { lost, harmless }]) => `| ${name} | ${lost} | ${harmless} |`);
  return [
    '# Loose commits',
    'This page lists the transactions whose commits do not wait for the disk (`synchronous_commit = off`, [ADR 9](../adr/0009-queue-one-mail-job-per-recipient.md)). All other commits wait for the disk. A crash of the server process loses no commit. A crash of the machine or of PostgreSQL can lose the most recent commits of these transactions. `npm run docs` generates this page from [loose-commits.ts](../../apps/server/src/platform/db/loose-commits.ts).',
    `| Transaction | Data that a crash can lose | Why the loss is harmless |\n|---|---|---|\n${rows.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
