/** The queries of this feature, with their keys and cache times. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Statistics = AnswerOf<'getStatistics'>;
export type Analytics = AnswerOf<'getAnalytics'>;
export type StatisticsRange = NonNullable<RequestOf<'getStatistics'>['query']>;

const STATISTICS_EVERY_MS = 30_000;
/** The interval at which statistics are polled while older documents are being counted. */
const COUNTING_EVERY_MS = 2000;

/** The statistics of the organization, or only those of the signed-in person. */
export const statisticsQuery = (of: 'organization' | 'me', range: StatisticsRange) =>
  queryOptions({
    queryKey: ['statistics', of, range],
    queryFn: async ({ signal }): Promise<Analytics & Partial<Statistics>> =>
      of === 'me'
        ? call(api.getAnalytics, { query: range }, signal)
        : call(api.getStatistics, { query: range }, signal),
    refetchInterval: ({ state }) => (state.data?.complete === false ? COUNTING_EVERY_MS : STATISTICS_EVERY_MS),
    placeholderData: keepPreviousData,
  });
