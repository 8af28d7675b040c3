/** Stripe's rejections, and its responses to a repeated request (docs.stripe.com/api/errors, /idempotent_requests). */
import type { IncomingMessage } from 'node:http';
import Stripe from 'stripe';

export type Fields = { [name: string]: string | Fields };
export type Answer = { status: number; body: object; headers?: Record<string, string> };
/**
 * A fault: an error status, a connection that ends before or after the work is done, or a lock that is held for a
 * moment.
 */
export type Fault = number | 'reset' | 'reset-after' | 'lock';

export const SECRET_KEY = 'sk_test_stand_in_0123456789';

/**
 * Checks the key, the version that the SDK was built for, and the format of the request before looking up any object.
 */
export function refusalOf({ method, headers }: IncomingMessage): Answer | undefined {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) return failure(401, 'Invalid API Key provided: sk_test_***');
  if (headers['stripe-version'] !== Stripe.API_VERSION)
    return failure(400, `Invalid Stripe API version: ${String(headers['stripe-version'])}`);
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
    return failure(400, `Invalid request: unsupported content type ${String(headers['content-type'])}.`);
  return undefined;
}

/**
 * Responds to a repeated Idempotency-Key. The same request gets the same response without waiting, and a different
 * request is rejected.
 */
export function replay(before: { asked: string; answer: Answer | undefined }, asked: string): Answer {
  const refuse = (status: number, message: string, code?: string) =>
    failure(status, message, { type: 'idempotency_error', ...(code !== undefined && { code }) });
  if (before.asked !== asked)
    return refuse(
      400,
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than this one if you meant to execute a different request.',
    );
  if (!before.answer)
    return refuse(
      409,
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).',
      'idempotency_key_in_use',
    );
  return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
}

export function faultOf(fault: Exclude<Fault, 'reset-after'>): Answer | undefined {
  if (fault === 'reset') return undefined;
  if (fault === 'lock') {
    const message = 'This object cannot be accessed right now because another API request is currently accessing it.';
    return { ...failure(429, message, { code: 'lock_timeout' }), headers: { 'stripe-should-retry': 'true' } };
  }
  if (fault === 429) {
    const message = 'Request rate limit exceeded. You can learn more about rate limits here.';
    return {
      ...failure(429, message, { code: 'rate_limit' }),
      headers: { 'stripe-rate-limited-reason': 'global-rate' },
    };
  }
  return failure(fault, 'An unknown error occurred.', { type: 'api_error' });
}

export const ok = (body: object): Answer => ({ status: 200, body });

export function failure(
  status: number,
  message: string,
  {
    type = 'invalid_request_error',
    ...rest
  }: { type?: string; code?: string; param?: string; decline_code?: string } = {},
): Answer {
  return {
    status,
    body: { error: { message, type, request_log_url: 'https://dashboard.stripe.com/test/logs/req_x', ...rest } },
  };
}

export const missing = (kind: string, id: string, status = 404): Answer =>
  failure(status, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: status === 404 ? 'id' : kind });

export const declined = (): Answer =>
  failure(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  });

/** Parses a form such as `items[0][price]=x` to `{items: {0: {price: 'x'}}}`. */
export function read(form: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/\]?\[|\]/).filter((part) => part !== '');
    let at = fields;
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      at = at[part] = typeof inner === 'object' ? inner : {};
    }
    at[path.at(-1) ?? ''] = value;
  }
  return fields;
}

export function text(fields: Fields, ...path: string[]): string {
  let at: string | Fields | undefined = fields;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : '';
}
