import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { publishNonce, styleNonce } from './app/nonce.ts';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { cssVariablesResolver, theme } from './app/theme.ts';

publishNonce();

const queryClient = makeQueryClient(() => {
  // The route guards ask for the session again, find none, and lead to the login page, which leads back here.
  queryClient.removeQueries({ queryKey: ['session'] });
  void router.invalidate();
});
const router = makeRouter(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} transitionDuration={160} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
