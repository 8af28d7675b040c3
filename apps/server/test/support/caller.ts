import type { AnswerOf, OperationId, operations } from '@countersign/contract';
import { expect } from 'vitest';
import { MULTIPART } from './multipart.ts';

type Output<K extends OperationId> = AnswerOf<(typeof operations)[K]>;
type BodyOf<K extends OperationId> = [K] extends [never] ? unknown : Output<K>;

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** Parsed JSON; undefined for anything else. */
  body: Body;
}

export type RequestOptions = {
  headers?: Readonly<Record<string, string>>;
  /** An object goes as JSON, a string or bytes as they are. */
  body?: object | string | Uint8Array;
  /** A 5xx is what the test is about. Anywhere else it fails the test at once. */
  mayFail?: boolean;
};

/**
 * Whoever sends requests: with a session, an API key, a signing link, or nothing. Every answer, of whatever status, is
 * checked for what every answer owes: the rate headers, a request id, and no 5xx.
 */
export class Caller {
  readonly #base: string;
  readonly #credential: Readonly<Record<string, string>>;
  readonly #secrets: Set<string>;

  constructor(base: string, secrets: Set<string>, credential: { cookie?: string; bearer?: string } = {}) {
    this.#base = base;
    this.#secrets = secrets;
    const { cookie, bearer } = credential;
    this.#credential = {
      ...(cookie !== undefined && { cookie }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
    if (cookie !== undefined) secrets.add(cookie.slice(cookie.indexOf('=') + 1));
    if (bearer !== undefined && bearer.length >= 20) secrets.add(bearer);
  }

  /** The same server, with another credential. */
  with(credential: { cookie?: string; bearer?: string }): Caller {
    return new Caller(this.#base, this.#secrets, credential);
  }

  get<K extends OperationId = never>(path: string, options: RequestOptions = {}): Promise<Answer<BodyOf<K>>> {
    return this.send<K>('GET', path, options);
  }

  post<K extends OperationId = never>(
    path: string,
    body?: RequestOptions['body'],
    options: RequestOptions = {},
  ): Promise<Answer<BodyOf<K>>> {
    return this.send<K>('POST', path, { ...options, ...(body !== undefined && { body }) });
  }

  /** POST of a multipart body. */
  upload(body: Uint8Array, options: RequestOptions = {}): Promise<Answer<Output<'uploadDocument'>>> {
    return this.send<'uploadDocument'>('POST', '/api/documents/upload', {
      ...options,
      body,
      headers: { ...MULTIPART, ...options.headers },
    });
  }

  async send<K extends OperationId = never>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<BodyOf<K>>> {
    const { body, mayFail = false } = options;
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    const headers = { ...this.#credential, ...(isJson && { 'content-type': 'application/json' }), ...options.headers };
    const payload = isJson ? JSON.stringify(body) : body;
    const response = await fetch(this.#base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJsonAnswer = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answer = {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: (isJsonAnswer ? JSON.parse(text) : undefined) as BodyOf<K>,
    };
    noteSecrets(this.#secrets, answer);
    checkEvery(method, path, answer, mayFail);
    return answer;
  }

  /** Sends the request bare and under /v1, expects one answer, and gives the first. For requests that change nothing. */
  async both<K extends OperationId = never>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<BodyOf<K>>> {
    const bare = await this.send<K>(method, path, options);
    const versioned = await this.send<K>(method, `/v1${path}`, options);
    expect(
      { status: versioned.status, text: versioned.text, type: versioned.headers.get('content-type') },
      `/v1${path}`,
    ).toEqual({
      status: bare.status,
      text: bare.text,
      type: bare.headers.get('content-type'),
    });
    return bare;
  }
}

function checkEvery(method: string, path: string, { status, headers, text }: Answer, mayFail: boolean): void {
  const where = `${method} ${path} -> ${status}`;
  if (!mayFail) expect(status, `${where} ${text.slice(0, 500)}`).toBeLessThan(500);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(headers.get(name), `${name} of ${where}`).toMatch(/^\d+$/);
  }
  expect(headers.get('x-request-id'), `request id of ${where}`).toMatch(/^req_[\w-]{16,}$/);
  expect(headers.get('x-content-type-options'), where).toBe('nosniff');
}

const SECRETS = [/\bsk_(?:live|test)_\w+/g, /\/sign#([\w-]+)/g, /\/api\/files\/([\w-]+)/g, /"bearer":"([^"]+)"/g];

/** What an answer gives away must not be found in the log afterwards. */
function noteSecrets(secrets: Set<string>, { text, headers }: Answer): void {
  for (const pattern of SECRETS) for (const [whole, part] of text.matchAll(pattern)) secrets.add(part ?? whole);
  for (const cookie of headers.getSetCookie()) {
    const value = /^[^=]+=([^;]+)/.exec(cookie)?.[1];
    if (value !== undefined) secrets.add(value);
  }
}
