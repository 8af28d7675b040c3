/**
 * Kills the server with kill -9 during a bulk send. Afterwards, every row has exactly one document with one invitation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, BulkSend, operations } from '@countersign/contract';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import type { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { comeBack, mailCounts, setUp } from './envelopes.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const ROWS = 60;
const KILLS = 5;
/** One in this many rows cannot be sent. Its failure is also recorded exactly once. */
const BAD_EVERY = 20;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-bulk-'));
  await copyDataFolder(path.join(folder, 'data'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ServerProcess> {
  const environment = { RATE_LIMIT_ADDRESS: '1000000000' };
  const server = await startServerProcess({ dataDir: path.join(folder, 'data'), environment });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

const stateOf = async (owner: Client, id: string): Promise<BulkSend> =>
  (await owner.json<Output<'getBulkSend'>>('GET', `/api/bulk-sends/${id}`)).bulkSend;

async function begin(owner: Client): Promise<{ template: string; id: string }> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(samplePdf())], { type: 'application/pdf' }), 'notice.pdf');
  const { template } = await owner.json<Output<'createTemplate'>>('POST', '/api/templates/create', form);
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    email: at % BAD_EVERY === 0 ? 'nobody' : `row-${at}@contoso.example`,
  }));
  const body = { rows, title: 'In bulk' };
  const { bulkSend } = await owner.json<Output<'createBulkSend'>>(
    'POST',
    `/api/templates/${template.id}/bulk-send`,
    body,
  );
  return { template: template.id, id: bulkSend.id };
}

test(`sends each valid row of a bulk send with ${ROWS} rows exactly once despite ${KILLS} kills`, async () => {
  const good = ROWS - Math.ceil(ROWS / BAD_EVERY);
  let server = await start();
  const sender = await setUp(server.url, server.setupToken ?? '');
  let { owner } = sender;
  const { id } = await begin(owner);
  const seen: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Waits for progress before each kill, so that every kill interrupts running work.
    await vi.waitUntil(async () => (await stateOf(owner, id)).sent >= (kill * good) / (KILLS + 2), {
      timeout: 30_000,
      interval: 5,
    });
    const { sent, status } = await stateOf(owner, id);
    expect(status, 'the server is killed before the bulk send ends').toBe('running');
    const ended = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGKILL');
    await ended;
    server = await start();
    ({ owner } = await comeBack(server.url, sender.bearer));
    const again = await stateOf(owner, id);
    expect(again.sent, 'rows that were reported as sent stay sent').toBeGreaterThanOrEqual(sent);
    seen.push(sent);
  }
  await vi.waitUntil(async () => (await stateOf(owner, id)).status === 'completed', { timeout: 60_000, interval: 20 });
  expect(await stateOf(owner, id)).toMatchObject({ total: ROWS, sent: good, failed: ROWS - good, pending: 0 });

  const { rows } = await owner.json<Output<'listBulkSendRows'>>('GET', `/api/bulk-sends/${id}/rows?pageSize=100`);
  const documents = rows.flatMap(({ document_id: document }) => document ?? []);
  expect(new Set(documents).size).toBe(good);
  const listed = await owner.json<Output<'listDocuments'>>('GET', '/api/documents/paginated?pageSize=100');
  expect(listed.documents.map((document) => document.id).toSorted(), 'there are no other documents').toEqual(
    documents.toSorted(),
  );
  for (const document of documents) {
    const trail = await owner.json<Output<'getDocumentAudit'>>('GET', `/api/documents/${document}/audit`);
    const count = (action: string) => trail.entries.filter((entry) => entry.action === action).length;
    expect([trail.isValid, count('document.created'), count('document.sent')]).toEqual([true, 1, 1]);
  }
  await vi.waitFor(
    async () => {
      const counts = [...(await mailCounts(owner))].filter(([mail]) => mail.startsWith('invitation '));
      expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
      expect(counts).toHaveLength(good);
    },
    { timeout: 20_000, interval: 100 },
  );
  await server.stop();
  console.log(`bulk send: killed at ${seen.join(', ')} of ${good} rows`);
}, 180_000);
