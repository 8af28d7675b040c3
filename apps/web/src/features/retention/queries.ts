/** What this feature reads, under which key, and how long it counts as fresh. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf } from '../../api/client.ts';

export type LegalHold = AnswerOf<'listLegalHolds'>['holds'][number];
export type DueDocument = AnswerOf<'listRetentionDue'>['documents'][number];

export const retentionRulesQuery = queryOptions({
  queryKey: ['retention', 'rules'],
  queryFn: async ({ signal }) => (await call('getRetentionRules', {}, signal)).retention,
});

export const retentionDueQuery = infiniteQueryOptions({
  queryKey: ['retention', 'due'],
  queryFn: ({ pageParam, signal }) =>
    call(
      'listRetentionDue',
      { query: { pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});

export const dryRunQuery = queryOptions({
  queryKey: ['retention', 'dry-run'],
  queryFn: ({ signal }) => call('dryRunRetention', { query: { pageSize: '500' } }, signal),
  staleTime: 0,
});

export const legalHoldsQuery = (state: 'standing' | 'released') =>
  infiniteQueryOptions({
    queryKey: ['retention', 'holds', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listLegalHolds',
        { query: { state, pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as LegalHold['id'] | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });
