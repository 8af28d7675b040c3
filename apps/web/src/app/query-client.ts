import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@countersign/client';
import { connection, onReturn } from '../api/connection.ts';
import { sessionQuery } from '../api/queries.ts';

const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'UNAUTHORIZED';

/** Again only where a second try can help: no answer, or a server that says "not now". */
const isPassing = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status === 503);

/** A server that says when to come back is taken at its word, and asked again for longer. */
const TRIES = { silent: 2, told: 5 };
const LONGEST_WAIT_MS = 15_000;
const toldMs = (error: Error): number | undefined =>
  error instanceof ApiError && error.status === 503 && error.retryAfter !== null ? error.retryAfter * 1000 : undefined;

/** @param onLoggedOut called when any answer says that the session has ended */
export function makeQueryClient(onLoggedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isLoggedOut(error)) onLoggedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      // Without a session at the start this is no loss of one: the route guard sees to that.
      onError: (error, query) => {
        if (query.queryKey[0] !== sessionQuery.queryKey[0]) watch(error);
      },
    }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // What cannot be asked fails and says so, instead of waiting without a word; connection.ts sees to it that it is asked again.
        networkMode: 'always',
        retry: (count, error) =>
          count < (toldMs(error) === undefined ? TRIES.silent : TRIES.told) &&
          isPassing(error) &&
          connection.read() !== 'offline',
        retryDelay: (attempt, error) => Math.min(LONGEST_WAIT_MS, toldMs(error) ?? 400 * 2 ** attempt),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  }); // All that is shown may have changed meanwhile, and what failed is shown now.
  onReturn(() => void client.invalidateQueries());
  return client;
}
