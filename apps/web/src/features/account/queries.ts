/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Profile = AnswerOf<'getProfile'>['profile'];

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(api.getSetup, {}, signal),
  staleTime: 0,
});
