import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const made = await madeBackup(app);

needsCredential(app, { method: 'GET', path: `${BACKUPS}/${made.id}` });

test('returns the details of a backup, including the point in time it represents', async () => {
  const { body } = await app.service.get<'getBackup'>(`${BACKUPS}/${made.id}`);
  expect(body.backup).toEqual(made);
  expect(made.taken_at).not.toBeNull();
});

test('returns the progress of a running backup', async () => {
  const seen: unknown[] = [];
  const { options } = app.services.backups;
  const { target } = options;
  options.target = {
    ...target,
    write: async (name, source) => {
      if (name.endsWith('/ledger')) {
        const [id = ''] = name.split('/');
        seen.push((await app.owner.get<'getBackup'>(`${BACKUPS}/${id}`)).body.backup);
      }
      await target.write(name, source);
    },
  };
  await madeBackup(app);
  options.target = target;
  expect(seen).toEqual([
    expect.objectContaining({
      state: 'running',
      finished_at: null,
      progress: { step: 'tables', done: expect.any(Number), total: expect.any(Number) },
    }),
  ]);
});

test('returns 403 to everyone except administrators of the installation', async () => {
  expectError(await (await app.otherTenant()).owner.get(`${BACKUPS}/${made.id}`), 'FORBIDDEN');
});

test('rejects an unknown backup with 404', async () => {
  const backupId = newId('backup');
  expectError(await app.owner.get(`${BACKUPS}/${backupId}`), 'BACKUP_NOT_FOUND', { backupId });
});
