/**
 * Measures a bulk send: rows per second from the request to the last sent document, and how much the server's memory
 * grows over this many rows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import type { Client } from '../apps/server/src/demo/client.ts';
import { peakDuring, residentMemory } from './memory.ts';
import { atLeast, atMost, report } from './report.ts';
import { startSubject } from './subject.ts';

const WARM_ROWS = 100;

export async function measureBulkSend(quick: boolean): Promise<void> {
  const rows = quick ? 200 : 10_000;
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bulk-'));
  try {
    const { server, owner } = await startSubject(dataDir);
    try {
      const pid = server.child.pid ?? 0;
      const template = await makeTemplate(owner);
      await sendAll(owner, template, WARM_ROWS, 'warm');
      const before = await residentMemory(pid);
      const { peak, result: seconds } = await peakDuring(
        () => residentMemory(pid),
        () => sendAll(owner, template, rows, 'row'),
      );
      report(`bulk send of ${rows} rows`, rows / seconds, 'rows/s', { target: atLeast(20) });
      report(`growth of the server over ${rows} rows`, peak - before, 'MiB', { target: atMost(100) });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeTemplate(owner: Client): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(samplePdf())], { type: 'application/pdf' }), 'notice.pdf');
  return (await owner.call(api.createTemplate, { body: form })).template.id;
}

/** Returns the number of seconds until all documents are sent. */
async function sendAll(owner: Client, template: string, count: number, name: string): Promise<number> {
  const lines = Array.from({ length: count }, (_, at) => `${name}-${at}@bench.example,Somebody ${at}`);
  const form = new FormData();
  form.append('file', new Blob([`email,name\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'rows.csv');
  const begun = performance.now();
  const { bulkSend } = await owner.call(api.createBulkSend, { params: { id: template }, body: form });
  for (;;) {
    const { bulkSend: now } = await owner.call(api.getBulkSend, { params: { id: bulkSend.id } });
    if (now.status !== 'running') {
      if (now.sent !== count) throw new Error(`${now.sent} of ${count} rows were sent`);
      return (performance.now() - begun) / 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
