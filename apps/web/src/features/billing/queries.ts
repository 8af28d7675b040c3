/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(api.listPlans, {}, signal)).plans,
});

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await call(api.getSubscription, {}, signal)).subscription,
});

export const previewQuery = (plan: AnswerOf<'listPlans'>['plans'][number]['id'], interval: 'month' | 'year') =>
  queryOptions({
    queryKey: ['subscription', 'preview', plan, interval],
    queryFn: async ({ signal }) => (await call(api.previewSubscription, { query: { plan, interval } }, signal)).preview,
    staleTime: 0,
  });

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call(api.getUsage, {}, signal)).usage,
});

export const invoicesQuery = queryOptions({
  queryKey: ['invoices'],
  queryFn: async ({ signal }) => (await call(api.listInvoices, {}, signal)).invoices,
});
