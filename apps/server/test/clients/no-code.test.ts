/** Runs the recipes in docs/integrate/no-code.md against a server in the same way as the no-code platforms do. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { codeBlocks } from '../../../../scripts/code-blocks.ts';
import { webhookHeaders } from '../../src/platform/crypto/webhook-signature.ts';
import { startTestApp } from '../support/app.ts';
import { openReceiver } from '../support/receiver.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../../docs/integrate/no-code.md');
const text = (await readFile(PAGE, 'utf8')).replaceAll(/^ {3}/gm, '');
const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const { caller: key } = await app.makeKey({ scopes: ['documents:read', 'webhooks'] });
const authorization = `Bearer ${key.credential.bearer}`;

type Z = { request: (options: { method: string; url: string; body?: object }) => Promise<{ data: unknown }> };
type Hook = (z: Z, bundle: object) => unknown;
type Trigger = { operation: Record<'performSubscribe' | 'performUnsubscribe' | 'performList' | 'perform', Hook> };

/** The part of Zapier's `z` object that the recipe uses: JSON, and an error for every failed request. */
const z: Z = {
  request: async ({ method, url, body }) => {
    const response = await fetch(url.replace('https://sign.example.com', app.url), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return { data: await response.json() };
  },
};

test('runs the Zapier trigger: subscribes, shows a sample that matches a delivery, receives an event and unsubscribes', async () => {
  const [code = ''] = codeBlocks(text, 'js');
  const module = { exports: {} as Trigger };
  vm.runInNewContext(code, { module });
  const { performSubscribe, performUnsubscribe, performList, perform } = module.exports.operation;
  const subscribeData = (await performSubscribe(z, { targetUrl: receiver.url })) as { id: string };
  const [sample] = (await performList(z, {})) as object[];
  const { id, signers } = await app.sent();
  await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
  const [delivery] = await receiver.count(1);
  const [received] = perform(z, { cleanedRequest: delivery?.json }) as { type: string; data: { object: object } }[];
  expect(received).toMatchObject({ type: 'document.completed', data: { object: { documentId: id } } });
  expect(Object.keys((sample as typeof received)?.data.object ?? {})).toEqual(Object.keys(received?.data.object ?? {}));
  await performUnsubscribe(z, { subscribeData });
  expect((await key.get<'listWebhooks'>('/api/integrations/webhooks')).body.webhooks).toEqual([]);
});

test('accepts a signed webhook in the n8n code, and rejects one that was changed or is too old', async () => {
  const [, code = ''] = codeBlocks(text, 'js');
  const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  const body = Buffer.from(JSON.stringify({ type: 'document.completed' }));
  const run = (sent: Buffer, timestamp: number): Promise<unknown> => {
    const headers = webhookHeaders({ current: secret }, { id: 'evt_1', timestamp, body });
    const node = { helpers: { getBinaryDataBuffer: () => Promise.resolve(sent) } };
    const context = {
      require: createRequire(import.meta.url),
      Buffer,
      node,
      $itemIndex: 0,
      $env: { COUNTERSIGN_SECRET: secret },
    };
    const input = { item: { json: { headers } } };
    return vm.runInNewContext(`(async function () {${code}}).call(node)`, {
      ...context,
      $input: input,
    }) as Promise<unknown>;
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await run(body, now)).toMatchObject({ json: { type: 'document.completed' } });
  await expect(run(Buffer.from('{}'), now)).rejects.toThrow('not genuine');
  await expect(run(body, now - 400)).rejects.toThrow('not genuine');
});

test('returns changed documents to a polling client in order, page by page, even if they changed at the same time', async () => {
  const [request = ''] = codeBlocks(text, 'text');
  app.clock.advance({ seconds: 1 });
  const address = request.trim().replace('GET /v1', '').replace('2026-11-29T10:00:00Z', app.clock.now().toISOString());
  app.clock.advance({ seconds: 1 });
  const sent = [(await app.sent()).id, (await app.sent()).id, (await app.sent()).id];
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await key.get<'listDocuments'>(`${address.replace('pageSize=100', 'pageSize=1')}${next}`);
    seen.push(...answer.body.documents.map(({ id }) => id));
    cursor = answer.body.pagination.nextCursor;
  }
  expect(seen.toSorted()).toEqual(sent.toSorted());
});
