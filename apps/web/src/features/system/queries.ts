/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Checks = AnswerOf<'getProductionHealth'>;

const CHECK_EVERY_MS = 30_000;

export const productionHealthQuery = queryOptions({
  queryKey: ['system', 'production'],
  queryFn: ({ signal }) => call(api.getProductionHealth, {}, signal),
  refetchInterval: CHECK_EVERY_MS,
});

export const securityHealthQuery = queryOptions({
  queryKey: ['system', 'security'],
  queryFn: ({ signal }) => call(api.getSecurityHealth, {}, signal),
  refetchInterval: CHECK_EVERY_MS,
});

export const startupCheckQuery = queryOptions({
  queryKey: ['system', 'start'],
  queryFn: ({ signal }) => call(api.getStartupCheck, {}, signal),
});
