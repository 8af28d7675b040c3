/** What this feature reads, under which key, and how long it counts as fresh. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, type AnswerOf, type RequestOf } from '../../api/client.ts';

export type LogEntry = AnswerOf<'listAuditLog'>['entries'][number];
export type LogFilter = Pick<NonNullable<RequestOf<'listAuditLog'>['query']>, 'action' | 'from' | 'to'>;

export const auditLogQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listAuditLog', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Each page verifies some of the chains. */
export const chainCheckQuery = infiniteQueryOptions({
  queryKey: ['audit-log', 'check'],
  queryFn: ({ pageParam, signal }) =>
    call('checkAuditLog', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
  // Each look verifies again, and only then.
  staleTime: 0,
  refetchOnWindowFocus: false,
});
