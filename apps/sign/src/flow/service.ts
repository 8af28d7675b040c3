/** The client of the signing operations (packages/contract, operations/signing.ts and signDocument). */
import {
  type AnswerOf,
  ApiError,
  type CallOptions,
  createClient,
  type Fetch,
  type FileId,
  type JsonId,
  type RequestOf,
  type Route,
} from '@countersign/client';
import {
  attachFile,
  createDrawingLink,
  declineDocument,
  detachFile,
  forwardDocument,
  getDrawing,
  getSigningPage,
  getSigningPageText,
  getSigningPdf,
  getSigningView,
  markStarted,
  openPackageDocument,
  openSigningSession,
  sendSigningCode,
  signDocument,
  verifyInPersonSession,
} from '@countersign/client/operations';
import type { Hand, SigningView } from '@countersign/contract';
import { noteAnswer, noteSilence } from '@countersign/ui-kit/connection';
import type { Adopted, SentValue } from './fields.ts';
import { failureOfError, RequestFailed } from './failure.ts';

export type PageText = {
  page: number;
  width: number;
  height: number;
  lines: { text: string; x: number; y: number; width: number; height: number }[];
};

/** A link that lets a phone draw for this page. `qrCode` is the URL of its QR code. */
export type DrawingLink = Pick<AnswerOf<'createDrawingLink'>, 'id' | 'qrCode' | 'expiresAt'>;

export type Opened = { bearer: string; expiresAt: string; view: SigningView };

/** Whether a token belongs to an in-person session, whose sessionId has a different format than a signing link. */
const isInPerson = (token: string): boolean => token.startsWith('inperson_');

/** Proofs of identity that may be required in addition to the link. */
export type Proof = { accessCode?: string; stepCode?: string };

export type SignRequest = {
  consent: true;
  signature?: { type: Adopted['type']; data: string; hand?: Hand };
  fields: SentValue[];
  timeZone?: string;
};

/** The data about the signer and the document in the response to signing. */
export type Signed = {
  signer: Pick<SigningView['signer'], 'status' | 'signed_at'>;
  document: Pick<SigningView['document'], 'status'>;
  receipt: SigningView['receipt'];
};

/** Every method rejects with RequestFailed. */
export type Service = {
  /** Exchanges the link for a bearer token, which all later calls use. */
  open: (token: string, proof?: Proof) => Promise<Opened>;
  /**
   * Sends a code to the second address, for the document of the link or the bearer token, or for `other` in the same
   * package.
   */
  sendCode: (token: string | null, accessCode?: string, other?: string) => Promise<void>;
  /**
   * Continues with another document of the visitor's package and gets a new bearer token, using the link or the current
   * bearer token.
   */
  goOn: (signerId: string, other: string, proof?: Proof & { token?: string }) => Promise<Opened>;
  /** Extends the current bearer token. Rejects if the token has expired. */
  extend: () => Promise<Opened>;
  view: (signerId: string) => Promise<SigningView>;
  /** Loads a WebP picture that is `width` pixels wide. */
  picture: (signerId: string, page: number, width: number, signal: AbortSignal) => Promise<Blob>;
  text: (signerId: string, page: number, signal: AbortSignal) => Promise<PageText>;
  pdf: (signerId: string) => Promise<Blob>;
  started: (signerId: string) => Promise<void>;
  sign: (documentId: string, request: SignRequest) => Promise<Signed>;
  attach: (signerId: string, fieldId: string, file: File) => Promise<void>;
  detach: (signerId: string, fieldId: string) => Promise<void>;
  drawingLink: (signerId: string, what: 'signature' | 'initials') => Promise<DrawingLink>;
  drawing: (signerId: string, drawingId: string) => Promise<AnswerOf<'getDrawing'>>;
  decline: (documentId: string, reason: string) => Promise<void>;
  forward: (documentId: string, to: { email: string; name: string }) => Promise<void>;
  /** Continues with the bearer token of a session that was stored before a reload. */
  resume: (bearer: string) => void;
  inPerson: () => boolean;
};

/** The timeout is long enough for a slow phone, but short enough for people to wait. */
const ANSWER_MS = 30_000;
/** The number of automatic retries for reads if the service states when to retry. */
const TIMES_AGAIN = 3;
const LONGEST_PAUSE_MS = 20_000;
/**
 * The time limit is long, because a signature includes a time-stamp from an external authority, and the file can be as
 * large as 50 MB.
 */
const LONG_ANSWER_MS = 120_000;

type How = CallOptions & { withBearer?: boolean };

/** Creates the client. `embed` is the tenant whose pages may embed this page, according to its URL. */
export function createService(fetcher: Fetch, embed: string | null = null): Service {
  let bearer: string | null = null;
  const client = createClient({
    // Cookies are omitted, because the session of a person signed in to the app must not determine who signs here.
    credentials: 'omit',
    cache: 'no-store',
    timeoutMs: ANSWER_MS,
    // Requests without a response are not retried here. connection.ts polls the unreachable service, and the requests
    // are sent again once it responds.
    retries: { times: TIMES_AGAIN, longestPauseMs: LONGEST_PAUSE_MS, unanswered: false },
    fetch: fetcher,
    onAnswer: noteAnswer,
    onSilence: noteSilence,
  });

  async function send<T>(work: (options: CallOptions) => Promise<T>, { withBearer = true, ...how }: How): Promise<T> {
    const isProved = withBearer && bearer !== null;
    try {
      return await work({ ...how, ...(isProved && { headers: { authorization: `Bearer ${bearer}` } }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const failure = failureOfError(error, withBearer);
      // A response that is not from the service, such as the sign-in page of a hotel network, is treated as a missing
      // response.
      if (failure.kind === 'offline') noteSilence();
      throw new RequestFailed(failure);
    }
  }
  const call = <K extends JsonId>(route: Route<K>, request: RequestOf<K>, how: How = {}): Promise<AnswerOf<K>> =>
    send((options) => client.call(route, request, options), how);
  const file = <K extends FileId>(route: Route<K>, request: RequestOf<K>, how: How = {}): Promise<Blob> =>
    send((options) => client.file(route, request, options), how);

  const embedded = embed === null ? {} : { embed };

  async function exchange(opening: Promise<Opened>): Promise<Opened> {
    const opened = await opening;
    bearer = opened.bearer;
    return opened;
  }

  /** Opens an in-person session. Its ID serves as the bearer token, and the session cannot be extended. */
  async function openInPerson(sessionId: string, verificationCode?: string): Promise<Opened> {
    // An in-person session is never embedded in another page.
    if (embed !== null) throw new RequestFailed({ kind: 'wrong-link' });
    bearer = sessionId;
    const body = { sessionId, ...(verificationCode !== undefined && { verificationCode }) };
    const { session, document } = await call(verifyInPersonSession, { body }, { withBearer: false });
    return { bearer: sessionId, expiresAt: session.expires_at, view: await viewOf(document.signerId) };
  }
  const viewOf = async (signerId: string): Promise<SigningView> =>
    (await call(getSigningView, { params: { signerId } })).view;

  return {
    open: (token, proof = {}) =>
      isInPerson(token)
        ? openInPerson(token, proof.accessCode)
        : exchange(call(openSigningSession, { body: { token, ...proof, ...embedded } }, { withBearer: false })),
    sendCode: async (token, accessCode, other) => {
      const body = {
        ...(token !== null && { token }),
        ...(accessCode !== undefined && { accessCode }),
        ...(other !== undefined && { signerId: other }),
      };
      await call(sendSigningCode, { body }, { withBearer: token === null });
    },
    goOn: (signerId, other, proof = {}) =>
      exchange(
        call(
          openPackageDocument,
          { params: { signerId, otherSignerId: other }, body: { ...proof, ...embedded } },
          { withBearer: proof.token === undefined },
        ),
      ),
    extend: () =>
      bearer !== null && isInPerson(bearer)
        ? openInPerson(bearer)
        : exchange(call(openSigningSession, { body: embedded })),
    view: viewOf,
    picture: (signerId, page, width, signal) =>
      file(getSigningPage, { params: { signerId, n: String(page) }, query: { width: String(width) } }, { signal }),
    text: (signerId, page, signal) => call(getSigningPageText, { params: { signerId, n: String(page) } }, { signal }),
    pdf: (signerId) => file(getSigningPdf, { params: { signerId } }, { timeoutMs: LONG_ANSWER_MS }),
    started: async (signerId) => void (await call(markStarted, { params: { signerId }, body: {} })),
    sign: (id, body) => call(signDocument, { params: { id }, body }, { timeoutMs: LONG_ANSWER_MS }),
    attach: async (signerId, field, attachment) => {
      const body = new FormData();
      body.append('file', attachment);
      await call(attachFile, { params: { signerId }, query: { field }, body }, { timeoutMs: LONG_ANSWER_MS });
    },
    detach: async (signerId, field) => void (await call(detachFile, { params: { signerId }, query: { field } })),
    drawingLink: (signerId, what) => call(createDrawingLink, { params: { signerId }, body: { what } }),
    drawing: (signerId, drawingId) => call(getDrawing, { params: { signerId, drawingId } }),
    decline: async (id, reason) => void (await call(declineDocument, { params: { id }, body: { reason } })),
    forward: async (id, to) => void (await call(forwardDocument, { params: { id }, body: to })),
    resume: (kept) => {
      bearer = kept;
    },
    inPerson: () => bearer !== null && isInPerson(bearer),
  };
}
