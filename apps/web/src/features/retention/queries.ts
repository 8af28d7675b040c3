/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type LegalHold = AnswerOf<'listLegalHolds'>['holds'][number];
export type DueDocument = AnswerOf<'listRetentionDue'>['documents'][number];

export const retentionRulesQuery = queryOptions({
  queryKey: ['retention', 'rules'],
  queryFn: async ({ signal }) => (await call(api.getRetentionRules, {}, signal)).retention,
});

export const retentionDueQuery = infiniteQueryOptions({
  queryKey: ['retention', 'due'],
  queryFn: ({ pageParam, signal }) =>
    call(
      api.listRetentionDue,
      { query: { pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});

export const dryRunQuery = queryOptions({
  queryKey: ['retention', 'dry-run'],
  queryFn: ({ signal }) => call(api.dryRunRetention, { query: { pageSize: '500' } }, signal),
  staleTime: 0,
});

export const legalHoldsQuery = (state: 'standing' | 'released') =>
  infiniteQueryOptions({
    queryKey: ['retention', 'holds', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listLegalHolds,
        { query: { state, pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as LegalHold['id'] | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });
