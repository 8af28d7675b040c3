/**
 * Measures the export of an organization with very many documents: the server's peak memory according to the kernel,
 * and the duration. Also checks that unzip and 7z accept the ZIP file.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf, operations } from '@countersign/contract';
import { afterAll, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { tell } from '../../../../scripts/soak-summary.ts';
import { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { withDatabase } from '../crash/envelopes.ts';
import { type MainProcess, runMain } from '../start/run-main.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { copyDocument } from '../support/many-documents.ts';
import { until } from '../support/until.ts';

type Exports = AnswerOf<(typeof operations)['listExports']>;

const DOCUMENTS = 100_000;
const MAX_MB = 300;
const LIMIT_MS = 1_800_000;
const ASK_MS = 1000;
const LOGIN = { email: 'grace@northwind.example', password: 'correct horse battery staple' };

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-many-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
const dataDir = path.join(folder, 'data');
const settings = { DATA_DIR: dataDir };

/** Returns the peak memory of a process since its start, in MB. */
const peakOf = ({ child }: MainProcess): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;

async function stop(server: MainProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

test(
  'uses the same amount of memory regardless of the number of exported documents, and creates one complete ZIP file',
  async () => {
    await copyDataFolder(dataDir);
    const first = runMain(settings);
    const client = new Client(await first.listening());
    const token = await until('the setup link', () => /\/setup#(\S+)/.exec(first.said())?.[1]);
    await client.setUp({ ...LOGIN, name: 'Grace Hopper', organization: 'Northwind Trading', token });
    const { id } = await client.upload(samplePdf(), 'agreement.pdf');
    await stop(first);
    await withDatabase(dataDir, async (database) => {
      await copyDocument(async (text, values) => (await database.query(text, values)).rows, id, DOCUMENTS - 1);
      await database.query('vacuum analyze');
    });

    const server = runMain(settings);
    const owner = new Client(await server.listening());
    await owner.logIn(LOGIN);
    const idle = peakOf(server);
    const began = performance.now();
    await owner.json('POST', '/api/legal/export-data', { scope: 'organization' });
    const done = await until(
      'the export to be ready',
      async () => {
        // Without this pause, polling would be the server's main load.
        await delay(ASK_MS);
        const [found] = (await owner.json<Exports>('GET', '/api/legal/exports')).exports;
        return found?.status === 'ready' && found;
      },
      LIMIT_MS,
    );
    const seconds = (performance.now() - began) / 1000;
    const made = peakOf(server);
    const zip = path.join(folder, 'export.zip');
    const answer = await owner.send('GET', `/api/legal/exports/${done.id}/download`);
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(zip));
    const read = peakOf(server);
    await stop(server);
    tell(
      `export of ${DOCUMENTS} documents: ${Math.round(seconds)} s, ${Math.round(done.size_bytes / 2 ** 20)} MB; the server's memory at most ${Math.round(idle)} MB before, ${Math.round(made)} MB when it was ready, ${Math.round(read)} MB after the download`,
    );
    expect(done.documents_done).toBe(DOCUMENTS);
    expect(read).toBeLessThan(MAX_MB);
    const run = (...args: string[]) =>
      execFileSync(outsideTool('unzip'), args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
    expect(run('-tq', zip)).toContain('No errors detected');
    const names = run('-Z1', zip).trim().split('\n');
    expect(new Set(names).size, 'no entry is exported twice').toBe(names.length);
    expect(names.filter((name) => name.endsWith('/document.pdf'))).toHaveLength(DOCUMENTS);
  },
  LIMIT_MS,
);
