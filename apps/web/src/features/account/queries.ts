/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(api.getSetup, {}, signal),
  staleTime: 0,
});
