/** The requests that the page of a public link sends. */
import { type AnswerOf, ApiError, createClient } from '@countersign/client';
import { confirmPublicLink, openPublicLink, sendPublicLinkCode } from '@countersign/client/operations';
import type { Language } from '@countersign/contract/languages';

const client = createClient({
  // Cookies are omitted, because the session of a person signed in to the app must not affect a public link.
  credentials: 'omit',
  cache: 'no-store',
  // Creating a document includes requesting a time-stamp from an external authority, which can be slow.
  timeoutMs: 120_000,
  retries: { times: 0 },
});

export type Link = AnswerOf<'openPublicLink'>;
export type Closed = Exclude<Link['status'], 'active'> | 'no-link';
export type Person = { name: string; email: string };

/** The reason why a request was refused. `name` and `email` mean that the server refused the input with that name. */
export type Refusal =
  | { kind: 'closed'; status: Closed }
  | { kind: 'wrong'; attemptsLeft: number }
  | { kind: 'over' | 'too-many' | 'name' | 'email' | 'failed' };

export const openLink = (token: string): Promise<Link> => client.call(openPublicLink, { body: { token } });

/** @returns the request that belongs to the code */
export const sendCode = async (token: string, person: Person, locale: Language): Promise<string> =>
  (await client.call(sendPublicLinkCode, { body: { token, ...person, locale } })).request;

/** @returns the signing link */
export const confirmCode = async (request: string, code: string): Promise<string> =>
  (await client.call(confirmPublicLink, { body: { request, code } })).url;

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  const { code, details, faults } = error;
  switch (code) {
    case 'INVALID_LINK':
      return { kind: 'closed', status: 'no-link' };
    case 'PUBLIC_LINK_CLOSED':
      return { kind: 'closed', status: isClosed(details['status']) ? details['status'] : 'unusable' };
    case 'PUBLIC_LINK_CODE_WRONG': {
      const left = details['attemptsLeft'];
      return left === 0 ? { kind: 'over' } : { kind: 'wrong', attemptsLeft: typeof left === 'number' ? left : 1 };
    }
    case 'PUBLIC_LINK_CODE_EXPIRED':
      return { kind: 'over' };
    case 'TOO_MANY_CODES':
    case 'RATE_LIMIT_EXCEEDED':
      return { kind: 'too-many' };
    default: {
      const field = faults[0]?.field;
      return { kind: field === 'name' || field === 'email' ? field : 'failed' };
    }
  }
}

const CLOSED: readonly unknown[] = ['paused', 'expired', 'limit-reached', 'unusable'];
const isClosed = (status: unknown): status is Closed => CLOSED.includes(status);
