/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type DataExport = AnswerOf<'listExports'>['exports'][number];

/** The list is polled while an export is being created. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await call(api.listExports, {}, signal)).exports,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? 2000 : false),
});
