import { expect, test } from 'vitest';
import type { ArchiveState } from '../backups/index.ts';
import { archive } from './archive.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const fine: ArchiveState = {
  place: '/archive',
  until: ago(10),
  failing: null,
  newestBase: ago(90_000),
  baseFailing: null,
};
const check = (changes: Partial<ArchiveState>) => archive({ ...fine, ...changes }, NOW);

test('reports an archive as degraded if more than a minute of data could be lost, and as unhealthy if archiving fails', () => {
  expect(check({}).status).toBe('healthy');
  expect(check({ until: ago(61) }).status).toBe('degraded');
  expect(check({ until: null }).status).toBe('degraded');
  expect(check({ newestBase: null }).status).toBe('degraded');
  expect(check({ failing: { since: ago(5) } })).toMatchObject({
    status: 'unhealthy',
    message: 'The database log has not been archived since 2026-11-23T11:59:55.000Z.',
  });
  expect(check({ baseFailing: { since: ago(5) } }).status).toBe('unhealthy');
});
