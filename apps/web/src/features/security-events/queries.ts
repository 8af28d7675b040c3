/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type SecurityEvent = AnswerOf<'listSecurityEvents'>['events'][number];
export type SecurityEventFilter = Omit<NonNullable<RequestOf<'listSecurityEvents'>['query']>, 'pageSize' | 'cursor'>;

const REFETCH_INTERVAL_MS = 5_000;

/** The first page is polled. Older pages do not change while a person reads them. */
export const securityEventsQuery = (filter: SecurityEventFilter) =>
  infiniteQueryOptions({
    queryKey: ['security-events', filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listSecurityEvents, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as SecurityEvent['id'] | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFETCH_INTERVAL_MS),
  });
