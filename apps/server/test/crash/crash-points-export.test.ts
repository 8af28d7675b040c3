/** The same for exports: killed at every step, an export ends as one zip with every document once, and leaves no file behind. */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { until } from '../support/until.ts';
import { LIMIT_MS, openRehearsal, OWNER, type Scene, type Step } from './crash-steps.ts';
import { expectNothingLeft, withDatabase } from './envelopes.ts';

type Exports = AnswerOf<(typeof operations)['listExports']>;
const DOCUMENTS = 3;

const rehearsal = await openRehearsal();

async function owner({ url }: Scene): Promise<Client> {
  const client = new Client(url);
  await client.logIn({ email: OWNER.email, password: 'correct horse battery staple' });
  return client;
}
const ask = async (scene: Scene) =>
  (await owner(scene)).json('POST', '/api/legal/export-data', { scope: 'organization' });
const upload = async ({ api }: Scene): Promise<void> => {
  for (let n = 0; n < DOCUMENTS; n += 1) await api.upload(samplePdf(), `file-${n}.pdf`);
};
const exports = async (scene: Scene) => (await (await owner(scene)).json<Exports>('GET', '/api/legal/exports')).exports;

const STEPS: readonly Step[] = [
  { point: 'export-request.before-commit', found: upload, act: ask },
  { point: 'export-request.after-commit', found: async (scene) => expect(await exports(scene)).toEqual([]), act: ask },
  { point: 'export.staged' },
  { point: 'export.named' },
  { point: 'export-part.before-commit' },
  { point: 'export-part.after-commit' },
];

test(
  'an export whose server dies at every step ends as one whole zip',
  async () => {
    const points = STEPS.map(({ point }) => point);
    expect(FAILPOINTS.filter((point) => point.startsWith('export') && !points.includes(point))).toEqual([]);
    await rehearsal.setUp();
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      const by = await owner(scene);
      const done = await until('the export to be ready', async () => {
        const [found, ...others] = (await by.json<Exports>('GET', '/api/legal/exports')).exports;
        expect(others).toEqual([]);
        return found?.status === 'ready' && found;
      });
      expect(done.documents_done).toBe(DOCUMENTS);
      const zip = path.join(rehearsal.dataDir, '..', 'export.zip');
      writeFileSync(
        zip,
        Buffer.from(await (await by.send('GET', `/api/legal/exports/${done.id}/download`)).arrayBuffer()),
      );
      expect(execFileSync(outsideTool('unzip'), ['-tq', zip], { encoding: 'utf8' })).toContain('No errors detected');
      const names = execFileSync(outsideTool('unzip'), ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n');
      expect(new Set(names).size, 'nothing twice').toBe(names.length);
      expect(names.filter((name) => name.endsWith('/document.pdf'))).toHaveLength(DOCUMENTS);
      await until('the mail', () =>
        rehearsal.office.to(OWNER.email).some(({ email }) => email.subject?.includes('export')),
      );
    });
    const parts = await withDatabase(rehearsal.dataDir, async (client) => {
      const { rows } = await client.query<{ blob_id: string; tenant_id: string }>(
        'select tenant_id, blob_id from export_parts',
      );
      const audit = await client.query<{ n: number }>(
        `select count(*)::int as n from audit_entries where convert_from(bytes, 'UTF8') like '%"export.finished"%'`,
      );
      expect(audit.rows[0]?.n).toBe(1);
      return rows;
    });
    // A file that no row names is left where the server died between the two; retention removes it a day later.
    const [part] = parts;
    const files = readdirSync(path.join(rehearsal.dataDir, 'blobs', part?.tenant_id ?? ''));
    expect(parts.filter(({ blob_id: blob }) => !files.includes(blob))).toEqual([]);
    await expectNothingLeft(rehearsal.dataDir);
  },
  LIMIT_MS,
);
