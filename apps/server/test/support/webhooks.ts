import type { AnswerOf, operations } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

export const WEBHOOKS = '/api/integrations/webhooks';
export const QUEUE = '/api/webhooks/dead-letter-queue';
export const LOOPBACK = { webhookAllow: ['127.0.0.0/8'] };

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;
export type NewWebhook = Output<'createWebhook'>['webhook'];
export type DeliveryEntry = Output<'listWebhookDeliveries'>['deliveries'][number];

/** Creates a webhook, by default in the app's first organization. */
export async function addWebhook(
  app: TestApp,
  body: {
    url: string;
    events?: string[];
    payloadShape?: string;
    active?: boolean;
    templateIds?: string[];
    metadata?: object;
    headers?: Record<string, string>;
  },
  { by, prefix = '' }: { by?: Caller; prefix?: string } = {},
): Promise<NewWebhook> {
  const caller = by ?? (await app.session());
  const answer = await caller.post<'createWebhook'>(`${prefix}${WEBHOOKS}`, { events: ['*'], ...body });
  expect(answer.status, answer.text).toBe(201);
  app.secret(answer.body.webhook.secret);
  return answer.body.webhook;
}

/** Returns the delivery log of a webhook, newest first. */
export async function deliveriesOf(app: TestApp, id: string): Promise<DeliveryEntry[]> {
  const answer = await (await app.session()).get<'listWebhookDeliveries'>(`${WEBHOOKS}/${id}/deliveries?pageSize=100`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.deliveries;
}

/** Returns the newest delivery once it meets the condition. */
export function delivery(app: TestApp, id: string, wanted: (entry: DeliveryEntry) => boolean): Promise<DeliveryEntry> {
  return until('a delivery to arrive', async () => (await deliveriesOf(app, id)).find(wanted));
}

/**
 * Creates this many documents, and waits until the delivery of each creation event to this webhook has failed five
 * times. The webhook's receiver must reject every delivery. Returns these deliveries, newest first.
 */
export async function deadLetters(app: TestApp, id: string, count: number): Promise<string[]> {
  for (let i = 0; i < count; i += 1) {
    await app.draft();
    // The clock advances by one millisecond, so that the IDs are in order.
    app.clock.advance({ ms: 1 });
  }
  for (const [tries, pause] of [5, 25, 90, 240, 0].entries()) {
    await until(`attempt ${tries + 1}`, async () => {
      const log = await deliveriesOf(app, id);
      return log.length >= count && log.slice(0, count).every(({ attempts }) => attempts === tries + 1);
    });
    app.clock.advance({ minutes: pause, seconds: 1 });
  }
  return (await deliveriesOf(app, id)).slice(0, count).map((entry) => entry.id);
}
