/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ofTheSameList } from '../../api/queries.ts';

export type BulkSend = AnswerOf<'getBulkSend'>['bulkSend'];
export type BulkCheck = AnswerOf<'checkBulkSend'>['check'];
export type BulkSendRow = AnswerOf<'listBulkSendRows'>['rows'][number];

/** The interval at which the status is polled while rows are waiting. */
const BULK_EVERY_MS = 1000;

export const bulkSendQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-sends', id],
    queryFn: async ({ signal }) => (await call(api.getBulkSend, { params: { id } }, signal)).bulkSend,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? BULK_EVERY_MS : false),
  });

export const bulkSendsQuery = (page: number) =>
  queryOptions({
    queryKey: ['bulk-sends', 'list', page],
    placeholderData: ofTheSameList(['bulk-sends', 'list', page], 2),
    queryFn: ({ signal }) => call(api.listBulkSends, { query: { page: String(page) } }, signal),
    refetchInterval: (query) =>
      query.state.data?.bulkSends.some(({ status }) => status === 'running') === true ? 2 * BULK_EVERY_MS : false,
  });

/** `seen` is the number of failed rows that were shown. If the number changes, the query starts over. */
export const failedRowsQuery = (id: string, seen: number) =>
  infiniteQueryOptions({
    queryKey: ['bulk-sends', id, 'failed', seen],
    placeholderData: ofTheSameList(['bulk-sends', id, 'failed', seen], 3),
    queryFn: ({ pageParam, signal }) =>
      call(api.listBulkSendRows, { params: { id }, query: { status: 'failed', after: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.pagination.nextAfter,
  });
