/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type InboxEntry = AnswerOf<'listInbox'>['inbox'][number];

/** What waits for one's own signature. */
export const inboxQuery = queryOptions({
  queryKey: ['documents', 'inbox'],
  queryFn: ({ signal }) => call(api.listInbox, {}, signal),
  refetchInterval: 30_000,
});
