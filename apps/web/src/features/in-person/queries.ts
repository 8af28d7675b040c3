/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type InPersonSession = AnswerOf<'listInPersonSessions'>['sessions'][number];

const SESSIONS_EVERY_MS = 3000;

/** How it goes on the devices that were handed over; asked again while the page is looked at. */
export const inPersonQuery = (documentId?: string) =>
  queryOptions({
    queryKey: ['in-person', documentId ?? 'live'],
    queryFn: async ({ signal }) =>
      (await call(api.listInPersonSessions, documentId === undefined ? {} : { query: { documentId } }, signal))
        .sessions,
    refetchInterval: SESSIONS_EVERY_MS,
  });
