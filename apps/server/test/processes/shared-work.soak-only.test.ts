/**
 * Tests two workers of one installation that share a bulk send, an export, a user import and a backup. One worker is
 * killed in the middle, and everything is still done exactly once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, onTestFinished, test } from 'vitest';
import { tell } from '../../../../scripts/soak-summary.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { kill, openInstallation, PATIENCE_MS, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const ROWS = 60;
const PEOPLE = 40;
/** The lease of a bulk send, an export or an import ends after five minutes. */
const LEASES_MS = 420_000;
const LIMIT_MS = 900_000;

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-backups-'));
const installation = await openInstallation({
  BACKUP_FOLDER: folder,
  BACKUP_RECOVERY_KEY: 'a passphrase for this test',
});

test('runs each job once even if one of two workers is killed', { timeout: LIMIT_MS }, async () => {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const web = await installation.web();
  const owner = await installation.setUp(web);
  const [doomed, survivor] = [await installation.worker(), await installation.worker()];

  const form = new FormData();
  form.append('file', new Blob([Buffer.from(samplePdf())], { type: 'application/pdf' }), 'notice.pdf');
  const { template } = await owner.json<Output<'createTemplate'>>('POST', '/api/templates/create', form);
  const rows = Array.from({ length: ROWS }, (_, at) => ({ email: `row-${at}@contoso.example` }));
  const { bulkSend } = await owner.json<Output<'createBulkSend'>>('POST', `/api/templates/${template.id}/bulk-send`, {
    rows,
    title: 'In bulk',
  });
  const sent = async () => (await owner.json<Output<'getBulkSend'>>('GET', `/api/bulk-sends/${bulkSend.id}`)).bulkSend;
  const { exportId } = await owner.json<Output<'exportData'>>('POST', '/api/legal/export-data', {
    scope: 'organization',
  });
  const { backup } = await owner.json<Output<'createBackup'>>('POST', '/api/admin/database/backups', {});
  const people = new FormData();
  const lines = Array.from({ length: PEOPLE }, (_, at) => `person-${at}@northwind.example,Person ${at},member`);
  people.append('file', new Blob([['email,name,role', ...lines].join('\n')], { type: 'text/csv' }), 'people.csv');
  const { import: preview } = await owner.json<Output<'createUserImport'>>('POST', '/api/admin/user-imports', people);
  await owner.json('POST', `/api/admin/user-imports/${preview.id}/start`, {});

  await until('a part of the bulk send', async () => (await sent()).sent >= ROWS / 6, PATIENCE_MS);
  const before = await sent();
  expect(before.status).toBe('running');
  await kill(doomed);

  await until('the bulk send', async () => (await sent()).status === 'completed', LEASES_MS);
  expect(await sent()).toMatchObject({ total: ROWS, sent: ROWS, failed: 0, pending: 0 });
  const exported = await until(
    'the export',
    async () => {
      const { export: found } = await owner.json<Output<'getExport'>>('GET', `/api/legal/exports/${exportId}`);
      return found.status !== 'running' && found;
    },
    LEASES_MS,
  );
  expect(exported.status).toBe('ready');
  const imported = await until(
    'the import',
    async () => {
      const { import: found } = await owner.json<Output<'getUserImport'>>(
        'GET',
        `/api/admin/user-imports/${preview.id}`,
      );
      return found.status === 'completed' && found;
    },
    LEASES_MS,
  );
  await until(
    'the backup',
    async () =>
      (await owner.json<Output<'getBackup'>>('GET', `/api/admin/database/backups/${backup.id}`)).backup.state ===
      'ready',
    LEASES_MS,
  );

  // Each row has one document with one invitation, and each person has one membership and one invitation.
  const documents = await installation.sql<{ count: number; sent: number }>(
    `select count(*)::int as count, count(sent_at)::int as sent from documents where title = 'In bulk'`,
  );
  expect(documents).toEqual([{ count: ROWS, sent: ROWS }]);
  const twice = await until(
    'every invitation',
    async () => {
      const mails = await installation.sql<{ recipient: string; count: number }>(
        `select to_address as recipient, count(*)::int as count from mails where to_address like 'row-%' group by 1`,
      );
      return mails.length === ROWS && mails.filter(({ count }) => count !== 1);
    },
    LEASES_MS,
  );
  expect(twice).toEqual([]);
  tell(
    `two workers, one killed after ${before.sent} of ${ROWS} rows: ${ROWS} documents, an export, a backup and ${imported.total} people, each once`,
  );
  await stop(survivor);
  await stop(web);
});
