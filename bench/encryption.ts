/**
 * What encrypting files costs: a server that does beside one that does not, in turns, so that a noisy minute hits both. The median of the
 * ratios of neighbours is what counts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { runEnvelope } from './envelope.ts';
import { Connection, multipart } from './http-client.ts';
import { peakDuring, residentMemory } from './memory.ts';
import { largePdf } from './pdf.ts';
import { atMost, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const LARGE = 49 * 2 ** 20;

type Side = { subject: Subject; connection: Connection };
type Work = (side: Side, n: number) => Promise<number>;

export async function measureEncryption(isQuick: boolean): Promise<void> {
  const folders = await Promise.all(['on', 'off'].map(() => mkdtemp(join(tmpdir(), 'countersign-encryption-'))));
  const sides: Side[] = [];
  try {
    for (const [at, setting] of ['on', 'off'].entries()) {
      const subject = await startSubject(folders[at] ?? '', { FILE_ENCRYPTION: setting });
      sides.push({ subject, connection: await Connection.open(subject.server.url) });
    }
    await compare(sides, 'one envelope', envelope(), { rounds: isQuick ? 60 : 200, limit: 1.05 });
    const { upload, download } = transfers();
    await compare(sides, '49 MB upload', upload, { rounds: isQuick ? 8 : 20, limit: 1.15 });
    await compare(sides, '49 MB download', download, { rounds: isQuick ? 12 : 30, limit: 1.15 });
    for (const [at, name] of ['encrypted', 'plain'].entries()) await growth(sides[at] as Side, name, upload);
  } finally {
    for (const { subject, connection } of sides) {
      connection.close();
      await subject.server.stop();
    }
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** `work` in turns, first on the one and then on the other side; the first rounds warm both up. */
async function compare(
  [on, off]: Side[],
  name: string,
  work: Work,
  { rounds, limit }: { rounds: number; limit: number },
): Promise<void> {
  if (!on || !off) return;
  const [encrypted, plain, ratios]: number[][] = [[], [], []];
  const warm = Math.ceil(rounds / 5);
  for (let n = -warm; n < rounds; n += 1) {
    // Whoever comes first finds the caches as the other left them.
    const first = n % 2 === 0 ? await work(on, n) : undefined;
    const without = await work(off, n);
    const withIt = first ?? (await work(on, n));
    if (n < 0) continue;
    encrypted?.push(withIt);
    plain?.push(without);
    ratios?.push(withIt / without);
  }
  report(`${name}, files encrypted, p50`, median(encrypted ?? []), 'ms');
  report(`${name}, files plain, p50`, median(plain ?? []), 'ms');
  report(`${name}, encrypted : plain (of medians)`, median(encrypted ?? []) / median(plain ?? []), 'x', {
    target: atMost(limit),
  });
  report(`${name}, encrypted : plain (median of pairs)`, median(ratios ?? []), 'x');
}

function envelope(): Work {
  const pdf = samplePdf();
  return async ({ subject, connection }, n) =>
    (await runEnvelope(connection, subject.credentials, pdf, `encryption${n}-${Math.random().toString(36).slice(2)}`))
      .total;
}

function transfers(): { upload: Work; download: Work } {
  const pdf = largePdf(LARGE);
  const { contentType, body } = multipart(pdf, 'large.pdf');
  const made = new Map<Side, string>();
  return {
    upload: async (side) => {
      const headers = { authorization: `Bearer ${side.subject.credentials.key}`, 'content-type': contentType };
      const begun = performance.now();
      const answer = await side.connection.request('POST', '/v1/api/documents/upload', headers, body);
      const took = performance.now() - begun;
      if (answer.status !== 201) throw new Error(`upload: ${answer.status}`);
      made.set(side, (JSON.parse(answer.body.toString()) as { document: { id: string } }).document.id);
      return took;
    },
    download: async (side) => {
      const headers = { authorization: `Bearer ${side.subject.credentials.key}` };
      const path = `/v1/api/documents/${made.get(side)}/download?type=original`;
      const asked = await side.connection.request('GET', path, headers);
      const { pathname } = new URL((JSON.parse(asked.body.toString()) as { downloadUrl: string }).downloadUrl);
      const begun = performance.now();
      const answer = await side.connection.request('GET', pathname, {});
      const took = performance.now() - begun;
      if (answer.status !== 200 || answer.body.length !== pdf.length) throw new Error(`download: ${answer.status}`);
      return took;
    },
  };
}

/** Both servers have uploaded as many large files before. */
async function growth(side: Side, name: string, upload: Work): Promise<void> {
  const pid = side.subject.server.child.pid ?? 0;
  const before = await residentMemory(pid);
  const { peak } = await peakDuring(
    () => residentMemory(pid),
    () =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          const connection = await Connection.open(side.subject.server.url);
          await upload({ ...side, connection }, 0);
          connection.close();
        }),
      ),
  );
  report(`growth for each of four 49 MB uploads at once, files ${name}`, (peak - before) / 4, 'MiB');
}
