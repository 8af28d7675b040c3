import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { sessionQuery } from '../../api/queries.ts';
import { showTimesIn } from '../../ui/time.ts';
import { StepUpDialog } from '../settings/StepUp.tsx';
import { UploadProvider } from '../upload/UploadProvider.tsx';
import { SandboxBar } from './SandboxBar.tsx';
import { TopBar } from './TopBar.tsx';
import { useGoKeys } from './use-go-keys.ts';
import classes from './Frame.module.css';

/** What stands around every page behind the login. A PDF may be dropped on any of them. */
export function Frame() {
  useGoKeys();
  const { data: session } = useSuspenseQuery(sessionQuery);
  // Before anything below reads a time.
  showTimesIn(session.time_zone);
  return (
    <UploadProvider>
      <a className={classes['skip']} href="#content">
        Skip to content
      </a>
      <TopBar />
      <SandboxBar />
      <main id="content" tabIndex={-1} className={classes['content']}>
        <Outlet />
      </main>
      <StepUpDialog />
      <VisuallyHidden id="route-announcer" aria-live="polite" />
    </UploadProvider>
  );
}
