/**
 * What an answer promises survives the end of everything at that very moment: server and database are killed as soon as the
 * answer is there, so what PostgreSQL had not yet written out is gone, as with a power cut.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/demo/client.ts';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import { comeBack, Envelope, expectFinished, expectKept, type Sender, setUp } from './envelopes.ts';

/** Whole servers are started here, several one after another: seconds each where every core is busy. */
const LIMIT_MS = 60_000;

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-power-'));
  dataDir = path.join(folder, 'data');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

/** The postmaster first, so that it can order nothing any more, then its processes where the system lists them. */
function killEverything(server: ServerProcess): void {
  const postmaster = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const list = `/proc/${postmaster}/task/${postmaster}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : [];
  for (const pid of [postmaster, ...children]) process.kill(Number(pid), 'SIGKILL');
  server.child.kill('SIGKILL');
}

class Outage extends Error {}

/** Pulls the plug as the client has the answer to one of its requests. */
function cutAfter(client: Client, method: 'upload' | 'sendForSigning' | 'sign', server: ServerProcess): void {
  const request = client[method].bind(client) as (...input: unknown[]) => Promise<unknown>;
  Object.assign(client, {
    [method]: async (...input: unknown[]) => {
      const answer = await request(...input);
      killEverything(server);
      throw Object.assign(new Outage(), { answer });
    },
  });
}

/** Goes on with the envelope until the plug is pulled; answers with what the client was told last. */
async function advanceUntilOutage(envelope: Envelope, sender: Sender, server: ServerProcess): Promise<unknown> {
  const ended = once(server.child, 'exit');
  const outage: unknown = await envelope.advance(sender).catch((error: unknown) => error);
  expect(outage).toBeInstanceOf(Outage);
  await ended;
  return (outage as { answer?: unknown }).answer;
}

test(
  'an upload, a sending and a signature are there when everything ends with their answer',
  { timeout: LIMIT_MS },
  async () => {
    const first = await start();
    const sender = await setUp(first.url, first.setupToken ?? '');
    const envelope = new Envelope('power', 2);
    cutAfter(sender.api, 'upload', first);
    const uploaded = (await advanceUntilOutage(envelope, sender, first)) as Awaited<ReturnType<Client['upload']>>;
    envelope.acknowledged.id = uploaded.id;

    const second = await start();
    const again = await comeBack(second.url, sender.bearer);
    await expectKept(envelope, again);
    cutAfter(again.api, 'sendForSigning', second);
    await advanceUntilOutage(envelope, again, second);
    envelope.acknowledged.sent = true;

    const third = await start();
    const back = await comeBack(third.url, sender.bearer);
    await expectKept(envelope, back);
    // The first of two: no sealing follows, whose commit would take the signature along.
    const open = back.owner.openLink.bind(back.owner);
    Object.assign(back.owner, {
      openLink: async (token: string) => {
        const opened = await open(token);
        cutAfter(opened.signer, 'sign', third);
        return opened;
      },
    });
    await advanceUntilOutage(envelope, back, third);
    envelope.acknowledged.signed.add(envelope.signers[0]?.email ?? '');

    const last = await start();
    const end = await comeBack(last.url, sender.bearer);
    await expectKept(envelope, end);
    await envelope.advance(end);
    await expectFinished(envelope, end);
    await last.stop();
  },
);
