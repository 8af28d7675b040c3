/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf } from '../../api/client.ts';

export type SingleSignOn = NonNullable<AnswerOf<'getSingleSignOn'>['single_sign_on']>;
export type Domain = AnswerOf<'listDomains'>['domains'][number];

export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: ({ signal }) => call('getSingleSignOn', {}, signal),
});

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => (await call('listDomains', {}, signal)).domains,
});
