/** A real S3 server for tests: Debian's Swift, in memory, with an empty bucket. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { s3Client, type S3Options } from '../../src/platform/adapters/s3/client.ts';

export type S3Server = {
  options: S3Options;
  close(): void;
};

const BUCKET = 'countersign';
export const ACCESS = { accessKeyId: 'test:tester', secretAccessKey: 'testing', region: 'us-east-1' } as const;

/** @throws Error naming the package to install */
export async function openS3Server(): Promise<S3Server> {
  outsideTool('swift');
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-swift-'));
  const swift = spawn('/usr/bin/python3', [path.join(import.meta.dirname, 'swift-server.py'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endpoint = `http://127.0.0.1:${await firstLine(swift)}`;
  return {
    options: await createBucket(endpoint, BUCKET),
    close: () => {
      swift.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a bucket on the server. @returns the settings of a client */
export async function createBucket(endpoint: string, bucket: string): Promise<S3Options> {
  const options: S3Options = { ...ACCESS, endpoint, bucket, style: 'path', log: { warn: () => undefined } };
  const client = s3Client(options);
  await client.ask({ method: 'PUT' }, async (answer) => answer.resume());
  client.close();
  return options;
}

async function firstLine(process: ChildProcess): Promise<string> {
  let errors = '';
  process.stderr?.on('data', (chunk: Buffer) => (errors = (errors + String(chunk)).slice(-4000)));
  if (process.stdout) for await (const line of createInterface({ input: process.stdout })) return line;
  throw new Error(`Swift did not start: ${errors}`);
}
