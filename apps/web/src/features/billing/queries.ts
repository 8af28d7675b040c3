/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf } from '../../api/client.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call('listPlans', {}, signal)).plans,
});

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await call('getSubscription', {}, signal)).subscription,
});

export const previewQuery = (plan: AnswerOf<'listPlans'>['plans'][number]['id'], interval: 'month' | 'year') =>
  queryOptions({
    queryKey: ['subscription', 'preview', plan, interval],
    queryFn: async ({ signal }) => (await call('previewSubscription', { query: { plan, interval } }, signal)).preview,
    staleTime: 0,
  });

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call('getUsage', {}, signal)).usage,
});

export const invoicesQuery = queryOptions({
  queryKey: ['invoices'],
  queryFn: async ({ signal }) => (await call('listInvoices', {}, signal)).invoices,
});
