/** Every address of the app, in one table. Pages load when they are first opened. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { ApiError } from '../api/errors.ts';
import { sessionQuery } from '../api/queries.ts';
import { DocumentsPage } from '../features/documents/DocumentsPage.tsx';
import { parseListState } from '../features/documents/list-state.ts';
import { Frame } from '../features/frame/Frame.tsx';
import { NotFound } from '../features/frame/NotFound.tsx';
import { PageLoader } from '../features/frame/PageLoader.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { ErrorView } from '../ui/ErrorView.tsx';
import { parseSearch, safeNext, stringifySearch } from './url.ts';

function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const retry = () => {
    void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    reset();
    void router.invalidate();
  };
  return (
    <ErrorView error={error} retry={retry}>
      <ButtonLink to="/documents" search={{}} variant="default">
        Go to documents
      </ButtonLink>
    </ErrorView>
  );
}

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

/** Everything behind the login. Without a session: to the login page, and back here afterwards. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    await context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
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
  },
});

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: () => redirect({ to: '/documents', search: {}, replace: true, throw: true }),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('../features/account/LoginPage.tsx'), 'LoginPage'),
  validateSearch: (search): { next?: string } =>
    search['next'] === undefined ? {} : { next: safeNext(search['next']) },
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('../features/account/SetupPage.tsx'), 'SetupPage'),
});

const documentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents',
  component: DocumentsPage,
  validateSearch: parseListState,
});

const newDocumentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/new',
  component: lazyRouteComponent(() => import('../features/upload/NewDocumentPage.tsx'), 'NewDocumentPage'),
});

const documentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/$id',
  component: lazyRouteComponent(() => import('../features/document/DocumentPage.tsx'), 'DocumentPage'),
});

const sendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/documents/$id/send',
  component: lazyRouteComponent(() => import('../features/send/SendPage.tsx'), 'SendPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/api-keys',
  component: lazyRouteComponent(() => import('../features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
});

const mailboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/mailbox',
  component: lazyRouteComponent(() => import('../features/mailbox/MailboxPage.tsx'), 'MailboxPage'),
  validateSearch: (search): { mail?: string } => (typeof search['mail'] === 'string' ? { mail: search['mail'] } : {}),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  setupRoute,
  frameRoute.addChildren([
    homeRoute,
    documentsRoute,
    newDocumentRoute,
    documentRoute,
    sendRoute,
    apiKeysRoute,
    mailboxRoute,
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
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
