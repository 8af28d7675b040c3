/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type InPersonSession = AnswerOf<'listInPersonSessions'>['sessions'][number];

const SESSIONS_EVERY_MS = 3000;

/** The progress of in-person sessions is polled while the page is visible. */
export const inPersonQuery = (documentId?: string) =>
  queryOptions({
    queryKey: ['in-person', documentId ?? 'live'],
    queryFn: async ({ signal }) =>
      (await call(api.listInPersonSessions, documentId === undefined ? {} : { query: { documentId } }, signal))
        .sessions,
    refetchInterval: SESSIONS_EVERY_MS,
  });
