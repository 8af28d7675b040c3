/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Backup = AnswerOf<'listBackups'>['backups'][number];

/** The list is polled while a backup is being created or verified. */
export const backupsQuery = infiniteQueryOptions({
  queryKey: ['backups'],
  queryFn: ({ pageParam, signal }) =>
    call(api.listBackups, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ backups }) =>
      backups.some(
        (one) => ['queued', 'running'].includes(one.state) || ['queued', 'running'].includes(one.verification.state),
      ),
    ) === true
      ? 2000
      : false,
});
