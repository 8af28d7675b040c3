/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type MailSummary = AnswerOf<'listMail'>['mails'][number];

export const mailsQuery = infiniteQueryOptions({
  queryKey: ['mails'],
  queryFn: ({ pageParam, signal }) =>
    call(api.listMail, { query: pageParam === null ? {} : { before: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => (last.hasMore ? (last.mails.at(-1)?.id ?? null) : null),
  refetchInterval: 3000,
});

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id],
    queryFn: async ({ signal }) => (await call(api.getMail, { params: { id } }, signal)).mail,
    staleTime: Number.POSITIVE_INFINITY,
  });
