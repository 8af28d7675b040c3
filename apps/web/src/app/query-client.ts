import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { sessionQuery } from '../api/queries.ts';

const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'UNAUTHORIZED';

/** Again only where a second try can help: no answer, or a server that says "not now". */
const isPassing = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503);

/** @param onLoggedOut called when any answer says that the session has ended */
export function makeQueryClient(onLoggedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isLoggedOut(error)) onLoggedOut();
  };
  return new QueryClient({
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
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { retry: false },
    },
  });
}
