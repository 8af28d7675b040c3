/**
 * Verifies the signature and the age of webhook requests, and returns the typed event (docs/api/events.md). Works
 * wherever WebCrypto is available.
 */
import type { webhooks } from './generated/api.ts';

type BodyOf<Kind extends keyof webhooks> = webhooks[Kind] extends {
  post: { requestBody: { content: { 'application/json': infer Value } } };
}
  ? Value
  : never;
type AnyBody = { [Kind in keyof webhooks]: BodyOf<Kind> }[keyof webhooks];
type OfShape = {
  A: Extract<AnyBody, { type: string; data: { object: unknown } }>;
  B: Extract<AnyBody, { event: string }>;
  C: Exclude<Extract<AnyBody, { type: string }>, { data: { object: unknown } }>;
};

/**
 * An event in the payload shape of the endpoint. Defaults to shape A. The `type` (`event` in shape B) determines the
 * type of the data.
 */
export type WebhookEvent<Shape extends 'A' | 'B' | 'C' = 'A'> = OfShape[Shape];

type HeaderMap = Readonly<Record<string, string | readonly string[] | undefined>>;
type NodeRequest = AsyncIterable<Uint8Array> & { readonly headers: HeaderMap; readonly body?: unknown };
type FastifyRequest = { readonly headers: HeaderMap; readonly body: unknown; readonly raw: object };

/**
 * A webhook request: a `Request` (Next.js, Hono, Deno, Bun), a request object of Node, Express or Fastify, or the raw
 * body with the headers.
 */
export type WebhookInput =
  | Request
  | NodeRequest
  | FastifyRequest
  | { readonly body: string | Uint8Array; readonly headers: HeaderMap | Headers };

export interface UnwrapOptions {
  /**
   * The maximum difference between `webhook-timestamp` and now, in seconds. Defaults to 300, as recommended by Standard
   * Webhooks.
   */
  toleranceSeconds?: number | undefined;
  /** The current time in milliseconds. */
  now?: number | undefined;
}

/** Thrown if the request did not come from Countersign, is too old, or was changed in transit. Respond with 400. */
export class WebhookError extends Error {
  readonly code: 'NO_RAW_BODY' | 'NO_SIGNATURE' | 'WRONG_SIGNATURE' | 'TOO_OLD' | 'NOT_JSON';

  constructor(code: WebhookError['code'], message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}

/**
 * Verifies the signature of a webhook request, and returns its event.
 *
 * @param secret the endpoint's secret (`whsec_…`), or several secrets during a rotation
 * @throws WebhookError if the request cannot be trusted
 */
export async function unwrapWebhook<Shape extends 'A' | 'B' | 'C' = 'A'>(
  input: WebhookInput,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent<Shape>> {
  const { body, header } = await readInput(input);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const standard = header('webhook-signature');
  const plain = header('x-service-signature');
  if (standard !== null) {
    const timestamp = header('webhook-timestamp') ?? '';
    const age = Math.abs(now / 1000 - Number(timestamp));
    if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
      throw new WebhookError(
        'TOO_OLD',
        `The timestamp of the request differs from the current time by more than ${toleranceSeconds} seconds.`,
      );
    const signed = concat(encode(`${header('webhook-id') ?? ''}.${timestamp}.`), body);
    const given = standard.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : []));
    await requireOne(secrets.map(standardKey), given, signed);
  } else if (plain === null) {
    throw new WebhookError('NO_SIGNATURE', 'The request has no signature.');
  } else {
    await requireOne(secrets.map(encode), [fromHex(plain.replace(/^sha256=/, ''))], body);
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent<Shape>;
  } catch {
    throw new WebhookError('NOT_JSON', 'The body is not JSON.');
  }
}

/** Requires that one of the keys verifies one of the signatures. WebCrypto compares in constant time. */
async function requireOne(
  keys: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
  signed: Uint8Array,
): Promise<void> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes as Uint8Array<ArrayBuffer>, algorithm, false, ['verify']);
    for (const signature of signatures)
      if (
        await crypto.subtle.verify('HMAC', key, signature as Uint8Array<ArrayBuffer>, signed as Uint8Array<ArrayBuffer>)
      )
        return;
  }
  throw new WebhookError('WRONG_SIGNATURE', 'None of the signatures in the request was made with this secret.');
}

/** Decodes a Standard Webhooks secret, which is `whsec_` followed by the key in base64. */
const standardKey = (secret: string): Uint8Array => fromBase64(secret.replace(/^whsec_/, ''));

async function readInput(input: WebhookInput): Promise<{ body: Uint8Array; header: (name: string) => string | null }> {
  const header = headerOf(input.headers);
  if (input instanceof Request) return { body: new Uint8Array(await input.arrayBuffer()), header };
  const { body } = input as { body?: unknown };
  if (typeof body === 'string') return { body: encode(body), header };
  if (body instanceof Uint8Array) return { body, header };
  if (body === undefined && Symbol.asyncIterator in input) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of input) chunks.push(chunk);
    return { body: concat(...chunks), header };
  }
  throw new WebhookError(
    'NO_RAW_BODY',
    'The body has already been parsed, so its signature cannot be verified. Keep the raw body of this route: `express.raw({ type: "application/json" })` in Express, and a content type parser with `parseAs: "buffer"` in Fastify.',
  );
}

function headerOf(headers: HeaderMap | Headers): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name);
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : String(Array.isArray(value) ? value[0] : value);
  };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Decodes base64. For invalid text, returns an empty array, which never verifies as a signature. */
function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16));
