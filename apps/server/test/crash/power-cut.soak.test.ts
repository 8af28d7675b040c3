/**
 * An acknowledged change survives a total failure at that moment: server and database are killed as soon as the
 * response arrives. Everything that PostgreSQL had not yet flushed is lost, as in a power cut.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/demo/client.ts';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { soak } from '../support/soak.ts';
import { comeBack, Envelope, expectFinished, expectKept, type Sender, setUp } from './envelopes.ts';

/** The test starts several complete servers, each of which takes seconds when every core is busy. */
const LIMIT_MS = 60_000;
/**
 * The soak run cuts the power after each of the three responses. `npm test` cuts it only after the response to the
 * signature.
 */
const EACH_ANSWER = soak({ test: false, full: true });

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-power-'));
  dataDir = path.join(folder, 'data');
  await copyDataFolder(dataDir);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

/** Kills the postmaster first, so that it cannot react to the end of its child processes, and then kills those. */
function killEverything(server: ServerProcess): void {
  const postmaster = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const list = `/proc/${postmaster}/task/${postmaster}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : [];
  for (const pid of [postmaster, ...children]) process.kill(Number(pid), 'SIGKILL');
  server.child.kill('SIGKILL');
}

class Outage extends Error {}

/** Cuts the power when the client gets the response to one of its requests. */
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

/** Continues sending requests until the power is cut, and returns the last response that the client received. */
async function advanceUntilOutage(envelope: Envelope, sender: Sender, server: ServerProcess): Promise<unknown> {
  const ended = once(server.child, 'exit');
  const outage: unknown = await envelope.advance(sender).catch((error: unknown) => error);
  expect(outage).toBeInstanceOf(Outage);
  await ended;
  return (outage as { answer?: unknown }).answer;
}

test(
  'keeps an acknowledged upload, an acknowledged send request and a signature after a power cut',
  { timeout: LIMIT_MS },
  async () => {
    let server = await start();
    let sender = await setUp(server.url, server.setupToken ?? '');
    const envelope = new Envelope('power', 2);
    const comesBack = async (): Promise<void> => {
      server = await start();
      sender = await comeBack(server.url, sender.bearer);
      await expectKept(envelope, sender);
    };
    if (EACH_ANSWER) {
      cutAfter(sender.api, 'upload', server);
      const uploaded = (await advanceUntilOutage(envelope, sender, server)) as Awaited<ReturnType<Client['upload']>>;
      envelope.acknowledged.id = uploaded.id;
      await comesBack();

      cutAfter(sender.api, 'sendForSigning', server);
      await advanceUntilOutage(envelope, sender, server);
      envelope.acknowledged.sent = true;
      await comesBack();
    }

    // The first of two signers signs, so no sealing follows. The commit of a seal would also flush the signature.
    const open = sender.owner.openLink.bind(sender.owner);
    Object.assign(sender.owner, {
      openLink: async (token: string) => {
        const opened = await open(token);
        cutAfter(opened.signer, 'sign', server);
        return opened;
      },
    });
    await advanceUntilOutage(envelope, sender, server);
    envelope.acknowledged.signed.add(envelope.signers[0]?.email ?? '');

    await comesBack();
    await envelope.advance(sender);
    await expectFinished(envelope, sender);
    await server.stop();
  },
);
