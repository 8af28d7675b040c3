/** The app, which is loaded while its first requests are in progress. */
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { hasBearer } from './api/client.ts';
import { documentsQuery, sessionQuery } from './api/queries.ts';
import { colorSchemeManager } from './app/color-scheme.ts';
import type { Early } from './app/first-requests.ts';
import { publishNonce, styleNonce } from './app/nonce.ts';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { cssVariablesResolver, theme } from './app/theme.ts';
import { toListQuery } from './features/documents/list-state.ts';
import { deferred } from './ui/deferred.tsx';

const Notifications = deferred(async () => (await import('./ui/notifications.ts')).Notifications);

/** Removes the initial content of index.html in the same frame that shows the page. */
function FirstLookEnds() {
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  return null;
}

const MAX_FIRST_CHECK_MS = 5000;

export function show(early: Early): void {
  publishNonce();
  const queryClient = makeQueryClient(() => {
    // A page that was opened with a link for preparing a draft has no session, and shows its own message when access
    // ends.
    if (hasBearer()) return;
    // The route guards request the session again. If there is none, they redirect to the sign-in page, which returns to
    // this page afterwards.
    queryClient.removeQueries({ queryKey: ['session'] });
    void router.invalidate();
  });
  const router = makeRouter(queryClient);
  // If this request fails, the code that needs its response resends it.
  const { session } = early;
  if (session !== null)
    void queryClient.prefetchQuery({ ...sessionQuery, queryFn: async () => (await session).session, retry: false });
  if (early.documents !== null) {
    const { state, answer } = early.documents;
    void queryClient.prefetchQuery({ ...documentsQuery(toListQuery(state)), queryFn: () => answer, retry: false });
  }
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const start = (): void => {
    if (started) return;
    started = true;
    createRoot(root).render(
      <StrictMode>
        <DirectionProvider>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            colorSchemeManager={colorSchemeManager}
            defaultColorScheme="auto"
            getStyleNonce={styleNonce}
          >
            <QueryClientProvider client={queryClient}>
              <Notifications position="bottom-right" limit={4} transitionDuration={160} />
              <FirstLookEnds />
              <RouterProvider router={router} />
            </QueryClientProvider>
          </MantineProvider>
        </DirectionProvider>
      </StrictMode>,
    );
  };
  // The initial content of index.html stays until the first page can replace it, for a limited time. After that, the
  // page shows its own loading state.
  let started = false;
  setTimeout(start, MAX_FIRST_CHECK_MS);
  router.load().then(start, start);
}
