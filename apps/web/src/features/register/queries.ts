/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type ProcessingActivity = AnswerOf<'listProcessingActivities'>['activities'][number];
export type SubProcessorList = AnswerOf<'listSubProcessors'>['lists'][number];
export type OutsideService = AnswerOf<'listSubProcessors'>['in_use'][number];
export type ConsentText = AnswerOf<'listConsentTexts'>['texts'][number];

export const activitiesQuery = (state: ProcessingActivity['state']) =>
  infiniteQueryOptions({
    queryKey: ['register', 'activities', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listProcessingActivities,
        { query: { state, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });

export const activityVersionsQuery = (activityId: string) =>
  infiniteQueryOptions({
    queryKey: ['register', 'versions', activityId],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listProcessingActivityVersions,
        { params: { activityId }, query: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });

export const subProcessorsQuery = infiniteQueryOptions({
  queryKey: ['register', 'sub-processors'],
  queryFn: ({ pageParam, signal }) =>
    call(api.listSubProcessors, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});

export const consentTextsQuery = (state: 'in-force' | 'past') =>
  infiniteQueryOptions({
    queryKey: ['consent-texts', state],
    queryFn: ({ pageParam, signal }) =>
      call(api.listConsentTexts, { query: { state, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });
