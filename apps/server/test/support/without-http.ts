/** Calls operations without HTTP by passing the same requests to `invoke` directly. */
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import { AppError } from '../../src/platform/errors.ts';
import { errorAnswer, isRefusal } from '../../src/platform/invoke/error-answer.ts';
import type { Content } from '../../src/platform/invoke/input.ts';
import type { Invoker, Outcome } from '../../src/platform/invoke/invoke.ts';
import type { RateState } from '../../src/platform/limits/limits.ts';
import { type Answer, Caller, type Credential, type RequestOptions } from './caller.ts';

const REQUEST = 'req_without-http';
const BASE_URL = 'http://127.0.0.1';

export class InvokingCaller extends Caller {
  readonly #invoker: Invoker;
  readonly #own: Credential;

  constructor(invoker: Invoker, credential: Credential) {
    super('', new Set(), credential);
    this.#invoker = invoker;
    this.#own = credential;
  }

  override async send(
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<Answer<never>> {
    const { id, environment, params, query } = callOf(method, path);
    let counted: RateState | undefined;
    const content = await contentOf(body, headers);
    const { by, context, effects } = callerParts(this.#own, headers);
    const work = this.#invoker.invoke({
      operation: id,
      environment,
      by: { ...by, fileLink: params['token'], body: content.body },
      input: { params, query, content: () => content },
      context,
      effects,
      idempotencyKey: headers['idempotency-key'],
      onCounted: (state) => (counted = state),
    });
    const { status, body: answer } = await work.then((outcome) => answerOf(operations[id], outcome), refusalOf);
    const text = answer === undefined ? '' : JSON.stringify(answer);
    return {
      status,
      headers: new Headers(counted && { 'x-ratelimit-remaining': String(counted.remaining) }),
      bytes: Buffer.from(text),
      text,
      body: answer as never,
    };
  }
}

/** Returns the caller in the form in which a transport passes it on. */
export function callerParts({ bearer, cookie }: Credential, headers: Readonly<Record<string, string>>) {
  const set = (): void => {};
  const [address, userAgent] = ['127.0.0.1', 'none'];
  const session = cookieOf(cookie, 'session');
  return {
    by: {
      bearer,
      session,
      loginStep: cookieOf(cookie, 'login'),
      organization: headers['x-organization-id'],
      address,
      userAgent,
    },
    context: {
      requestId: REQUEST,
      address,
      userAgent,
      device: cookieOf(cookie, 'device'),
      session,
      language: () => 'en' as const,
      baseUrl: 'http://localhost',
      linkBase: () => 'http://localhost',
    },
    effects: { setSession: set, setDevice: set, setLoginStep: set, setPendingLogin: set },
  };
}

type Spoken = { status: number; body: unknown };

function answerOf({ success }: Operation, outcome: Outcome): Spoken {
  if (outcome.kind === 'kept') return outcome.answer;
  if (outcome.kind === 'events') outcome.answer.stream.destroy();
  return {
    status: success.status,
    body: outcome.kind === 'answer' && success.body.kind === 'json' ? outcome.answer : undefined,
  };
}

function refusalOf(error: unknown): Spoken {
  if (!isRefusal(error)) throw error;
  return errorAnswer(error, { requestId: REQUEST, baseUrl: BASE_URL });
}

const cookieOf = (cookie: string | undefined, kind: string): string | undefined =>
  new RegExp(`countersign_${kind}=([^;]+)`).exec(cookie ?? '')?.[1];

/**
 * Returns the operation at a path, as HTTP would find it. A path without parameters takes precedence over one with
 * parameters.
 */
export function callOf(method: string, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const [, sandbox, path = ''] = /^(\/sandbox)?(?:\/v1)?(\/.*)$/.exec(pathname) ?? [];
  const environment: Environment = sandbox === undefined ? 'live' : 'sandbox';
  for (const { id, names, pattern } of ADDRESSES[method] ?? []) {
    const found = pattern.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]));
    return { id, environment, params, query: Object.fromEntries(searchParams) };
  }
  throw new AppError('NOT_FOUND');
}

const colons = (id: OperationId): number => operations[id].path.split(':').length;

/** The paths by method, in the order in which they are matched. */
const ADDRESSES = Object.groupBy(
  (Object.keys(operations) as OperationId[])
    .toSorted((a, b) => colons(a) - colons(b))
    .map((id) => {
      const { method, path } = operations[id];
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      return { id, method, names, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`) };
    }),
  ({ method }): string => method,
);

/** Returns the content of a request as a transport would read it. */
export async function contentOf(
  body: RequestOptions['body'],
  headers: Readonly<Record<string, string>>,
): Promise<Content> {
  if (!(body instanceof Uint8Array)) return { body };
  const form = await new Response(Buffer.from(body), { headers }).formData();
  const fields: Record<string, unknown> = {};
  let file: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else file = value;
  }
  if (!file) throw new Error('The form has no file.');
  const { name } = file;
  return { file: { filename: name, content: file.stream(), fields: () => Promise.resolve(fields) } };
}
