/**
 * On SIGTERM, the server finishes and answers running requests. Then it stops, and no temporary file or process
 * remains.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type TestContext, vi } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import { isAlive, processesIn } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { comeBack, Envelope, expectFinished, setUp } from './envelopes.ts';

/** The test starts several complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 180_000;

type Finished = TestContext['onTestFinished'];

/**
 * Creates a data folder for each test. Some of these tests spend most of their time waiting, so they run in parallel.
 */
async function ownFolder(onTestFinished: Finished): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const dataDir = path.join(folder, 'data');
  await copyDataFolder(dataDir);
  return dataDir;
}

async function start(dataDir: string, onTestFinished: Finished): Promise<ServerProcess & { postmaster: number }> {
  const server = await startServerProcess({ dataDir });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return {
    ...server,
    postmaster: Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
  };
}

/** Starts an upload, and waits until the server has received the head and half of the body. */
async function beginUpload(
  url: string,
  bearer: string,
  onTestFinished: Finished,
): Promise<{ answered: Promise<unknown>; finish(): Promise<{ status: number | undefined; body: string }> }> {
  const form = [
    Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
    ),
    samplePdf(),
    Buffer.from('\r\n--x--\r\n'),
  ];
  const body = Buffer.concat(form);
  // The connection stays open for the next request, as it does with a browser or a proxy.
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const request = httpRequest(`${url}/v1/api/documents/upload`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.flushHeaders();
  // The server responds with 100 (Continue) when it has received the request, which is in progress from then on.
  await once(request, 'continue');
  request.write(body.subarray(0, body.length >> 1));
  return {
    answered,
    finish: async () => {
      request.end(body.subarray(body.length >> 1));
      const [response] = await answered;
      const chunks = (await response.toArray()) as Buffer[];
      return { status: response.statusCode, body: Buffer.concat(chunks).toString() };
    },
  };
}

test(
  'finishes a running request, rejects new requests, and then stops the server before the database',
  { timeout: LIMIT_MS },
  async ({ onTestFinished }) => {
    const dataDir = await ownFolder(onTestFinished);
    const server = await start(dataDir, onTestFinished);
    const { bearer } = await setUp(server.url, server.setupToken ?? '');
    const upload = await beginUpload(server.url, bearer, onTestFinished);
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${server.url}/api/health`)).rejects.toThrow(), { timeout: 30_000 });
    expect(server.child.exitCode).toBeNull();

    const { status, body } = await upload.finish();
    expect(status).toBe(201);
    const { document } = JSON.parse(body) as { document: { id: string } };
    // The client keeps its connection open after the response, which does not delay the server's shutdown.
    await vi.waitFor(() => expect(server.child.exitCode).toBe(0), { timeout: 30_000 });
    expect(isAlive(server.postmaster)).toBe(false);

    const again = await start(dataDir, onTestFinished);
    const sender = await comeBack(again.url, bearer);
    expect(await sender.api.status(document.id)).toMatchObject({ status: 'draft' });
    await again.stop();
    expect(again.child.exitCode).toBe(0);
  },
);

test(
  'completes a document before or after a restart if the server is stopped right after the last signature',
  { timeout: LIMIT_MS },
  async ({ onTestFinished }) => {
    const dataDir = await ownFolder(onTestFinished);
    const server = await start(dataDir, onTestFinished);
    const sender = await setUp(server.url, server.setupToken ?? '');
    const envelope = new Envelope('last-moment', 1);
    const downloads = vi.spyOn(sender.api, 'download').mockImplementation(async () => {
      // The client requests the download after everyone has signed, so the document is being sealed at this point.
      throw new Error('The test stops here.');
    });
    await expect(envelope.advance(sender)).rejects.toThrow('The test stops here.');
    downloads.mockRestore();
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(isAlive(server.postmaster)).toBe(false);

    const again = await start(dataDir, onTestFinished);
    const back = await comeBack(again.url, sender.bearer);
    await envelope.advance(back);
    await expectFinished(envelope, back);
    await again.stop();
  },
);

/**
 * Returns the session ID of a process, which is field 6 of its stat file (proc(5)). The program's name (field 2) may
 * contain spaces, so everything up to the name is removed first.
 */
const sessionOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[3];

test(
  'finishes running requests despite repeated signals to the process group and shields the database from the signals',
  { timeout: LIMIT_MS },
  async ({ onTestFinished }) => {
    const dataDir = await ownFolder(onTestFinished);
    const server = await start(dataDir, onTestFinished);
    expect(sessionOf(server.postmaster)).not.toBe(sessionOf(server.child.pid));
    const { bearer } = await setUp(server.url, server.setupToken ?? '');
    const upload = await beginUpload(server.url, bearer, onTestFinished);
    // Each process in the group gets the signal, and npm and the launcher forward it to the server.
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${server.url}/api/health`)).rejects.toThrow(), { timeout: 30_000 });
    server.child.kill('SIGTERM');
    expect((await upload.finish()).status).toBe(201);
    await vi.waitFor(() => expect(server.child.exitCode).toBe(0), { timeout: 30_000 });
    expect(isAlive(server.postmaster)).toBe(false);
  },
);

test.concurrent(
  'stops the server cleanly without waiting for a stalled upload',
  { timeout: LIMIT_MS },
  async ({ onTestFinished }) => {
    const dataDir = await ownFolder(onTestFinished);
    const server = await start(dataDir, onTestFinished);
    const { bearer } = await setUp(server.url, server.setupToken ?? '');
    const upload = await beginUpload(server.url, bearer, onTestFinished);
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await expect(upload.answered).rejects.toThrow();
    expect(await ended).toEqual([0, null]);
    expect(isAlive(server.postmaster)).toBe(false);
  },
);

test.concurrent(
  'ends all processes within 25 seconds even if an upload stalls and the database is frozen',
  { timeout: LIMIT_MS },
  async ({ onTestFinished }) => {
    const dataDir = await ownFolder(onTestFinished);
    const server = await start(dataDir, onTestFinished);
    const { bearer } = await setUp(server.url, server.setupToken ?? '');
    const upload = await beginUpload(server.url, bearer, onTestFinished);
    upload.answered.catch(() => undefined);
    const database = path.join(dataDir, 'postgres');
    for (const pid of processesIn(database)) process.kill(pid, 'SIGSTOP');
    const ended = once(server.child, 'exit');
    const began = performance.now();
    server.child.kill('SIGTERM');
    await ended;
    expect(performance.now() - began).toBeLessThan(25_000);
    expect(processesIn(database)).toEqual([]);
    // No acknowledged work may be lost, just as after a power cut.
    const again = await start(dataDir, onTestFinished);
    await comeBack(again.url, bearer);
    await again.stop();
  },
);
