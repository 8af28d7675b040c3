/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number];

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(api.listApiKeys, {}, signal)).apiKeys,
});

/** `hours` is a string, as in the URL. */
export const keyUsageQuery = (keyId: string, hours: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage', hours],
    queryFn: async ({ signal }) =>
      (await call(api.getApiKeyUsage, { params: { keyId }, query: { hours } }, signal)).usage,
    staleTime: 0,
  });

export type LoggedRequest = AnswerOf<'listApiKeyRequests'>['requests'][number];

export const keyRequestsQuery = (keyId: string, isErrorsOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: ['api-keys', keyId, 'requests', isErrorsOnly],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listApiKeyRequests,
        {
          params: { keyId },
          query: { ...(isErrorsOnly && { status: 'error' }), ...(pageParam !== null && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: null as LoggedRequest['id'] | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    staleTime: 0,
  });
