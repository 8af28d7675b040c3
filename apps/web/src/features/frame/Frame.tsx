import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { sessionQuery } from '../../api/queries.ts';
import { showTimesIn } from '../../ui/zone.ts';
import { expectProver } from '../../api/step-up.ts';
import { type ReactNode, useEffect } from 'react';
import { showLanguage } from '../../api/language.ts';
import { ENVIRONMENT } from '../../api/environment.ts';
import { deferred } from '../../ui/deferred.tsx';
import { UploadProvider } from '../upload/UploadProvider.tsx';
import { TopBar } from './TopBar.tsx';
import { useGoKeys } from './use-go-keys.ts';
import { m } from './texts.ts';
import classes from './Frame.module.css';

const StepUpDialog = deferred(async () => (await import('./StepUp.tsx')).StepUpDialog);
const DeletionBar = deferred(async () => (await import('./DeletionBar.tsx')).DeletionBar);
const SandboxBar = deferred(async () => (await import('./SandboxBar.tsx')).SandboxBar);

/** The layout of every signed-in page. A PDF may be dropped on any of them. */
export function Frame({ children = <Outlet /> }: { children?: ReactNode }) {
  useGoKeys();
  useEffect(expectProver, []);
  const { data: session } = useSuspenseQuery(sessionQuery);
  // Before any component formats a time.
  showTimesIn(session.time_zone);
  useEffect(() => showLanguage(session.locale), [session.locale]);
  return (
    <UploadProvider>
      <a className={classes['skip']} href="#content">
        {m.frame.skipToContent}
      </a>
      <TopBar />
      {ENVIRONMENT === 'sandbox' && <SandboxBar />}
      <DeletionBar />
      <main id="content" tabIndex={-1} className={classes['content']}>
        {children}
      </main>
      <StepUpDialog />
      <VisuallyHidden id="route-announcer" aria-live="polite" />
    </UploadProvider>
  );
}
