/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf } from '../../api/client.ts';

export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number];

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call('listApiKeys', {}, signal)).apiKeys,
});

/** Of the last hours; as text, as the address takes it. */
export const keyUsageQuery = (keyId: string, hours: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage', hours],
    queryFn: async ({ signal }) =>
      (await call('getApiKeyUsage', { params: { keyId }, query: { hours } }, signal)).usage,
    staleTime: 0,
  });
