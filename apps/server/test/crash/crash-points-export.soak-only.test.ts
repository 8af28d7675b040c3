/**
 * Crash points of exports. The server is killed at every step of the first part and of later parts. The export still
 * ends as one ZIP file with every document once, and with the same content as an undisturbed export.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { copyDocument } from '../support/many-documents.ts';
import { until } from '../support/until.ts';
import { LIMIT_MS, openRehearsal, OWNER, type Scene, type Step } from './crash-steps.ts';
import { expectNothingLeft, withDatabase } from './envelopes.ts';

type Exports = AnswerOf<(typeof operations)['listExports']>;
/** The number of documents for which an export has four parts. */
const DOCUMENTS = 1_800;
const PARTS = 4;
/** The number of the part during which the server is killed. It is not the first part. */
const LATER = 2;

const rehearsal = await openRehearsal();

async function owner({ url }: Scene): Promise<Client> {
  const client = new Client(url);
  await client.logIn({ email: OWNER.email, password: 'correct horse battery staple' });
  return client;
}
const ask = async (scene: Scene) =>
  (await owner(scene)).json('POST', '/api/legal/export-data', { scope: 'organization' });
const exports = async (scene: Scene) => (await (await owner(scene)).json<Exports>('GET', '/api/legal/exports')).exports;

const STEPS: readonly Step[] = [
  { point: 'export-request.before-commit', act: ask },
  {
    point: 'export-request.after-commit',
    found: async (scene) => expect(await exports(scene)).toEqual([]),
    act: ask,
  },
  { point: 'export.staged' },
  // The process is killed once during the second part and twice during the third part.
  { point: 'export.named', time: LATER },
  { point: 'export-part.before-commit', time: LATER },
  { point: 'export-part.after-commit' },
];

/** Waits until the export is ready, and returns each file's name, size and checksum. No two files share a name. */
async function downloaded(scene: Scene): Promise<{ id: string; files: string[] }> {
  const by = await owner(scene);
  const done = await until(
    'the export to be ready',
    async () => {
      const [found] = (await by.json<Exports>('GET', '/api/legal/exports')).exports;
      return found?.status === 'ready' && found;
    },
    120_000,
  );
  expect(done.documents_done).toBe(DOCUMENTS);
  const zip = path.join(rehearsal.dataDir, '..', `${done.id}.zip`);
  const answer = await by.send('GET', `/api/legal/exports/${done.id}/download`);
  writeFileSync(zip, Buffer.from(await answer.arrayBuffer()));
  const run = (...args: string[]) =>
    execFileSync(outsideTool('unzip'), args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
  expect(run('-tq', zip)).toContain('No errors detected');
  const files = run('-v', zip)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns.length === 8 && /^[\da-f]{8}$/.test(columns[6] ?? ''))
    .map(([size, , , , , , crc, name]) => `${name} ${size} ${crc}`);
  expect(new Set(files.map((file) => file.split(' ')[0])).size, 'no entry is exported twice').toBe(files.length);
  return { id: done.id, files };
}
/**
 * Returns the content that two exports share: everything except their IDs, their times, and the organization's audit
 * chain.
 */
const inCommon = (files: readonly string[]) =>
  files.filter((file) => !/^(export\.json|README\.md|api-keys\.json|audit\/)/.test(file));

test(
  'creates exactly one complete ZIP file for an export, no matter at which step the server is killed',
  async () => {
    const points = STEPS.map(({ point }) => point);
    expect(FAILPOINTS.filter((point) => point.startsWith('export') && !points.includes(point))).toEqual([]);
    await rehearsal.end(({ api }) => api.upload(samplePdf(), 'file.pdf'));
    await withDatabase(rehearsal.dataDir, async (client) => {
      const query = async (text: string, values?: unknown[]) =>
        (await client.query<Record<string, unknown>>(text, values)).rows;
      const [first] = await query('select id from documents');
      await copyDocument(query, String(first?.['id']), DOCUMENTS - 1);
    });
    await rehearsal.play(STEPS);
    let disturbed = { id: '', files: [] as string[] };
    await rehearsal.end(async (scene) => {
      disturbed = await downloaded(scene);
      expect(disturbed.files.filter((file) => file.includes('/document.pdf'))).toHaveLength(DOCUMENTS);
      await until('the e-mail', () =>
        rehearsal.office.to(OWNER.email).some(({ email }) => email.subject?.includes('export')),
      );
    });
    const parts = await withDatabase(rehearsal.dataDir, async (client) => {
      const { rows } = await client.query<{ blob_id: string; tenant_id: string }>(
        'select tenant_id, blob_id from export_parts where export_id = $1',
        [disturbed.id],
      );
      const audit = await client.query<{ n: number }>(
        `select count(*)::int as n from audit_entries where convert_from(bytes, 'UTF8') like '%"export.finished"%'`,
      );
      expect(audit.rows[0]?.n).toBe(1);
      expect(rows.length).toBeGreaterThanOrEqual(PARTS);
      return rows;
    });
    // A server that is killed after writing a file and before writing its row leaves a file without a row. Retention
    // deletes such a file a day later.
    const [part] = parts;
    const files = readdirSync(path.join(rehearsal.dataDir, 'blobs', part?.tenant_id ?? ''));
    expect(parts.filter(({ blob_id: blob }) => !files.includes(blob))).toEqual([]);
    await expectNothingLeft(rehearsal.dataDir);
    await rehearsal.end(async (scene) => {
      await ask(scene);
      const undisturbed = await downloaded(scene);
      expect(undisturbed.id).not.toBe(disturbed.id);
      expect(inCommon(disturbed.files)).toEqual(inCommon(undisturbed.files));
    });
  },
  LIMIT_MS,
);
