/** The queries of this feature, with their keys and cache times. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type Organization = AnswerOf<'getOrganization'>['organization'];

/** The member data that the actions need. */
export type Member = Pick<AnswerOf<'listMembers'>['members'][number], 'id' | 'name' | 'email' | 'role'>;
export type ListedUser = AnswerOf<'listUsers'>['users'][number];
export type UserImport = AnswerOf<'getUserImport'>['import'];
export type ImportRow = AnswerOf<'listUserImportRows'>['rows'][number];
export type Invitation = AnswerOf<'listInvitations'>['invitations'][number];

export const memberSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['member-sessions', userId],
    queryFn: async ({ signal }) => (await call(api.listMemberSessions, { params: { userId } }, signal)).sessions,
  });

export const storageQuery = queryOptions({
  queryKey: ['organization', 'storage'],
  queryFn: async ({ signal }) => (await call(api.getOrganizationStorage, {}, signal)).storage,
});

/** Whether an ID belongs to a member and not to an invited person. */
export const isUserId = (id: string): id is Member['id'] => id.startsWith('usr_');

const USERS_PAGE_SIZE = 25;

export type UsersFilter = { search?: string; role?: string; status?: string; cursor?: string };

export const usersQuery = (filter: UsersFilter) =>
  queryOptions({
    queryKey: ['users', filter],
    placeholderData: <T>(previous: T | undefined) => previous,
    queryFn: ({ signal }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
      return call(api.listUsers, { query: { pageSize: String(USERS_PAGE_SIZE), ...given } }, signal);
    },
  });

const PROGRESS_EVERY_MS = 1000;

/** Null if nothing has been transferred yet. */
export const handOverQuery = (userId: Member['id']) =>
  queryOptions({
    queryKey: ['hand-over', userId],
    queryFn: async ({ signal }) => {
      try {
        return (await call(api.getHandOver, { params: { userId } }, signal)).handOver;
      } catch (error) {
        if (isCode(error, 'HAND_OVER_NOT_FOUND')) return null;
        throw error;
      }
    },
    refetchInterval: (query) => (query.state.data?.status === 'running' ? PROGRESS_EVERY_MS : false),
  });

export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: ['imports', importId],
    queryFn: async ({ signal }) => (await call(api.getUserImport, { params: { importId } }, signal)).import,
    refetchInterval: (query) =>
      query.state.data?.status === 'running' || query.state.data?.status === 'undoing' ? PROGRESS_EVERY_MS : false,
  });

export const importRowsQuery = (importId: string, version: string, status: ImportRow['status'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['imports', importId, 'rows', version, status],
    placeholderData: <T>(previous: T | undefined) => previous,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listUserImportRows,
        { params: { importId }, query: { after: String(pageParam), ...(status && { status }) } },
        signal,
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call(api.listInvitations, { query: { pageSize: '100' } }, signal),
});
