/**
 * Queries that several parts of the app use, with their keys and cache times. Queries of a single feature are in its
 * own `queries.ts`.
 */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from './client.ts';

export type Session = AnswerOf<'getSession'>['session'];
export type Document = AnswerOf<'getDocument'>['document'];
export type ListEntry = AnswerOf<'listDocuments'>['documents'][number];
export type ListQuery = NonNullable<RequestOf<'listDocuments'>['query']>;

/**
 * While another page of a list loads, the previous one stays visible. Rows from a different filter or search are never
 * shown during loading, because they would look like results. `page` is the position of the page number in the key.
 */
export const ofTheSameList =
  (key: readonly unknown[], page: number) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query !== undefined && JSON.stringify(query.queryKey.toSpliced(page, 1)) === JSON.stringify(key.toSpliced(page, 1))
      ? previous
      : undefined;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await call(api.getSession, {}, signal)).session,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call(api.getProfile, {}, signal)).profile,
});

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => (await call(api.getTwoFactor, {}, signal)).twoFactor,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call(api.listOrganizations, {}, signal)).organizations,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await call(api.getOrganization, {}, signal)).organization,
});

export const accountDeletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: async ({ signal }) => (await call(api.getAccountDeletion, {}, signal)).deletion,
});

const MEMBERS_PAGE_SIZE = 25;

export const membersQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['members', page, search],
    placeholderData: ofTheSameList(['members', page, search], 1),
    queryFn: ({ signal }) =>
      call(
        api.listMembers,
        {
          query: {
            page: String(page),
            pageSize: String(MEMBERS_PAGE_SIZE),
            ...(search === '' ? {} : { search }),
          },
        },
        signal,
      ),
  });

/**
 * @param more additional filters that `load` computes. `name` identifies the filters in the cache key
 */
export const documentsQuery = (query: ListQuery, more?: { name: string; load: () => Promise<ListQuery> }) => {
  const { cursor, ...filter } = query;
  const queryKey = ['documents', 'list', { ...filter, more: more?.name }, cursor] as const;
  return queryOptions({
    queryKey,
    placeholderData: ofTheSameList(queryKey, 3),
    queryFn: async ({ signal }) => call(api.listDocuments, { query: { ...query, ...(await more?.load()) } }, signal),
    // A document may be signed while the list is open, so the list is refreshed regularly. Fetching a page is cheap.
    refetchInterval: ({ state }) =>
      state.data?.documents.some((entry) => entry.status === 'in-progress') ? 15_000 : false,
  });
};

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: async ({ signal }) => (await call(api.getDocument, { params: { id } }, signal)).document,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: async ({ signal }) => (await call(api.getTemplate, { params: { id } }, signal)).template,
  });
