/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { PackageStatus } from '@countersign/contract';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ofTheSameList } from '../../api/queries.ts';

export type Package = AnswerOf<'getPackage'>['package'];
export type PackageEntry = AnswerOf<'listPackages'>['packages'][number];

export const packagesQuery = (page: number, status: PackageStatus | undefined) =>
  queryOptions({
    queryKey: ['packages', 'list', page, status],
    placeholderData: ofTheSameList(['packages', 'list', page, status], 2),
    queryFn: ({ signal }) =>
      call(api.listPackages, { query: { page: String(page), ...(status === undefined ? {} : { status }) } }, signal),
  });

/** The interval at which a package in progress is polled. */
const PACKAGE_EVERY_MS = 5000;

export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: ['packages', id],
    queryFn: async ({ signal }) => (await call(api.getPackage, { params: { id } }, signal)).package,
    refetchInterval: (query) => (query.state.data?.status === 'in-progress' ? PACKAGE_EVERY_MS : false),
  });

export type PackageEvent = AnswerOf<'getDocumentAudit'>['entries'][number] & { title: string };

/** The timeline is loaded again when a document of the package has changed. */
export const packageTimelineQuery = ({ id, documents }: Package) => {
  const queryKey = ['packages', 'timeline', id, documents.map((one) => one.updated_at).join(' ')];
  return queryOptions({
    queryKey,
    placeholderData: ofTheSameList(queryKey, 3),
    queryFn: async ({ signal }): Promise<PackageEvent[]> => {
      const trails = await Promise.all(
        documents.map(async (one) => {
          const { entries } = await call(api.getDocumentAudit, { params: { id: one.id } }, signal);
          return entries.map((entry) => ({ ...entry, title: one.title }));
        }),
      );
      return trails.flat().toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || b.sequence - a.sequence);
    },
  });
};
