/** Tests the events of a document that are sent to the callback URL set by its sender. */
import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { Receiver } from '../support/receiver.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';
import { LOOPBACK, QUEUE, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const receiver = await new Receiver().listen();
beforeEach(() => receiver.received.splice(0));
const rotate = async (overlapHours = 24): Promise<string> => {
  const answer = await (
    await app.session()
  ).post<'rotateCallbackSecret'>('/api/webhooks/callback-secret', {
    overlapHours,
  });
  expect(answer.status, answer.text).toBe(200);
  return app.secret(answer.body.secret);
};
const send = async (id: string, callbackUrl: string) =>
  app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, { signers: [app.person()], callbackUrl });
const eventsOf = (path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['x-service-event']);

test('rejects a callback before a signing secret exists, and rejects addresses that deliveries cannot use', async () => {
  const { id } = await app.draft();
  const { message } = expectInvalid(await send(id, receiver.url), 'callbackUrl');
  expect(message).toContain('POST /api/webhooks/callback-secret');
  expectInvalid(await send(id, 'http://10.0.0.1/'), 'callbackUrl');
  expectInvalid(await send(id, 'ftp://example.com/'), 'callbackUrl');
});

test("sends only the document's events to the callback, signed with the organization's callback secret", async () => {
  const secret = await rotate();
  const signer = app.person();
  const { id } = await app.draft();
  await app.sent();
  const answer = await app.key.post(`/api/documents/${id}/send-for-signing`, {
    signers: [signer],
    callbackUrl: receiver.url,
  });
  expect(answer.status, answer.text).toBe(200);
  await app.sign(id, { token: await app.link(signer.email) });
  await app.sealed(id);
  const other = await app.completed();
  await app.sealed(other.id);
  const received = await receiver.count(4);
  const documents = received.map(
    ({ json }) => (json as { data: { object: { documentId: string } } }).data.object.documentId,
  );
  expect(new Set(documents)).toEqual(new Set([id]));
  expect(received.map(({ headers }) => headers['x-service-event'])).toEqual(
    expect.arrayContaining(['document.sent', 'document.signed', 'document.completed']),
  );
  for (const { headers, body } of received) {
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
  const list = await (await app.session()).get<'listWebhooks'>(WEBHOOKS);
  expect(list.body.webhooks).toEqual([]);
});

test('accepts a callback for documents that are created in one call, from templates or in packages', async () => {
  const by = await templateKey(app);
  const template = await makeTemplate(by, LEASE);
  const signers = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
  const used = await by.post(`/api/templates/${template.id}/use`, {
    signers,
    send: true,
    callbackUrl: `${receiver.url}/template`,
  });
  expect(used.status, used.text).toBe(201);
  const { id } = await app.draft();
  const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Lease', documentIds: [id] });
  const sent = await app.key.post(`/api/packages/${made.body.package.id}/send`, {
    signers: [app.person()],
    callbackUrl: `${receiver.url}/package`,
  });
  expect(sent.status, sent.text).toBe(200);
  await receiver.count(3);
  expect(eventsOf('/hooks/template')).toEqual(['document.created', 'document.sent']);
  expect(eventsOf('/hooks/package')).toEqual(['document.sent']);
});

test('retries a failed delivery and moves it to the dead-letter queue', async () => {
  receiver.answer(410);
  const { id } = await app.draft();
  expect((await send(id, `${receiver.url}/gone`)).status).toBe(200);
  await receiver.count(1);
  await expect
    .poll(async () => (await (await app.session()).get<'listDeadLetters'>(QUEUE)).body.deliveries)
    .toMatchObject([{ event: 'document.sent', document_id: id, url: `${receiver.url}/gone` }]);
});
