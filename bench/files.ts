/**
 * Compares the cost of different file storage settings. Two servers are measured alternately, so that noise affects
 * both equally. The result is the median of the ratios of neighboring measurements.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { openS3Server } from '../apps/server/test/support/s3-server.ts';
import { apiPath } from './api-path.ts';
import { runEnvelope } from './envelope.ts';
import { Connection, multipart } from './http-client.ts';
import { peakDuring, residentMemory } from './memory.ts';
import { largePdf } from './pdf.ts';
import { atMost, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const LARGE = 49 * 2 ** 20;

type Side = { name: string; subject: Subject; connection: Connection };
type Kind = readonly [name: string, environment: Record<string, string>];
type Limits = { envelope?: number; transfer?: number };
type Work = (side: Side, n: number) => Promise<number>;

export function measureEncryption(isQuick: boolean): Promise<void> {
  const kinds: [Kind, Kind] = [
    ['encrypted', { FILE_ENCRYPTION: 'on' }],
    ['plain', { FILE_ENCRYPTION: 'off' }],
  ];
  return compareServers(isQuick, kinds, { envelope: 1.05, transfer: 1.15 });
}

/** Compares files in a real S3 server on this machine with files in a folder, both encrypted. */
export async function measureS3(isQuick: boolean): Promise<void> {
  const server = await openS3Server().catch((error: unknown) => {
    console.log(`files in S3: left out. ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  if (!server) return;
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.options;
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  try {
    await compareServers(
      isQuick,
      [
        ['in S3', s3],
        ['in a folder', {}],
      ],
      {},
    );
  } finally {
    server.close();
  }
}

async function compareServers(isQuick: boolean, kinds: readonly [Kind, Kind], limits: Limits): Promise<void> {
  const folders = await Promise.all(kinds.map(() => mkdtemp(join(tmpdir(), 'countersign-files-'))));
  const sides: Side[] = [];
  try {
    for (const [at, [name, environment]] of kinds.entries()) {
      const subject = await startSubject(folders[at] ?? '', environment);
      sides.push({ name, subject, connection: await Connection.open(subject.server.url) });
    }
    const { upload, download } = transfers();
    const { envelope: ofEnvelope, transfer: limit } = limits;
    await compare(sides, 'one envelope', envelope(), { rounds: isQuick ? 60 : 200, limit: ofEnvelope });
    await compare(sides, '49 MB upload', upload, { rounds: isQuick ? 8 : 20, limit });
    await compare(sides, '49 MB download', download, { rounds: isQuick ? 12 : 30, limit });
    for (const side of sides) await growth(side, upload);
  } finally {
    for (const { subject, connection } of sides) {
      connection.close();
      await subject.server.stop();
    }
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` alternately on the two servers. The first rounds warm up both servers. */
async function compare(
  [on, off]: Side[],
  name: string,
  work: Work,
  { rounds, limit }: { rounds: number; limit: number | undefined },
): Promise<void> {
  if (!on || !off) return;
  const [first, second, ratios]: [number[], number[], number[]] = [[], [], []];
  const warm = Math.ceil(rounds / 5);
  for (let n = -warm; n < rounds; n += 1) {
    // The two servers take turns going first, because each server's time depends on the caches that the other has just
    // filled.
    const before = n % 2 === 0 ? await work(on, n) : undefined;
    const other = await work(off, n);
    const one = before ?? (await work(on, n));
    if (n < 0) continue;
    first.push(one);
    second.push(other);
    ratios.push(one / other);
  }
  const both = `${on.name} : ${off.name}`;
  report(`${name}, files ${on.name}, p50`, median(first), 'ms');
  report(`${name}, files ${off.name}, p50`, median(second), 'ms');
  report(`${name}, ${both} (of medians)`, median(first) / median(second), 'x', {
    target: limit === undefined ? undefined : atMost(limit),
  });
  report(`${name}, ${both} (median of pairs)`, median(ratios), 'x');
}

function envelope(): Work {
  const pdf = samplePdf();
  return async ({ subject, connection }, n) =>
    (await runEnvelope(connection, subject.credentials, pdf, `files${n}-${Math.random().toString(36).slice(2)}`)).total;
}

function transfers(): { upload: Work; download: Work } {
  const pdf = largePdf(LARGE);
  const { contentType, body } = multipart(pdf, 'large.pdf');
  const made = new Map<Side, string>();
  return {
    upload: async (side) => {
      const headers = { authorization: `Bearer ${side.subject.credentials.key}`, 'content-type': contentType };
      const begun = performance.now();
      const answer = await side.connection.request('POST', apiPath(api.uploadDocument, {}), headers, body);
      const took = performance.now() - begun;
      if (answer.status !== 201) throw new Error(`upload: ${answer.status}`);
      made.set(side, (JSON.parse(answer.body.toString()) as { document: { id: string } }).document.id);
      return took;
    },
    download: async (side) => {
      const headers = { authorization: `Bearer ${side.subject.credentials.key}` };
      const path = apiPath(api.downloadDocument, { params: { id: made.get(side) ?? '' }, query: { type: 'original' } });
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

/** Before this measurement, the same number of large files has been uploaded to both servers. */
async function growth(side: Side, upload: Work): Promise<void> {
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
  report(`memory growth per upload with four concurrent 49 MB uploads, files ${side.name}`, (peak - before) / 4, 'MiB');
}
