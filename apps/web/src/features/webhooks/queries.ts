/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Webhook = AnswerOf<'getWebhook'>['webhook'];
export type Delivery = AnswerOf<'listWebhookDeliveries'>['deliveries'][number];
export type DeadLetter = AnswerOf<'listDeadLetters'>['deliveries'][number];

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await call(api.listWebhooks, {}, signal)).webhooks,
});

export const webhookQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', integrationId],
    queryFn: async ({ signal }) => (await call(api.getWebhook, { params: { integrationId } }, signal)).webhook,
  });

export type DeliveryFilter = Pick<NonNullable<RequestOf<'listWebhookDeliveries'>['query']>, 'state' | 'event'>;

/** The list is polled, because deliveries that are waiting for a retry may be sent at any time. */
export const deliveriesQuery = (integrationId: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', integrationId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listWebhookDeliveries,
        { params: { integrationId }, query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some((delivery) => delivery.state === 'pending')) === true
        ? 3000
        : 15_000,
  });

export type DeadLetterFilter = Pick<
  NonNullable<RequestOf<'listDeadLetters'>['query']>,
  'integrationId' | 'event' | 'from' | 'to'
>;

export const deadLettersQuery = (filter: DeadLetterFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'given-up', filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listDeadLetters, { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });
