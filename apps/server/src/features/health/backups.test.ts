import { expect, test } from 'vitest';
import type { BackupState } from '../backups/index.ts';
import { backups } from './backups.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const fine: BackupState = {
  isScheduled: true,
  newest: hoursAgo(10),
  newestVerified: hoursAgo(10),
  failedAt: null,
  unfitAt: null,
  trouble: null,
};
const check = (changes: Partial<BackupState>) => backups({ ...fine, ...changes }, NOW);

test('reports whether there is a reliable backup', () => {
  expect(check({}).status).toBe('healthy');
  expect(check({ isScheduled: false, newest: null, newestVerified: null }).status).toBe('unhealthy');
  expect(check({ failedAt: hoursAgo(1) })).toMatchObject({ status: 'unhealthy', message: 'The newest backup failed.' });
  expect(check({ unfitAt: hoursAgo(1) }).status).toBe('unhealthy');
  expect(check({ isScheduled: false }).status).toBe('degraded');
  expect(check({ newestVerified: null }).status).toBe('degraded');
  expect(check({ newestVerified: hoursAgo(27) }).status).toBe('degraded');
});
