/** What the app reads, under which key, and how long it counts as fresh. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type AnswerOf, type RequestOf } from './client.ts';

export type Session = AnswerOf<'getSession'>['session'];
export type Document = AnswerOf<'getDocument'>['document'];
export type ListEntry = AnswerOf<'listDocuments'>['documents'][number];
export type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];
export type Verification = AnswerOf<'verifyDocument'>;
export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number];
export type MailSummary = AnswerOf<'listMail'>['mails'][number];
export type ListQuery = NonNullable<RequestOf<'listDocuments'>['query']>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await call('getSession', {}, signal)).session,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call('getSetup', {}, signal),
  staleTime: 0,
});

export const documentsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['documents', 'list', query],
    queryFn: ({ signal }) => call('listDocuments', { query }, signal),
    // Somebody may sign while the list is open; a page of it is cheap.
    refetchInterval: ({ state }) =>
      state.data?.documents.some((entry) => entry.status === 'in-progress') ? 15_000 : false,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: async ({ signal }) => (await call('getDocument', { params: { id } }, signal)).document,
  });

/** Asked every three seconds while the document is out; the page shows anew what it changes. */
export const statusQuery = (id: string, live: boolean) =>
  queryOptions({
    queryKey: ['documents', 'status', id],
    queryFn: ({ signal }) => call('getDocumentStatus', { params: { id } }, signal),
    enabled: live,
    refetchInterval: live ? 3000 : false,
    staleTime: 0,
  });

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'audit', id],
    queryFn: ({ signal }) => call('getDocumentAudit', { params: { id } }, signal),
  });

/** Never kept: a verdict holds for the moment it was asked for. */
export const verificationQuery = (id: string, open: boolean) =>
  queryOptions({
    queryKey: ['documents', 'verification', id],
    queryFn: ({ signal }) => call('verifyDocument', { params: { id } }, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call('listApiKeys', {}, signal)).apiKeys,
});

export const mailsQuery = infiniteQueryOptions({
  queryKey: ['mails'],
  queryFn: ({ pageParam, signal }) =>
    call('listMail', { query: pageParam === null ? {} : { before: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => (last.hasMore ? (last.mails.at(-1)?.id ?? null) : null),
  refetchInterval: 3000,
});

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id],
    queryFn: async ({ signal }) => (await call('getMail', { params: { id } }, signal)).mail,
    staleTime: Number.POSITIVE_INFINITY,
  });
