/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type SingleSignOn = NonNullable<AnswerOf<'getSingleSignOn'>['single_sign_on']>;
export type Domain = AnswerOf<'listDomains'>['domains'][number];

export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: ({ signal }) => call(api.getSingleSignOn, {}, signal),
});

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => (await call(api.listDomains, {}, signal)).domains,
});
