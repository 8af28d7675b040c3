/**
 * Tests webhooks from the receiver's point of view: events, envelopes, signatures, order, and attempts when the
 * receiver fails.
 */
import { createHmac } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { type EventKind, WEBHOOK_HEADERS, webhookPayloadSchema } from '@countersign/contract';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';
import { CHECK_IN_TYPESCRIPT } from '../../../docs/build/reference/signature-check.ts';
import { startTestApp } from '../support/app.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { addWebhook, deliveriesOf, delivery, LOOPBACK, type NewWebhook, QUEUE, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

/** There is only one webhook at a time, so that deliveries of an earlier test do not arrive in a later one. */
beforeEach(async () => {
  for (const { id } of (await (await app.session()).get<'listWebhooks'>(WEBHOOKS)).body.webhooks)
    await (await app.session()).send('DELETE', `${WEBHOOKS}/${id}`);
  receiver.received.length = 0;
  receiver.answer(200, {}, 'thanks');
});

describe('a flow from upload to completion', () => {
  const KINDS = [
    'document.created',
    'document.sent',
    'document.viewed',
    'recipient.started',
    'document.signed',
    'recipient.completed',
    'document.completed',
  ];

  async function flow(): Promise<string> {
    const { id, signers } = await app.sent();
    const { caller, token } = await app.recipient(signers[0]?.email ?? '');
    await caller.post(`/api/signing/${signers[0]?.id}/view`, {});
    await caller.post(`/api/signing/${signers[0]?.id}/start`, {});
    expect((await app.sign(id, { token })).status).toBe(200);
    return id;
  }

  test.each(['A', 'B', 'C'] as const)(
    'delivers the events in order, in format %s, with both signature headers',
    async (payloadShape) => {
      const { secret } = await addWebhook(app, { url: receiver.url, payloadShape });
      const id = await flow();
      const received = await receiver.count(KINDS.length);
      const kinds = received.map(({ headers }) => headers['x-service-event']);
      expect(kinds).toEqual(KINDS);
      expect(received.map(({ headers }) => headers['x-service-sequence'])).toEqual(
        KINDS.map((_, index) => String(index + 1)),
      );
      for (const { body, headers, json } of received) {
        const kind = headers['x-service-event'] as EventKind;
        webhookPayloadSchema(payloadShape, kind).parse(json);
        expect(headers['content-type']).toBe('application/json');
        expect(headers['webhook-id']).toBe(json['id']);
        expect(headers['x-service-signature']).toBe(
          `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        );
        expect(
          new Webhook(secret).sign(
            String(headers['webhook-id']),
            new Date(Number(headers['webhook-timestamp']) * 1000),
            body,
          ),
        ).toBe(headers['webhook-signature']);
      }
      expect(received.at(-1)?.json).toEqual(completed(payloadShape, id, received.at(-1)?.json ?? {}));
    },
  );

  /** Returns one of the three envelope formats that receivers rely on, property by property. */
  function completed(shape: 'A' | 'B' | 'C', id: string, { id: eventId }: Record<string, unknown>): object {
    const created = Math.floor(app.clock.now().getTime() / 1000);
    const at = app.clock.now().toISOString();
    const common = { title: expect.any(String), status: 'completed', metadata: {} };
    const kept = { external_id: null, template_id: null, package_id: null };
    expect(eventId).toMatch(/^evt_[0-9a-z]{26}$/);
    const head = { id: eventId, type: 'document.completed', created };
    if (shape === 'A') return { ...head, data: { object: { documentId: id, document: { id, ...common, ...kept } } } };
    const proof = { sequence: expect.any(Number), proof: expect.stringContaining('c2sp.org/tlog-proof@v1') };
    const proved = expect.objectContaining(proof) as object;
    if (shape === 'C') {
      const none = { externalId: null, templateId: null, packageId: null };
      return { ...head, data: { id, ...common, ...none, completedAt: at, auditProof: proved } };
    }
    const signers = [{ email: expect.stringContaining('@'), signed_at: at }];
    return {
      id: eventId,
      event: 'document.completed',
      created_at: at,
      data: { document_id: id, ...common, ...kept, completed_at: at, signers, audit_proof: proved },
    };
  }

  test('delivers only events of the selected types', async () => {
    await addWebhook(app, { url: receiver.url, events: ['document.completed', 'document.sent'] });
    await flow();
    await receiver.count(2);
    expect(receiver.received.map(({ json }) => json['type'])).toEqual(['document.sent', 'document.completed']);
  });

  test('delivers only documents that match a template or metadata filter', async () => {
    const by = await templateKey(app);
    const template = await makeTemplate(by, LEASE);
    const use = async (metadata: object) => {
      const signers = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
      const answer = await by.post<'useTemplate'>(`/api/templates/${template.id}/use`, { signers, metadata });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.document.id;
    };
    const events = ['document.created'];
    const ofTemplate = await addWebhook(app, { url: receiver.url, events, templateIds: [template.id] });
    const ofDeal = await addWebhook(app, { url: receiver.url, events, metadata: { deal: '42' } });
    expect(ofTemplate).toMatchObject({ template_ids: [template.id], metadata: {} });
    await app.draft();
    const [plain, deal] = [await use({}), await use({ deal: '42', year: '2026' })];
    const all = await addWebhook(app, { url: receiver.url, events });
    const last = await app.draft();
    const received = await receiver.count(4);
    const heard = async (webhook: NewWebhook) => {
      const { body } = await app.key.get<'listWebhookDeliveries'>(
        `/api/integrations/webhooks/${webhook.id}/deliveries`,
      );
      return body.deliveries.map(({ document_id: id }) => id).toReversed();
    };
    // Two events with the same time can arrive in any order.
    expect(new Set(await heard(ofTemplate))).toEqual(new Set([plain, deal]));
    expect(await heard(ofDeal)).toEqual([deal]);
    expect(await heard(all)).toEqual([last.id]);
    expect(received).toHaveLength(4);
    const changed = await app.key.send('PATCH', `/api/integrations/webhooks/${ofDeal.id}`, { body: { metadata: {} } });
    expect(changed.body).toMatchObject({ webhook: { metadata: {}, template_ids: [] } });
  });

  test("reports that a field was filled in, but never the field's value", async () => {
    await addWebhook(app, { url: receiver.url, events: ['field.completed'] });
    const person = app.person();
    const place = { page: 1, y: 100, width: 100, height: 20 };
    const { id, token } = await app.sentToOne({
      signers: [person],
      fields: [
        { ...place, kind: 'signature', signer: person.email, x: 10, y: 300, height: 50 },
        { ...place, kind: 'text', signer: person.email, x: 10, label: 'City' },
        { ...place, kind: 'text', signer: person.email, x: 200, label: 'Left empty', required: false },
      ],
    });
    const { fields } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
    const city = fields.find(({ label }) => label === 'City');
    expect((await app.sign(id, { token, fields: [{ id: city?.id, value: 'Springfield' }] })).status).toBe(200);
    await receiver.count(1);
    await app.sealed(id);
    expect(receiver.received.map(({ json }) => (json['data'] as { object: { field: object } }).object.field)).toEqual([
      { id: city?.id, kind: 'text', label: 'City', page: 1 },
    ]);
    expect(receiver.received[0]?.body).not.toContain('Springfield');
  });
});

describe('a failed delivery attempt', () => {
  const add = (): Promise<NewWebhook> => addWebhook(app, { url: receiver.url, events: ['document.created'] });

  test('retries a delivery unchanged after 5 min, 30 min, 2 h and 6 h before dead-lettering it', async () => {
    receiver.answer(500, {}, 'broken');
    const { id } = await add();
    await app.draft();
    const begun = app.clock.now().getTime();
    const minutes: number[] = [];
    for (const count of [1, 2, 3, 4, 5]) {
      const entry = await delivery(app, id, ({ attempts }) => attempts === count);
      expect(entry.attempt_log.at(-1)).toMatchObject({
        number: count,
        status: 500,
        response: 'broken',
        url: receiver.url,
      });
      if (entry.next_attempt_at === null) break;
      minutes.push((Date.parse(entry.next_attempt_at) - begun) / 60_000);
      app.clock.advance({ ms: Date.parse(entry.next_attempt_at) - app.clock.now().getTime() });
    }
    expect(minutes).toEqual([5, 30, 120, 360]);
    const [last] = await deliveriesOf(app, id);
    expect(last).toMatchObject({ state: 'dead', attempts: 5, last_status: 500, next_attempt_at: null });
    expect(new Set(receiver.received.map(({ body }) => body)).size, 'every attempt has the same body').toBe(1);
    expect(
      new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size,
      'every attempt has the same ID',
    ).toBe(1);
    expect(
      new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size,
      'every attempt is signed again',
    ).toBe(5);
    app.clock.advance({ days: 2 });
    const queue = await (await app.session()).get<'listDeadLetters'>(QUEUE);
    expect(queue.body.deliveries.map((dead) => dead.id)).toContain(last?.id);
    expect(receiver.received).toHaveLength(5);
  });

  test('ends the delivery at the first successful attempt', async () => {
    receiver.respond = (_, response, count) => void response.writeHead(count === 1 ? 503 : 204).end();
    const { id } = await add();
    await app.draft();
    await delivery(app, id, ({ attempts }) => attempts === 1);
    expect(
      (await (await app.session()).get<'getWebhook'>(`${WEBHOOKS}/${id}`)).body.webhook.failing_since,
    ).not.toBeNull();
    app.clock.advance({ minutes: 5 });
    const entry = await delivery(app, id, ({ state }) => state === 'delivered');
    expect(entry).toMatchObject({ attempts: 2, last_status: 204, last_error: null });
    expect((await (await app.session()).get<'getWebhook'>(`${WEBHOOKS}/${id}`)).body.webhook.failing_since).toBeNull();
  });

  test.each([
    ['3600', 60],
    ['60', 5],
    ['999999', 360],
    ['soon', 5],
  ])('applies Retry-After: %s by retrying the delivery after %i minutes', async (header, minutes) => {
    receiver.answer(429, { 'retry-after': header });
    const { id } = await add();
    await app.draft();
    const { next_attempt_at: next } = await delivery(app, id, ({ attempts }) => attempts === 1);
    expect((Date.parse(next ?? '') - app.clock.now().getTime()) / 60_000).toBe(minutes);
  });

  test.each([
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }, /Redirects are not followed/],
    ['a 404 response', 404, {}, /responded with 404/],
  ])('reports %s as a failed attempt', async (_, status, headers, message) => {
    receiver.answer(status, headers);
    const { id } = await add();
    await app.draft();
    const entry = await delivery(app, id, ({ attempts }) => attempts === 1);
    expect(entry).toMatchObject({ state: 'pending', last_status: status, last_error: expect.stringMatching(message) });
  });

  test("stores the first 4 KB of the receiver's response", async () => {
    receiver.answer(500, {}, `${'é'.repeat(4000)}\0`);
    const { id } = await add();
    await app.draft();
    const entry = await delivery(app, id, ({ attempts }) => attempts === 1);
    expect(entry.attempt_log[0]?.response).toBe('é'.repeat(2048));
  });

  test('reports that the receiver refused the connection', async () => {
    const gone = await openReceiver();
    const { id } = await addWebhook(app, { url: gone.url, events: ['document.created'] });
    await gone.close();
    await app.draft();
    const entry = await delivery(app, id, ({ attempts }) => attempts === 1);
    expect(entry).toMatchObject({ state: 'pending', last_status: null, last_error: 'The connection was refused.' });
  });
});

describe('a webhook endpoint', () => {
  test('turns off an endpoint that returns 410, and notifies its owners', async () => {
    receiver.answer(410);
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    await app.draft();
    await delivery(app, id, ({ state }) => state === 'dead');
    const webhook = await until('the webhook to be disabled', async () => {
      const { body } = await (await app.session()).get<'getWebhook'>(`${WEBHOOKS}/${id}`);
      return !body.webhook.active && body.webhook;
    });
    expect(webhook.disabled_reason).toBe('gone');
    const mail = await app.mail('grace@northwind.example', 'webhook-disabled');
    expect(mail.text).toContain(id);
    await app.draft();
    expect(await deliveriesOf(app, id)).toHaveLength(1);
  });

  test('turns off an endpoint that fails for five days, and delivers the waiting events once the endpoint is turned on again', async () => {
    receiver.answer(500);
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    await app.draft();
    await delivery(app, id, ({ attempts }) => attempts === 1);
    app.clock.advance({ days: 4, hours: 23 });
    await delivery(app, id, ({ attempts }) => attempts === 2);
    expect((await (await app.session()).get<'getWebhook'>(`${WEBHOOKS}/${id}`)).body.webhook.active).toBe(true);
    await app.draft();
    await until('both deliveries to fail', async () => {
      const deliveries = await deliveriesOf(app, id);
      return deliveries.length === 2 && deliveries.every(({ attempts }) => attempts > 0);
    });
    app.clock.advance({ hours: 1 });
    await until('the webhook to be disabled', async () => {
      const { body } = await (await app.session()).get<'getWebhook'>(`${WEBHOOKS}/${id}`);
      return body.webhook.disabled_reason === 'failing';
    });
    receiver.answer(200);
    const before = receiver.received.length;
    app.clock.advance({ days: 1 });
    const on = await (
      await app.session()
    ).send<'updateWebhook'>('PATCH', `${WEBHOOKS}/${id}`, { body: { active: true } });
    expect(on.body.webhook).toMatchObject({ active: true, disabled_reason: null, failing_since: null });
    await until('the waiting deliveries to succeed', async () =>
      (await deliveriesOf(app, id)).every(({ state }) => state === 'delivered'),
    );
    expect(receiver.received.length).toBeGreaterThan(before);
  });

  test('sends only sandbox events to a sandbox endpoint, and retries according to the sandbox clock', async () => {
    receiver.answer(500);
    const live = await addWebhook(app, { url: receiver.url, events: ['document.created'], active: false });
    const owner = await app.session();
    const sandboxed = await addWebhook(
      app,
      { url: receiver.url, events: ['document.created'] },
      { by: owner, prefix: '/sandbox' },
    );
    const key = await owner.post<'createApiKey'>('/sandbox/api/settings/api-keys', {
      name: 'sandbox',
      rateLimit: 'unlimited',
      scopes: ['documents:write', 'documents:read', 'webhooks', 'admin'],
    });
    const caller = app.anyone.with({ bearer: key.body.apiKey.key });
    await caller.send('POST', '/sandbox/api/documents/upload', {
      body: pdfUpload(makePdf({ pages: 1 })),
      headers: MULTIPART,
    });
    await receiver.count(1);
    const log = async () =>
      (await caller.get<'listWebhookDeliveries'>(`/sandbox${WEBHOOKS}/${sandboxed.id}/deliveries`)).body.deliveries;
    await until('the attempt to be recorded', async () => (await log())[0]?.attempts === 1);
    const moved = await caller.post('/sandbox/api/sandbox/clock/advance', { seconds: 300 });
    expect(moved.status, moved.text).toBe(200);
    await until('the second attempt', async () => (await log())[0]?.attempts === 2);
    expect(await deliveriesOf(app, live.id)).toEqual([]);
    await owner.send('DELETE', `/sandbox${WEBHOOKS}/${sandboxed.id}`);
  });
});

describe('the documentation of deliveries', () => {
  const names = (isAlways: boolean): string[] =>
    WEBHOOK_HEADERS.filter((one) => !isAlways || one.isAlways).map(({ name }) => name);
  /** Headers that HTTP itself adds. */
  const OF_HTTP = ['host', 'connection', 'content-length', 'accept-encoding', 'accept'];

  test('lists the headers of events and test events, and contains working code to verify both', async () => {
    const { id, secret } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    await app.draft();
    await receiver.count(1);
    await (await app.session()).post(`${WEBHOOKS}/${id}/test`, { event: 'document.sent' });
    const received = await receiver.count(2);
    const seen = new Set(received.flatMap(({ headers }) => Object.keys(headers)));
    expect([...seen].filter((name) => !OF_HTTP.includes(name) && !names(false).includes(name))).toEqual([]);
    expect(names(false).filter((name) => !seen.has(name))).toEqual(['traceparent']);
    for (const { headers, body } of received) {
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(names(true)));
      const accepts = await documentedCheck(Number(headers['webhook-timestamp']));
      expect(accepts(Buffer.from(body), headers, secret)).toBe(true);
      expect(accepts(Buffer.from(`${body} `), headers, secret)).toBe(false);
      expect(accepts(Buffer.from(body), headers, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
      expect(accepts(Buffer.from(body), { ...headers, 'webhook-timestamp': '1' }, secret)).toBe(false);
    }
  });
});

/** Runs the code in the reference at a time in Unix seconds, because the tests do not use the machine's clock. */
async function documentedCheck(seconds: number) {
  const script = `const Date = { now: () => ${seconds * 1000} };\n${stripTypeScriptTypes(CHECK_IN_TYPESCRIPT)}`;
  const { isFromCountersign } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    isFromCountersign: (body: Uint8Array, headers: Record<string, unknown>, secret: string) => boolean;
  };
  return isFromCountersign;
}

describe('a rotated webhook secret', () => {
  test('accepts the rotated secret in addition to the old secret until the old one is revoked', async () => {
    const { id, secret: old } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    const session = await app.session();
    const rotated = await session.post<'rotateWebhookSecret'>(`${WEBHOOKS}/${id}/rotate-secret`, {});
    const fresh = app.secret(rotated.body.webhook.secret ?? '');
    const check = async (secrets: { own: string; standard: string[] }) => {
      receiver.received.length = 0;
      await app.draft();
      const [got] = await receiver.count(1);
      const { body = '', headers = {} } = got ?? {};
      expect(headers['x-service-signature']).toBe(
        `sha256=${createHmac('sha256', secrets.own).update(body).digest('hex')}`,
      );
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(String(headers['webhook-signature']).split(' ')).toEqual(
        secrets.standard.map((secret) => new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
      );
    };
    await check({ own: old, standard: [fresh, old] });
    const confirmed = await session.post<'rotateWebhookSecret'>(`${WEBHOOKS}/${id}/rotate-secret`, { confirm: true });
    expect(confirmed.body.webhook).toMatchObject({ previous_secret_until: null });
    expect(confirmed.body.webhook.secret).toBeUndefined();
    await check({ own: fresh, standard: [fresh] });
    const again = await session.post<'rotateWebhookSecret'>(`${WEBHOOKS}/${id}/rotate-secret`, {});
    app.clock.advance({ hours: 24 });
    const newest = app.secret(again.body.webhook.secret ?? '');
    await check({ own: newest, standard: [newest] });
  });

  test('encrypts the rotated secret in the database', async () => {
    const { id, secret } = await addWebhook(app, { url: receiver.url });
    const [row] = await app.sql<{ row: string }>(
      'select webhook_endpoints::text as row from webhook_endpoints where id = $1',
      [id],
    );
    expect(row?.row).not.toContain(secret.slice(6));
    expect(row?.row).not.toContain(Buffer.from(secret).toString('hex'));
  });
});
