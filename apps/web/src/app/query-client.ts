import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@countersign/client';
import { connection, onReturn } from '@countersign/ui-kit/connection';
import { hasBearer } from '../api/client.ts';
import { organizationQuery, sessionQuery } from '../api/queries.ts';

const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'UNAUTHORIZED';

/** Whether an error may be temporary: there was no response, or the server asked the client to retry later. */
const isPassing = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status === 503);

/** The number of attempts. If the server states when to retry, more attempts are made, each at the stated time. */
const TRIES = { silent: 2, told: 5 };
const LONGEST_WAIT_MS = 15_000;
const retryAfterMs = (error: Error): number | undefined =>
  error instanceof ApiError && error.status === 503 && error.retryAfter !== null ? error.retryAfter * 1000 : undefined;

/**
 * Whether this page may send a query. A preparation link gives no access to the session or the organization, so a page
 * that was opened with one provides that data itself.
 */
const isReadable = (subject: unknown): boolean =>
  !hasBearer() || (subject !== sessionQuery.queryKey[0] && subject !== organizationQuery.queryKey[0]);

/**
 * @param onLoggedOut called when a response reports that the session has ended
 */
export function makeQueryClient(onLoggedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isLoggedOut(error)) onLoggedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      // If there was no session at startup, no session has ended. The route guard handles that case.
      onError: (error, query) => {
        if (query.queryKey[0] !== sessionQuery.queryKey[0]) watch(error);
      },
    }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // A request that cannot be sent fails visibly instead of waiting silently. connection.ts triggers the retry.
        networkMode: 'always',
        retry: (count, error) =>
          count < (retryAfterMs(error) === undefined ? TRIES.silent : TRIES.told) &&
          isPassing(error) &&
          connection.read() !== 'offline',
        retryDelay: (attempt, error) => Math.min(LONGEST_WAIT_MS, retryAfterMs(error) ?? 400 * 2 ** attempt),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Any data on the page may have changed during the interruption, so all of it is requested again. The page shows the
  // errors if these requests fail.
  onReturn(() => void client.invalidateQueries({ predicate: ({ queryKey }) => isReadable(queryKey[0]) }));
  return client;
}
