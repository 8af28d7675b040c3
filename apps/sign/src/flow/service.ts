/** The client of the signing operations (packages/contract, operations/signing.ts and signDocument). */
import type { Hand, SigningView } from '@countersign/contract';
import { noteAnswer, noteSilence } from './connection.ts';
import type { Adopted, SentValue } from './fields.ts';
import { failureOf, failureOfAnswer, RequestFailed } from './failure.ts';

export type PageText = {
  page: number;
  width: number;
  height: number;
  lines: { text: string; x: number; y: number; width: number; height: number }[];
};

export type Opened = { bearer: string; expiresAt: string; view: SigningView };

type VerifiedInPerson = { session: { expires_at: string }; document: { signerId: string } };

/** The sessionId of an in-person session looks like no signing link. */
const isInPerson = (token: string): boolean => token.startsWith('inperson_');

/** What is asked for beside the link. */
export type Proof = { accessCode?: string; stepCode?: string };

export type SignRequest = {
  consent: true;
  signature?: { type: Adopted['type']; data: string; hand?: Hand };
  fields: SentValue[];
  timeZone?: string;
};

/** What the answer to signing tells of the signer and the document. */
export type Signed = {
  signer: Pick<SigningView['signer'], 'status' | 'signed_at'>;
  document: Pick<SigningView['document'], 'status'>;
  receipt: SigningView['receipt'];
};

/** Every method rejects with RequestFailed. */
export type Service = {
  /** Exchange the link for a bearer, which all later calls carry. */
  open: (token: string, proof?: Proof) => Promise<Opened>;
  /** Mails a code to the second address; for the document of the link, or without one of the bearer, or for `other` of the same package. */
  sendCode: (token: string | null, accessCode?: string, other?: string) => Promise<void>;
  /** From one document of a package to another of the same visitor's, with a bearer of its own; by the link, or by the bearer there is. */
  goOn: (signerId: string, other: string, proof?: Proof & { token?: string }) => Promise<Opened>;
  /** Extend the bearer that is in use; one that has run out rejects. */
  extend: () => Promise<Opened>;
  view: (signerId: string) => Promise<SigningView>;
  /** A WebP picture `width` pixels wide. */
  picture: (signerId: string, page: number, width: number, signal: AbortSignal) => Promise<Blob>;
  text: (signerId: string, page: number, signal: AbortSignal) => Promise<PageText>;
  pdf: (signerId: string) => Promise<Blob>;
  started: (signerId: string) => Promise<void>;
  sign: (documentId: string, request: SignRequest) => Promise<Signed>;
  attach: (signerId: string, fieldId: string, file: File) => Promise<void>;
  detach: (signerId: string, fieldId: string) => Promise<void>;
  decline: (documentId: string, reason: string) => Promise<void>;
  forward: (documentId: string, to: { email: string; name: string }) => Promise<void>;
  /** The bearer to go on with, from a session kept across a reload. */
  resume: (bearer: string) => void;
  /** Whether this visit is on a device that somebody handed over. */
  inPerson: () => boolean;
};

/** Long enough for a slow phone, short enough that a person still waits for it. */
const ANSWER_MS = 30_000;
/** So often what only reads is asked for again by itself, when the service says that it cannot now and for how long. */
const TIMES_AGAIN = 3;
const LONGEST_PAUSE_SECONDS = 10;
/** A signature includes a time-stamp from an outside authority; the file may have 50 MB. */
const LONG_ANSWER_MS = 120_000;

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('given up', 'AbortError'));
    });
  });

/** `embed` is the tenant whose pages may show this one, as the address of the page names it. */
export function createService(fetcher: typeof fetch, embed: string | null = null): Service {
  let bearer: string | null = null;

  type Call = {
    method?: 'GET' | 'POST' | 'DELETE';
    body?: unknown;
    signal?: AbortSignal;
    withBearer?: boolean;
    within?: number;
  };

  async function call(path: string, wanted: Call = {}): Promise<Response> {
    for (let again = 0; ; again += 1)
      try {
        return await callOnce(path, wanted);
      } catch (error) {
        const failure = failureOf(error);
        const seconds = failure.kind === 'unavailable' ? failure.retryAfter : null;
        if ((wanted.method ?? 'GET') !== 'GET' || seconds === null || again >= TIMES_AGAIN) throw error;
        await pause(Math.min(seconds, LONGEST_PAUSE_SECONDS), wanted.signal);
      }
  }

  async function callOnce(
    path: string,
    { method = 'GET', body, signal, withBearer = true, within = ANSWER_MS }: Call,
  ): Promise<Response> {
    const abort = new AbortController();
    // By hand rather than AbortSignal.any, which phones from before 2024 lack.
    signal?.addEventListener('abort', () => abort.abort(), { once: true });
    setTimeout(() => abort.abort(), within);
    const headers = new Headers();
    if (withBearer && bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
    // A form brings its own, with the boundary in it.
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
    let response: Response;
    try {
      response = await fetcher(path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: abort.signal,
        // The session cookie of somebody logged in to the app must not decide who signs here.
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      noteSilence();
      throw new RequestFailed({ kind: 'offline' });
    }
    noteAnswer();
    if (response.ok) return response;
    throw new RequestFailed(
      failureOfAnswer({
        status: response.status,
        body: await response.json().catch(() => null),
        retryAfter: response.headers.get('Retry-After'),
        requestId: response.headers.get('X-Request-Id'),
        withBearer,
      }),
    );
  }

  /** Reading a body can break off as well as the request can. */
  async function read<T>(reading: Promise<unknown>, signal?: AbortSignal): Promise<T> {
    try {
      // The answer comes from the service this page was served by, in the shapes of the contract.
      return (await reading) as T;
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      noteSilence();
      throw new RequestFailed({ kind: 'offline' });
    }
  }

  async function exchange(request: Call, path = '/api/signing/session'): Promise<Opened> {
    const body = { ...(request.body as object), ...(embed === null ? {} : { embed }) };
    const response = await call(path, { method: 'POST', ...request, body });
    const opened = await read<Opened>(response.json());
    bearer = opened.bearer;
    return opened;
  }

  /** A device that was handed over: the session is the bearer, and lasts as long as it lasts. */
  async function openInPerson(sessionId: string, verificationCode?: string): Promise<Opened> {
    // The device is handed over with our own page before it, never with another one around it.
    if (embed !== null) throw new RequestFailed({ kind: 'wrong-link' });
    bearer = sessionId;
    const body = { sessionId, ...(verificationCode === undefined ? {} : { verificationCode }) };
    const response = await call('/api/signing/in-person/verify', { method: 'POST', body, withBearer: false });
    const { session, document } = await read<VerifiedInPerson>(response.json());
    return { bearer: sessionId, expiresAt: session.expires_at, view: await viewOf(document.signerId) };
  }
  const viewOf = async (signerId: string): Promise<SigningView> =>
    (await read<{ view: SigningView }>((await call(of(signerId))).json())).view;

  const of = (signerId: string): string => `/api/signing/${encodeURIComponent(signerId)}`;

  return {
    open: (token, proof = {}) =>
      isInPerson(token)
        ? openInPerson(token, proof.accessCode)
        : exchange({ body: { token, ...proof }, withBearer: false }),
    sendCode: async (token, accessCode, other) => {
      const body = {
        ...(token === null ? {} : { token }),
        ...(accessCode === undefined ? {} : { accessCode }),
        ...(other === undefined ? {} : { signerId: other }),
      };
      await call('/api/signing/session/code', { method: 'POST', body, withBearer: token === null });
    },
    goOn: (signerId, other, proof = {}) =>
      exchange(
        { body: proof, withBearer: proof.token === undefined },
        `${of(signerId)}/package/${encodeURIComponent(other)}`,
      ),
    extend: () => (bearer !== null && isInPerson(bearer) ? openInPerson(bearer) : exchange({ body: {} })),
    view: viewOf,
    picture: async (signerId, page, width, signal) =>
      read<Blob>((await call(`${of(signerId)}/pages/${page}?width=${width}`, { signal })).blob(), signal),
    text: async (signerId, page, signal) =>
      read<PageText>((await call(`${of(signerId)}/pages/${page}/text`, { signal })).json(), signal),
    pdf: async (signerId) => read<Blob>((await call(`${of(signerId)}/pdf`, { within: LONG_ANSWER_MS })).blob()),
    started: async (signerId) => void (await call(`${of(signerId)}/start`, { method: 'POST', body: {} })),
    sign: async (documentId, request) => {
      const path = `/api/documents/${encodeURIComponent(documentId)}/sign`;
      return read<Signed>((await call(path, { method: 'POST', body: request, within: LONG_ANSWER_MS })).json());
    },
    attach: async (signerId, fieldId, file) => {
      const body = new FormData();
      body.append('file', file);
      await call(`${of(signerId)}/attachments?field=${encodeURIComponent(fieldId)}`, {
        method: 'POST',
        body,
        within: LONG_ANSWER_MS,
      });
    },
    detach: async (signerId, fieldId) =>
      void (await call(`${of(signerId)}/attachments?field=${encodeURIComponent(fieldId)}`, { method: 'DELETE' })),
    decline: async (documentId, reason) =>
      void (await call(`/api/documents/${encodeURIComponent(documentId)}/decline`, {
        method: 'POST',
        body: { reason },
      })),
    forward: async (documentId, to) =>
      void (await call(`/api/documents/${encodeURIComponent(documentId)}/forward`, { method: 'POST', body: to })),
    resume: (kept) => {
      bearer = kept;
    },
    inPerson: () => bearer !== null && isInPerson(bearer),
  };
}
