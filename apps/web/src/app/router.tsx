/** All routes of the app in one table. Pages are loaded when they are first opened. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { ApiError } from '@countersign/client';
import { onReturn } from '@countersign/ui-kit/connection';
import { useEffect, useEffectEvent } from 'react';
import { BASE } from '../api/environment.ts';
import { sessionQuery } from '../api/queries.ts';
import { parseListState } from '../features/documents/list-state.ts';
import { ConnectionBanner } from '../features/frame/ConnectionBanner.tsx';
import { Frame } from '../features/frame/Frame.tsx';
import { NoSuchPage, NotFound } from '../features/frame/NotFound.tsx';
import { PageLoader } from '../ui/PageLoader.tsx';
import { parsePackagesSearch } from '../features/packages/search.ts';
import { parseStatisticsSearch } from '../features/statistics/search.ts';
import { parseEventSearch } from '../features/security-events/search.ts';
import { parseDeadLetterSearch, parseLogSearch } from '../features/webhooks/search.ts';
import { ButtonLink } from '../ui/links.tsx';
import { ErrorView } from '../ui/ErrorView.tsx';
import { firstPage, lazyPage } from './lazy-page.ts';
import { parseSearch, safeNext, stringifySearch } from './url.ts';
import { common } from '../ui/common.ts';

function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const retry = () => {
    void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    reset();
    void router.invalidate();
  };
  const again = useEffectEvent(retry);
  useEffect(() => (error instanceof ApiError && error.status === 0 ? onReturn(() => again()) : undefined), [error]);
  return (
    <ErrorView error={error} retry={retry}>
      <ButtonLink to="/documents" search={{}} variant="default">
        {common.goToDocuments}
      </ButtonLink>
    </ErrorView>
  );
}

function Root() {
  return (
    <>
      <ConnectionBanner />
      <Outlet />
    </>
  );
}

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NoSuchPage,
});

/**
 * The parent of all pages that require a session. Without a session, it redirects to the sign-in page, which returns to
 * the requested page afterwards.
 */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) {
        redirect({
          to: '/login',
          search: location.href === '/' ? {} : { next: location.href },
          replace: true,
          throw: true,
        });
      }
      throw error;
    });
    // The organization requires a second factor that this person has not set up. The server would refuse all other
    // requests, so the page for setting up a second factor is opened.
    if (session.two_factor_required && location.pathname !== '/settings/security')
      redirect({ to: '/settings/security', replace: true, throw: true });
  },
});

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyPage(() => import('../features/home/HomePage.tsx'), 'HomePage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyPage(() => import('../features/account/LoginPage.tsx'), 'LoginPage'),
  validateSearch: (search): { next?: string } =>
    search['next'] === undefined ? {} : { next: safeNext(search['next']) },
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyPage(() => import('../features/account/SetupPage.tsx'), 'SetupPage'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyPage(() => import('../features/account/RegisterPage.tsx'), 'RegisterPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyPage(() => import('../features/account/ForgotPage.tsx'), 'ForgotPage'),
});

/** The routes for links in e-mails. The token follows the #. */
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyPage(() => import('../features/account/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyPage(() => import('../features/account/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const changeEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/change-email',
  component: lazyPage(() => import('../features/account/EmailChangePages.tsx'), 'ConfirmEmailPage'),
});

const undoEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/undo-email-change',
  component: lazyPage(() => import('../features/account/RecoverPage.tsx'), 'RecoverPage'),
});

const recoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/recover',
  component: lazyPage(() => import('../features/account/RecoverPage.tsx'), 'RecoverPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('../features/account/InvitationPage.tsx'), 'InvitationPage'),
});

const ssoConfirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso-confirm',
  component: lazyPage(() => import('../features/account/SsoConfirmPage.tsx'), 'SsoConfirmPage'),
});

const switchAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/switch-account',
  component: lazyPage(() => import('../features/account/SwitchAccountPage.tsx'), 'SwitchAccountPage'),
});

const signedInAgainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in-again',
  component: lazyPage(() => import('../features/account/SwitchAccountPage.tsx'), 'SignedInAgainPage'),
});

/** The route for links that open a draft for preparation in a frame of another application. */
const prepareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prepare',
  component: lazyPage(() => import('../features/prepare/PreparePage.tsx'), 'PreparePage'),
});

const documentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents',
  component: firstPage(() => import('../features/documents/DocumentsPage.tsx'), 'DocumentsPage'),
  validateSearch: parseListState,
});

const newDocumentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/new',
  component: lazyPage(() => import('../features/upload/NewDocumentPage.tsx'), 'NewDocumentPage'),
});

const documentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/$id',
  component: lazyPage(() => import('../features/document/DocumentPage.tsx'), 'DocumentPage'),
});

const sendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/$id/send',
  component: lazyPage(() => import('../features/send/SendPage.tsx'), 'SendPage'),
});

/** The signing page redirects to this route if a recipient must verify their own account. */
const signWithAccountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/sign-with-account/$id',
  component: lazyPage(() => import('../features/account/SignWithAccountPage.tsx'), 'SignWithAccountPage'),
});

const inPersonRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/in-person',
  component: lazyPage(() => import('../features/in-person/InPersonPage.tsx'), 'InPersonPage'),
  validateSearch: (search): { document?: string } =>
    typeof search['document'] === 'string' ? { document: search['document'] } : {},
});

const templatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates',
  component: lazyPage(() => import('../features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  validateSearch: (search): { q?: string } => (typeof search['q'] === 'string' ? { q: search['q'] } : {}),
});

const templateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id',
  component: lazyPage(() => import('../features/templates/TemplatePage.tsx'), 'TemplatePage'),
});

const newBulkSendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id/bulk-send',
  component: lazyPage(() => import('../features/bulk-send/NewBulkSendPage.tsx'), 'NewBulkSendPage'),
});

const publicLinksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id/public-links',
  component: lazyPage(() => import('../features/templates/PublicLinksPage.tsx'), 'PublicLinksPage'),
});

const bulkSendsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/bulk-sends',
  component: lazyPage(() => import('../features/bulk-send/BulkSendsPage.tsx'), 'BulkSendsPage'),
});

const bulkSendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/bulk-sends/$id',
  component: lazyPage(() => import('../features/bulk-send/BulkSendPage.tsx'), 'BulkSendPage'),
});

const packagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/packages',
  component: lazyPage(() => import('../features/packages/PackagesPage.tsx'), 'PackagesPage'),
  validateSearch: parsePackagesSearch,
});

const packageRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/packages/$id',
  component: lazyPage(() => import('../features/packages/PackagePage.tsx'), 'PackagePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  component: lazyPage(() => import('../features/frame/SettingsLayout.tsx'), 'SettingsLayout'),
});

const settingsHomeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => redirect({ to: '/settings/profile', replace: true, throw: true }),
});

const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'profile',
  component: lazyPage(() => import('../features/account/ProfilePage.tsx'), 'ProfilePage'),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'security',
  component: lazyPage(() => import('../features/security/SecurityPage.tsx'), 'SecurityPage'),
});

const organizationRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'organization',
  component: lazyPage(() => import('../features/organization/OrganizationPage.tsx'), 'OrganizationPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  component: lazyPage(() => import('../features/organization/MembersPage.tsx'), 'MembersPage'),
});

const importMembersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members/import',
  component: lazyPage(() => import('../features/organization/ImportPage.tsx'), 'ImportPage'),
  validateSearch: (search): { id?: string } => (typeof search['id'] === 'string' ? { id: search['id'] } : {}),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'single-sign-on',
  component: lazyPage(() => import('../features/single-sign-on/SingleSignOnPage.tsx'), 'SingleSignOnPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'billing',
  component: lazyPage(() => import('../features/billing/BillingPage.tsx'), 'BillingPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'api-keys',
  component: lazyPage(() => import('../features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
});

/** The route whose URL a program displays together with a code (RFC 8628). The URL can contain the code after the #. */
const deviceRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/device',
  component: lazyPage(() => import('../features/api-keys/DevicePage.tsx'), 'DevicePage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks',
  component: lazyPage(() => import('../features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
});

const deadLettersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks/given-up',
  component: lazyPage(() => import('../features/webhooks/DeadLettersPage.tsx'), 'DeadLettersPage'),
  validateSearch: parseDeadLetterSearch,
});

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks/$id',
  component: lazyPage(() => import('../features/webhooks/WebhookPage.tsx'), 'WebhookPage'),
  validateSearch: parseLogSearch,
});

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit-log',
  component: lazyPage(() => import('../features/audit-log/AuditLogPage.tsx'), 'AuditLogPage'),
});

const logStateRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit-log/state',
  component: lazyPage(() => import('../features/audit-log/LogStatePage.tsx'), 'LogStatePage'),
});

const retentionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'retention',
  component: lazyPage(() => import('../features/retention/RetentionPage.tsx'), 'RetentionPage'),
});

const dataProtectionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'data-protection',
  component: lazyPage(() => import('../features/register/RegisterPage.tsx'), 'RegisterPage'),
});

const dataRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'data',
  component: lazyPage(() => import('../features/data-export/DataPage.tsx'), 'DataPage'),
});

const incidentsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'incidents',
  component: lazyPage(() => import('../features/incidents/IncidentsPage.tsx'), 'IncidentsPage'),
});

const incidentRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'incidents/$id',
  component: lazyPage(() => import('../features/incidents/IncidentPage.tsx'), 'IncidentPage'),
});

const securityEventsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'security-events',
  component: lazyPage(() => import('../features/security-events/SecurityEventsPage.tsx'), 'SecurityEventsPage'),
  validateSearch: parseEventSearch,
});

const backupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'backups',
  component: lazyPage(() => import('../features/backups/BackupsPage.tsx'), 'BackupsPage'),
});

const systemRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'system',
  component: lazyPage(() => import('../features/system/SystemPage.tsx'), 'SystemPage'),
});

const mailboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/mailbox',
  component: lazyPage(() => import('../features/mailbox/MailboxPage.tsx'), 'MailboxPage'),
  validateSearch: (search): { mail?: string } => (typeof search['mail'] === 'string' ? { mail: search['mail'] } : {}),
});

const statisticsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/statistics',
  component: lazyPage(() => import('../features/statistics/StatisticsPage.tsx'), 'StatisticsPage'),
  validateSearch: parseStatisticsSearch,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  setupRoute,
  registerRoute,
  forgotRoute,
  verifyEmailRoute,
  resetPasswordRoute,
  recoverRoute,
  changeEmailRoute,
  undoEmailRoute,
  invitationRoute,
  ssoConfirmRoute,
  switchAccountRoute,
  signedInAgainRoute,
  prepareRoute,
  frameRoute.addChildren([
    homeRoute,
    documentsRoute,
    newDocumentRoute,
    documentRoute,
    sendRoute,
    templatesRoute,
    templateRoute,
    newBulkSendRoute,
    publicLinksRoute,
    bulkSendsRoute,
    bulkSendRoute,
    packagesRoute,
    packageRoute,
    inPersonRoute,
    signWithAccountRoute,
    deviceRoute,
    settingsRoute.addChildren([
      settingsHomeRoute,
      dataRoute,
      incidentsRoute,
      incidentRoute,
      systemRoute,
      backupsRoute,
      auditLogRoute,
      logStateRoute,
      retentionRoute,
      dataProtectionRoute,
      securityEventsRoute,
      profileRoute,
      securityRoute,
      organizationRoute,
      membersRoute,
      importMembersRoute,
      billingRoute,
      apiKeysRoute,
      singleSignOnRoute,
      webhooksRoute,
      deadLettersRoute,
      webhookRoute,
    ]),
    statisticsRoute,
    mailboxRoute,
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    // The sandbox is the same app with a path prefix.
    basepath: BASE === '' ? '/' : BASE,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: PageLoader,
    defaultPendingMs: 300,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
