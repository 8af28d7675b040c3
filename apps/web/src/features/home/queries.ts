/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type InboxEntry = AnswerOf<'listInbox'>['inbox'][number];

/** Documents that are waiting for the signed-in person's signature. */
export const inboxQuery = queryOptions({
  queryKey: ['documents', 'inbox'],
  queryFn: ({ signal }) => call(api.listInbox, {}, signal),
  refetchInterval: 30_000,
});
