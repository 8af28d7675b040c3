import {
  type AnswerOf as AnswerTo,
  createClient,
  errorFrom,
  type JsonId,
  type RequestOf,
  type Route,
} from '@countersign/client';
import type { AnswerOf, OperationId, operations } from '@countersign/contract';
import { expect } from 'vitest';
import { exchange } from './exchange.ts';
import { MULTIPART } from './multipart.ts';
import { noteProvoked } from './provoked.ts';

type Output<K extends OperationId> = AnswerOf<(typeof operations)[K]>;
type BodyOf<K extends OperationId> = [K] extends [never] ? unknown : Output<K>;

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** The parsed JSON, or undefined for anything else. */
  body: Body;
}

export type Credential = { cookie?: string; bearer?: string };

export type RequestOptions = {
  headers?: Readonly<Record<string, string>>;
  /** The body. An object is sent as JSON, and a string or bytes are sent unchanged. */
  body?: object | string | Uint8Array;
  /** Whether the test expects a 5xx. In any other test, a 5xx is an immediate failure. */
  mayFail?: boolean;
};

/**
 * A caller with a session, an API key, a signing link, or no credential. Every response is checked for the common
 * requirements: the rate-limit headers, a request ID, and no 5xx.
 */
export class Caller {
  readonly #base: string;
  readonly #credential: Readonly<Record<string, string>>;
  readonly #secrets: Set<string>;
  /** The credential that this caller uses. */
  readonly credential: Credential;

  constructor(base: string, secrets: Set<string>, credential: Credential = {}) {
    this.credential = credential;
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

  /** Returns a caller of the same server with another credential. */
  with(credential: Credential): Caller {
    return new Caller(this.#base, this.#secrets, credential);
  }

  /** Returns a caller with the same credential that calls another process. */
  at(base: string): Caller {
    const { cookie, authorization } = this.#credential;
    const bearer = authorization?.slice('Bearer '.length);
    return new Caller(base, this.#secrets, {
      ...(cookie !== undefined && { cookie }),
      ...(bearer !== undefined && { bearer }),
    });
  }

  /**
   * Calls an operation and returns its response, for steps that must succeed.
   * @throws ApiError for every response that is not a success
   */
  async call<K extends JsonId>(route: Route<K>, request: RequestOf<K>): Promise<AnswerTo<K>> {
    const { body } = request as { body?: object };
    const answer = await this.send(route.method, apiPath(route, request), { ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw errorFrom(answer.status, answer.body, answer.headers);
    return answer.body as AnswerTo<K>;
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

  /** Sends a POST request with a multipart body. */
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
    noteSent(this.#secrets, body);
    const { status, headers: answered, bytes } = await exchange(new URL(this.#base + path), method, headers, payload);
    const text = bytes.toString();
    const isJsonAnswer = /^application\/json(?:;|$)/.test(answered.get('content-type') ?? '');
    const answer = {
      status,
      headers: answered,
      bytes,
      text,
      body: (isJsonAnswer ? JSON.parse(text) : undefined) as BodyOf<K>,
    };
    noteSecrets(this.#secrets, answer);
    noteProvoked(method, path, body, answer);
    checkEvery(method, path, answer, mayFail);
    return answer;
  }

  /** Sends a GET request for a streaming response. The test ends the stream by aborting the signal. */
  async stream(path: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await fetch(this.#base + path, { headers: { ...this.#credential, ...headers }, signal });
    checkEvery('GET', path, { status: response.status, headers: response.headers, text: '' }, false);
    return response;
  }

  /**
   * Sends the request with and without /v1, expects equal responses, and returns the first. Use it only for requests
   * that change nothing. A job may write between the two requests (a sent e-mail is an entry in the audit trail), so if
   * the responses differ, both requests are repeated.
   */
  async both<K extends OperationId = never>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<BodyOf<K>>> {
    for (let attempt = 1; ; attempt += 1) {
      const bare = await this.send<K>(method, path, options);
      const versioned = await this.send<K>(method, versionedPath(path), options);
      if (attempt < TRIES && comparableText(versioned) !== comparableText(bare)) continue;
      expect(whatBothSay(versioned), versionedPath(path)).toEqual(whatBothSay(bare));
      return bare;
    }
  }
}

/** Returns the path of an operation. */
const apiPath = createClient().url;

const TRIES = 4;

function whatBothSay(answer: Answer): object {
  return { status: answer.status, text: comparableText(answer), type: answer.headers.get('content-type') };
}

/** Returns the text of a response without the request ID, which differs even if the errors are otherwise equal. */
export const comparableText = ({ text }: Pick<Answer, 'text'>): string =>
  text.replaceAll(/"requestId":"[\w-]+"/g, '"requestId":"<request>"');

/** Returns the same URL under /v1, in the same environment. */
export function versionedPath(path: string): string {
  return path.startsWith('/sandbox/') ? `/sandbox/v1${path.slice('/sandbox'.length)}` : `/v1${path}`;
}

/**
 * Checks the headers of every response. A run has tens of thousands of responses and matchers are slow, so a matcher is
 * used only to report errors.
 */
function checkEvery(
  method: string,
  path: string,
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
  mayFail: boolean,
): void {
  const where = `${method} ${path} -> ${status}`;
  if (!mayFail && status >= 500) expect.fail(`${where} ${text.slice(0, 500)}`);
  const lacks = OWED.filter(([name, pattern]) => !pattern.test(headers.get(name) ?? '')).map(([name]) => name);
  if (status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) lacks.push('retry-after');
  if (!agree(headers)) lacks.push('ratelimit as x-ratelimit says');
  if (lacks.length > 0) expect(lacks, `headers that ${where} lacks in ${JSON.stringify([...headers])}`).toEqual([]);
}

const OWED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['x-ratelimit-limit', /^\d+$/],
  ['x-ratelimit-remaining', /^\d+$/],
  ['x-ratelimit-reset', /^\d+$/],
  ['x-request-id', /^req_[\w-]{16,}$/],
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /^default-src 'none'.*; frame-ancestors /],
];

/** Whether the rate-limit headers of the IETF draft match the older headers. */
function agree(headers: Headers): boolean {
  const [limit, remaining] = ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
  const policy = /^"([a-z]+)";q=(\d+);w=3600$/.exec(headers.get('ratelimit-policy') ?? '');
  const budget = /^"([a-z]+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '');
  return policy !== null && budget?.[1] === policy[1] && policy[2] === limit && budget?.[2] === remaining;
}

const SECRETS = [
  /\bsk_(?:live|test)_\w+/g,
  /\bwhsec_[\w+/=]+/g,
  /\/[a-z-]+#([\w-]{40,})/g,
  /\/api\/files\/([\w-]+)/g,
  /"(?:bearer|secret)":"([^"]+)"/g,
];
/**
 * Matches the names of confidential properties of a body. Short values are excluded, because they could be in a log
 * line by chance.
 */
const CONFIDENTIAL =
  /^(password|currentPassword|newPassword|token|code|accessCode|verificationCode|client_secret|SAMLResponse)$/;
const SHORTEST = 12;

/** Registers the secrets in a request, which must not appear in the log. */
function noteSent(secrets: Set<string>, payload: unknown): void {
  if (typeof payload === 'string') {
    const value = /(?:^|&)SAMLResponse=([^&]+)/.exec(payload)?.[1];
    if (value !== undefined) secrets.add(value).add(decodeURIComponent(value));
  }
  if (typeof payload !== 'object' || payload === null || payload instanceof Uint8Array) return;
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value === 'string' && value.length >= SHORTEST && CONFIDENTIAL.test(name)) secrets.add(value);
    else noteSent(secrets, value);
  }
}

/** Registers the secrets in a response, which must not appear in the log afterwards. */
function noteSecrets(secrets: Set<string>, { text, headers }: Answer): void {
  for (const pattern of SECRETS) for (const [whole, part] of text.matchAll(pattern)) secrets.add(part ?? whole);
  const recoveryCodes = /"recoveryCodes":\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  for (const [, code] of recoveryCodes.matchAll(/"([^"]+)"/g)) secrets.add(code ?? '');
  for (const cookie of headers.getSetCookie()) {
    const value = /^[^=]+=([^;]+)/.exec(cookie)?.[1];
    if (value !== undefined) secrets.add(value);
  }
}
