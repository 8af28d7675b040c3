/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number];

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(api.listApiKeys, {}, signal)).apiKeys,
});

/** For the last hours, as text like in the address. */
export const keyUsageQuery = (keyId: string, hours: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage', hours],
    queryFn: async ({ signal }) =>
      (await call(api.getApiKeyUsage, { params: { keyId }, query: { hours } }, signal)).usage,
    staleTime: 0,
  });
