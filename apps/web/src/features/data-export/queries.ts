/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type DataExport = AnswerOf<'listExports'>['exports'][number];

/** Asked again while something is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await call(api.listExports, {}, signal)).exports,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? 2000 : false),
});
