/** What the app reads, under which key, and how long it counts as fresh. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isCode } from './errors.ts';
import type { PackageStatus, Template, TemplateListEntry } from '@countersign/contract';
import { call, type AnswerOf, type RequestOf } from './client.ts';

export type Session = AnswerOf<'getSession'>['session'];
export type Document = AnswerOf<'getDocument'>['document'];
export type InboxEntry = AnswerOf<'listInbox'>['inbox'][number];
export type ListEntry = AnswerOf<'listDocuments'>['documents'][number];
export type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];
export type Verification = AnswerOf<'verifyDocument'>;
export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number];
export type Profile = AnswerOf<'getProfile'>['profile'];
export type SessionEntry = AnswerOf<'listSessions'>['sessions'][number];
export type Organization = AnswerOf<'getOrganization'>['organization'];
/** As far as what is done with a member needs to know them. */
export type Member = Pick<AnswerOf<'listMembers'>['members'][number], 'id' | 'name' | 'email' | 'role'>;
export type ListedUser = AnswerOf<'listUsers'>['users'][number];
export type UserImport = AnswerOf<'getUserImport'>['import'];
export type ImportRow = AnswerOf<'listUserImportRows'>['rows'][number];
export type Invitation = AnswerOf<'listInvitations'>['invitations'][number];
export type TwoFactor = AnswerOf<'getTwoFactor'>['twoFactor'];
export type Passkey = AnswerOf<'listPasskeys'>['passkeys'][number];
export type SingleSignOn = NonNullable<AnswerOf<'getSingleSignOn'>['single_sign_on']>;
export type Domain = AnswerOf<'listDomains'>['domains'][number];
export type Certificate = AnswerOf<'listCertificates'>['certificates'][number];
export type MailSummary = AnswerOf<'listMail'>['mails'][number];
export type Webhook = AnswerOf<'getWebhook'>['webhook'];
export type Delivery = AnswerOf<'listWebhookDeliveries'>['deliveries'][number];
export type DeadLetter = AnswerOf<'listDeadLetters'>['deliveries'][number];
export type InPersonSession = AnswerOf<'listInPersonSessions'>['sessions'][number];
export type { Template, TemplateListEntry };
export type BulkSend = AnswerOf<'getBulkSend'>['bulkSend'];
export type BulkCheck = AnswerOf<'checkBulkSend'>['check'];
export type BulkSendRow = AnswerOf<'listBulkSendRows'>['rows'][number];
export type Package = AnswerOf<'getPackage'>['package'];
export type PackageEntry = AnswerOf<'listPackages'>['packages'][number];
export type LegalHold = AnswerOf<'listLegalHolds'>['holds'][number];
export type ProcessingActivity = AnswerOf<'listProcessingActivities'>['activities'][number];
export type SubProcessorList = AnswerOf<'listSubProcessors'>['lists'][number];
export type OutsideService = AnswerOf<'listSubProcessors'>['in_use'][number];
export type ConsentText = AnswerOf<'listConsentTexts'>['texts'][number];
export type DueDocument = AnswerOf<'listRetentionDue'>['documents'][number];
export type Checks = AnswerOf<'getProductionHealth'>;
export type SecurityEvent = AnswerOf<'listSecurityEvents'>['events'][number];
export type SecurityEventFilter = Omit<NonNullable<RequestOf<'listSecurityEvents'>['query']>, 'pageSize' | 'cursor'>;
export type LogEntry = AnswerOf<'listAuditLog'>['entries'][number];
export type LogFilter = Pick<NonNullable<RequestOf<'listAuditLog'>['query']>, 'action' | 'from' | 'to'>;
export type Backup = AnswerOf<'listBackups'>['backups'][number];
export type DataExport = AnswerOf<'listExports'>['exports'][number];
export type Incident = AnswerOf<'getIncident'>['incident'];
export type IncidentMailing = AnswerOf<'listIncidentMails'>['mailings'][number];
export type ListQuery = NonNullable<RequestOf<'listDocuments'>['query']>;

/**
 * While another page of a list comes, the one before stays in sight. Rows of another filter or search never stand in for what was
 * asked: they would be read as its answer. `page` says where in the key the page is.
 */
const ofTheSameList =
  (key: readonly unknown[], page: number) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query !== undefined && JSON.stringify(query.queryKey.toSpliced(page, 1)) === JSON.stringify(key.toSpliced(page, 1))
      ? previous
      : undefined;

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

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call('getProfile', {}, signal)).profile,
});

export const memberSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['member-sessions', userId],
    queryFn: async ({ signal }) => (await call('listMemberSessions', { params: { userId } }, signal)).sessions,
  });

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('listSessions', {}, signal)).sessions,
});

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => (await call('getTwoFactor', {}, signal)).twoFactor,
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call('listPasskeys', {}, signal)).passkeys,
});

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

export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: ({ signal }) => call('getSingleSignOn', {}, signal),
});

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => (await call('listDomains', {}, signal)).domains,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call('listOrganizations', {}, signal)).organizations,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await call('getOrganization', {}, signal)).organization,
});

export const storageQuery = queryOptions({
  queryKey: ['organization', 'storage'],
  queryFn: async ({ signal }) => (await call('getOrganizationStorage', {}, signal)).storage,
});

export type Statistics = AnswerOf<'getStatistics'>;
export type Analytics = AnswerOf<'getAnalytics'>;
export type StatisticsRange = NonNullable<RequestOf<'getStatistics'>['query']>;
const STATISTICS_EVERY_MS = 30_000;
/** Of the organization, or of the person alone. */
export const statisticsQuery = (of: 'organization' | 'me', range: StatisticsRange) =>
  queryOptions({
    queryKey: ['statistics', of, range],
    queryFn: async ({ signal }): Promise<Analytics & Partial<Statistics>> =>
      of === 'me' ? call('getAnalytics', { query: range }, signal) : call('getStatistics', { query: range }, signal),
    refetchInterval: STATISTICS_EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** Asked again while something is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await call('listExports', {}, signal)).exports,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? 2000 : false),
});

/** One that is being made or verified is looked at again until it is over. */
export const backupsQuery = infiniteQueryOptions({
  queryKey: ['backups'],
  queryFn: ({ pageParam, signal }) =>
    call('listBackups', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
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

export const incidentsQuery = infiniteQueryOptions({
  queryKey: ['incidents', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call('listIncidents', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});
export const incidentQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId],
    queryFn: async ({ signal }) => (await call('getIncident', { params: { incidentId } }, signal)).incident,
  });
export const incidentNoticeQuery = (incidentId: string, kind: 'authority' | 'people') =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'notice', kind],
    queryFn: async ({ signal }) => (await call('getIncidentNotice', { params: { incidentId, kind } }, signal)).notice,
  });
export const incidentMailsQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'mails'],
    queryFn: async ({ signal }) => (await call('listIncidentMails', { params: { incidentId } }, signal)).mailings,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) === true ? 2000 : false),
  });

export const auditLogQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listAuditLog', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
const LOOK_AGAIN_MS = 5_000;
/** The newest are looked at again while one watches; whoever reads further back is left in peace. */
export const securityEventsQuery = (filter: SecurityEventFilter) =>
  infiniteQueryOptions({
    queryKey: ['security-events', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listSecurityEvents', { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as SecurityEvent['id'] | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : LOOK_AGAIN_MS),
  });
/** Each page verifies some of the chains. */
export const chainCheckQuery = infiniteQueryOptions({
  queryKey: ['audit-log', 'check'],
  queryFn: ({ pageParam, signal }) =>
    call('checkAuditLog', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
  // Each look verifies anew, and only then.
  staleTime: 0,
  refetchOnWindowFocus: false,
});

export const accountDeletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: async ({ signal }) => (await call('getAccountDeletion', {}, signal)).deletion,
});
export const retentionRulesQuery = queryOptions({
  queryKey: ['retention', 'rules'],
  queryFn: async ({ signal }) => (await call('getRetentionRules', {}, signal)).retention,
});
export const retentionDueQuery = infiniteQueryOptions({
  queryKey: ['retention', 'due'],
  queryFn: ({ pageParam, signal }) =>
    call(
      'listRetentionDue',
      { query: { pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});
export const dryRunQuery = queryOptions({
  queryKey: ['retention', 'dry-run'],
  queryFn: ({ signal }) => call('dryRunRetention', { query: { pageSize: '500' } }, signal),
  staleTime: 0,
});
export const legalHoldsQuery = (state: 'standing' | 'released') =>
  infiniteQueryOptions({
    queryKey: ['retention', 'holds', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listLegalHolds',
        { query: { state, pageSize: '50', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as LegalHold['id'] | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });

export const activitiesQuery = (state: ProcessingActivity['state']) =>
  infiniteQueryOptions({
    queryKey: ['register', 'activities', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listProcessingActivities',
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
        'listProcessingActivityVersions',
        { params: { activityId }, query: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });
export const subProcessorsQuery = infiniteQueryOptions({
  queryKey: ['register', 'sub-processors'],
  queryFn: ({ pageParam, signal }) =>
    call('listSubProcessors', { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.pagination.nextCursor,
});
export const consentTextsQuery = (state: 'in-force' | 'past') =>
  infiniteQueryOptions({
    queryKey: ['consent-texts', state],
    queryFn: ({ pageParam, signal }) =>
      call('listConsentTexts', { query: { state, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });

const CHECK_EVERY_MS = 30_000;
/** Of the whole installation, for those who run it. */
export const productionHealthQuery = queryOptions({
  queryKey: ['system', 'production'],
  queryFn: ({ signal }) => call('getProductionHealth', {}, signal),
  refetchInterval: CHECK_EVERY_MS,
});
export const securityHealthQuery = queryOptions({
  queryKey: ['system', 'security'],
  queryFn: ({ signal }) => call('getSecurityHealth', {}, signal),
  refetchInterval: CHECK_EVERY_MS,
});
export const startupCheckQuery = queryOptions({
  queryKey: ['system', 'start'],
  queryFn: ({ signal }) => call('getStartupCheck', {}, signal),
});

const MEMBERS_PAGE_SIZE = 25;
export const membersQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['members', page, search],
    placeholderData: ofTheSameList(['members', page, search], 1),
    queryFn: ({ signal }) =>
      call(
        'listMembers',
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

/** Of a person who is here, not of one who is only invited. */
export const isUserId = (id: string): id is Member['id'] => id.startsWith('usr_');

export type UsersFilter = { search?: string; role?: string; status?: string; cursor?: string };
export const usersQuery = (filter: UsersFilter) =>
  queryOptions({
    queryKey: ['users', filter],
    placeholderData: <T>(previous: T | undefined) => previous,
    queryFn: ({ signal }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
      return call('listUsers', { query: { pageSize: String(MEMBERS_PAGE_SIZE), ...given } }, signal);
    },
  });

const PROGRESS_EVERY_MS = 1000;
/** Null where nothing was handed over yet. */
export const handOverQuery = (userId: Member['id']) =>
  queryOptions({
    queryKey: ['hand-over', userId],
    queryFn: async ({ signal }) => {
      try {
        return (await call('getHandOver', { params: { userId } }, signal)).handOver;
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
    queryFn: async ({ signal }) => (await call('getUserImport', { params: { importId } }, signal)).import,
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
        'listUserImportRows',
        { params: { importId }, query: { after: String(pageParam), ...(status && { status }) } },
        signal,
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('listInvitations', { query: { pageSize: '100' } }, signal),
});

/** What waits for one's own signature. */
export const inboxQuery = queryOptions({
  queryKey: ['documents', 'inbox'],
  queryFn: ({ signal }) => call('listInbox', {}, signal),
  refetchInterval: 30_000,
});

export const documentsQuery = (query: ListQuery) => {
  const { cursor, ...filter } = query;
  const queryKey = ['documents', 'list', filter, cursor] as const;
  return queryOptions({
    queryKey,
    placeholderData: ofTheSameList(queryKey, 3),
    queryFn: ({ signal }) => call('listDocuments', { query }, signal),
    // Somebody may sign while the list is open; a page of it is cheap.
    refetchInterval: ({ state }) =>
      state.data?.documents.some((entry) => entry.status === 'in-progress') ? 15_000 : false,
  });
};

export const placementsQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'placements', id],
    queryFn: ({ signal }) => call('getDocumentPlacements', { params: { id } }, signal),
    // The upload never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `step` counts who has signed: attachments come with the signatures. */
export const attachmentsQuery = (id: string, step: number) =>
  queryOptions({
    queryKey: ['documents', 'attachments', id, step],
    queryFn: async ({ signal }) => (await call('listAttachments', { params: { id } }, signal)).attachments,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: async ({ signal }) => (await call('getDocument', { params: { id } }, signal)).document,
  });

/** The newest save of each draft from this tab. */
export const savesUnderWay = new Map<string, Promise<unknown>>();

/** As it was last saved; read anew each time the page is opened, after what this tab is still saving. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['drafts', id],
    queryFn: async ({ signal }) => {
      await savesUnderWay.get(id)?.catch(() => undefined);
      return (await call('getDraft', { params: { id } }, signal)).draft;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Asked every three seconds where events do not come by themselves; the page shows anew what it changes. */
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

/** The certificates behind the signatures; none before somebody has signed. */
export const certificatesQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['documents', 'certificates', id],
    queryFn: async ({ signal }) => (await call('listCertificates', { params: { id } }, signal)).certificates,
    enabled,
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

/** Of the last hours; as text, as the address takes it. */
export const keyUsageQuery = (keyId: string, hours: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage', hours],
    queryFn: async ({ signal }) =>
      (await call('getApiKeyUsage', { params: { keyId }, query: { hours } }, signal)).usage,
    staleTime: 0,
  });

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await call('listWebhooks', {}, signal)).webhooks,
});

export const webhookQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', integrationId],
    queryFn: async ({ signal }) => (await call('getWebhook', { params: { integrationId } }, signal)).webhook,
  });

export type DeliveryFilter = Pick<NonNullable<RequestOf<'listWebhookDeliveries'>['query']>, 'state' | 'event'>;

/** What waits for its next attempt may go out any moment. */
export const deliveriesQuery = (integrationId: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', integrationId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listWebhookDeliveries',
        { params: { integrationId }, query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some((delivery) => delivery.state === 'pending')) === true
        ? 3000
        : 15_000,
  });

export type DeadLetterFilter = Pick<
  NonNullable<RequestOf<'listDeadLetters'>['query']>,
  'integrationId' | 'event' | 'from' | 'to'
>;

export const deadLettersQuery = (filter: DeadLetterFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'given-up', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listDeadLetters', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pagination.nextCursor,
  });

export const templatesQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['templates', 'list', page, search],
    placeholderData: ofTheSameList(['templates', 'list', page, search], 2),
    queryFn: ({ signal }) =>
      call(
        'listTemplates',
        { query: { page: String(page), ...(search === '' ? {} : { search }) } },
        signal,
      ) as Promise<{
        // Answers carry what requests may leave out.
        templates: TemplateListEntry[];
        pagination: AnswerOf<'listTemplates'>['pagination'];
      }>,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: async ({ signal }) => (await call('getTemplate', { params: { id } }, signal)).template as Template,
  });

export const packagesQuery = (page: number, status: PackageStatus | undefined) =>
  queryOptions({
    queryKey: ['packages', 'list', page, status],
    placeholderData: ofTheSameList(['packages', 'list', page, status], 2),
    queryFn: ({ signal }) =>
      call('listPackages', { query: { page: String(page), ...(status === undefined ? {} : { status }) } }, signal),
  });

/** While it is out, asked for again now and then. */
const PACKAGE_EVERY_MS = 5000;
export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: ['packages', id],
    queryFn: async ({ signal }) => (await call('getPackage', { params: { id } }, signal)).package,
    refetchInterval: (query) => (query.state.data?.status === 'in-progress' ? PACKAGE_EVERY_MS : false),
  });

/** While rows wait, asked for again; then it stands. */
const BULK_EVERY_MS = 1000;
export const bulkSendQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-sends', id],
    queryFn: async ({ signal }) => (await call('getBulkSend', { params: { id } }, signal)).bulkSend,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? BULK_EVERY_MS : false),
  });

export const bulkSendsQuery = (page: number) =>
  queryOptions({
    queryKey: ['bulk-sends', 'list', page],
    placeholderData: ofTheSameList(['bulk-sends', 'list', page], 2),
    queryFn: ({ signal }) => call('listBulkSends', { query: { page: String(page) } }, signal),
    refetchInterval: (query) =>
      query.state.data?.bulkSends.some(({ status }) => status === 'running') === true ? 2 * BULK_EVERY_MS : false,
  });

/** `seen` is how many had failed when it was asked: another number asks anew. */
export const failedRowsQuery = (id: string, seen: number) =>
  infiniteQueryOptions({
    queryKey: ['bulk-sends', id, 'failed', seen],
    placeholderData: ofTheSameList(['bulk-sends', id, 'failed', seen], 3),
    queryFn: ({ pageParam, signal }) =>
      call('listBulkSendRows', { params: { id }, query: { status: 'failed', after: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.pagination.nextAfter,
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

const SESSIONS_EVERY_MS = 3000;
/** How it goes on the devices that were handed over; asked again while the page is looked at. */
export const inPersonQuery = (documentId?: string) =>
  queryOptions({
    queryKey: ['in-person', documentId ?? 'live'],
    queryFn: async ({ signal }) =>
      (await call('listInPersonSessions', documentId === undefined ? {} : { query: { documentId } }, signal)).sessions,
    refetchInterval: SESSIONS_EVERY_MS,
  });
