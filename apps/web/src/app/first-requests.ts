/** Sends the requests for the first screen from the first script. */
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { BASE } from '../api/environment.ts';
import { call } from '../api/client.ts';
import { type ListState, parseListState, toListQuery } from '../features/documents/list-state.ts';
import { parseSearch } from './url.ts';

export type Early = {
  /** The session request. Null if the page needs no session. */
  session: Promise<AnswerOf<'getSession'>> | null;
  /** The request for the document list. It is set only if the page shows the list. */
  documents: { state: ListState; answer: Promise<AnswerOf<'listDocuments'>> } | null;
};

const BEHIND_LOGIN = /^\/($|(documents|templates|packages|bulk-sends|settings|in-person|mailbox)(\/|$))/;

export function beginEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): Early {
  const path = pathname.slice(BASE.length).replace(/(?<=.)\/$/, '') || '/';
  if (!BEHIND_LOGIN.test(path)) return { session: null, documents: null };
  const session = call(api.getSession, {});
  if (path !== '/documents') return { session: handled(session), documents: null };
  const state = parseListState(parseSearch(search));
  // A period depends on the profile's time zone, so the list cannot be requested yet.
  if (state.created !== undefined) return { session: handled(session), documents: null };
  // The list is requested only after the session is confirmed. Without a session, there is nothing to list.
  const answer = session.then(({ session: { two_factor_required: isKeptOut } }) =>
    isKeptOut
      ? Promise.reject(new Error('a second factor comes first'))
      : call(api.listDocuments, { query: toListQuery(state) }),
  );
  return { session: handled(session), documents: { state, answer: handled(answer) } };
}

/** Marks a failure as handled. The code that uses the response handles the failure later. */
function handled<T>(sent: Promise<T>): Promise<T> {
  sent.catch(() => undefined);
  return sent;
}
