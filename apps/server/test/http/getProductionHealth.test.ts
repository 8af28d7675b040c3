import { rm, writeFile } from 'node:fs/promises';
import { system } from '@countersign/words/en/app/system';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const app = await startTestApp({ publicUrl: 'http://sign.northwind.example' });
const address = '/api/health/production';

type Check = { name: string; status: string; message: string; fix: string | null };
async function checks(): Promise<Record<string, Check>> {
  const { body } = await app.service.get<'getProductionHealth'>(address);
  return Object.fromEntries((body.checks ?? []).map((check) => [check.name, check]));
}

describe('200', () => {
  test('lists the steps required before production use, each with instructions', async () => {
    const { status, body } = await app.owner.both('GET', address);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'unhealthy', timestamp: app.clock.now().toISOString() });
    const found = await checks();
    expect(
      Object.keys(found).filter((name) => !(name in system.checks)),
      'the app names every check',
    ).toEqual([]);
    expect(Object.keys(found)).toEqual([
      'public-address',
      'proxies',
      'database',
      'storage',
      'signing',
      'files',
      'time',
      'audit-log',
      'backups',
      'mail',
      'mail-encrypted',
      'mail-signed',
      'master-key',
    ]);
    expect(found['public-address']).toEqual({
      name: 'public-address',
      status: 'unhealthy',
      message: 'Links use an address without https.',
      fix: 'Set PUBLIC_URL to the https address at which people reach this server.',
    });
    expect(found['mail']).toMatchObject({ status: 'unhealthy', fix: expect.stringContaining('SMTP_URL') });
    expect(found['audit-log']).toMatchObject({ status: 'degraded', fix: expect.stringContaining('PIN_FILE') });
    expect(found['master-key']).toMatchObject({ status: 'degraded', fix: expect.stringContaining('MASTER_KEY') });
    for (const name of ['database', 'signing', 'files', 'time'])
      expect(found[name]).toMatchObject({ status: 'healthy', fix: null });
    // If other processes keep the disk busy, the storage is slow and is reported as degraded.
    const { storage } = found;
    expect(['healthy null', 'degraded string']).toContain(
      `${storage?.status} ${storage?.fix === null ? 'null' : typeof storage?.fix}`,
    );
  });

  test('reveals no data about the installation', async () => {
    const { text } = await app.owner.get(address);
    for (const secret of ['northwind', app.dataDir, 'Grace', 'postgres://']) expect(text).not.toContain(secret);
  });

  test('reports that files cannot be stored, and that the clock may be wrong', async () => {
    const { stagingFolder } = storedFiles(app);
    await rm(stagingFolder, { recursive: true });
    await writeFile(stagingFolder, '');
    const broken = await until('the storage to be reported as unavailable', async () => {
      const { storage } = await checks();
      return storage?.status === 'unhealthy' && storage;
    });
    expect(broken.message).toBe('Files cannot be stored.');
    app.clock.advance({ days: 40 * 365 });
    expect((await checks())['signing']).toMatchObject({ status: 'unhealthy' });
  });
});

refusesOtherMethods(app, address, ['GET']);
