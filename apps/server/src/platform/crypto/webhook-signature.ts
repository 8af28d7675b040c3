import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Creates a secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * @param secrets the current secret and, during a rotation, the previous one too
 * @param timestamp the time of the attempt, in whole seconds
 */
export function webhookHeaders(
  secrets: { current: string; previous?: string | undefined },
  { id, timestamp, body }: { id: string; timestamp: number; body: Uint8Array },
): Record<string, string> {
  const { current, previous } = secrets;
  const both = previous === undefined ? [current] : [current, previous];
  return {
    // This header has room for only one signature. During a rotation, it is made with the previous secret, because a
    // receiver may not have the new one yet.
    'x-service-signature': `sha256=${createHmac('sha256', previous ?? current)
      .update(body)
      .digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': both.map((secret) => standardSignature(secret, id, timestamp, body)).join(' '),
  };
}

function standardSignature(secret: string, id: string, timestamp: number, body: Uint8Array): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}
