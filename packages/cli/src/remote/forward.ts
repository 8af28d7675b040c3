/**
 * Forwards events as webhook requests, with the same body and headers as the server's deliveries (docs/api/events.md).
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { LiveEvent } from '@countersign/sdk/source';

const LIMIT_MS = 10_000;

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Builds the webhook request for an event in payload shape A, and signs it with the secret. */
export function webhookRequest({ sequence, ...event }: LiveEvent, secret: string, now: Date): WebhookRequest {
  const { id, type, created, data } = event;
  const body = JSON.stringify({ id, type, created, data });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Countersign-Webhooks/1.0',
      'x-service-event': type,
      'x-service-delivery': `dlv_${randomUUID().replaceAll('-', '').slice(0, 26)}`,
      ...(sequence !== null && { 'x-service-sequence': String(sequence) }),
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    },
  };
}

/** Sends the request to the receiver. Returns the status code, or the reason why there is none. Never throws. */
export async function forward(url: string, { body, headers }: WebhookRequest): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return `no response within ${LIMIT_MS / 1000} seconds`;
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code ?? 'failed';
  }
}
