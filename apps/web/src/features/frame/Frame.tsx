import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../../api/queries.ts';
import { showTimesIn } from '../../ui/zone.ts';
import { expectProver } from '../../api/step-up.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { showLanguage } from '../../api/language.ts';
import { ENVIRONMENT } from '../../api/environment.ts';
import { deferred } from '../../ui/deferred.tsx';
import { useKey, useKeys } from '../../ui/keys.ts';
import { UploadProvider } from '../upload/UploadProvider.tsx';
import type { Opened } from './Commands.tsx';
import { TopBar } from './TopBar.tsx';
import { m } from './texts.ts';
import classes from './Frame.module.css';

const Commands = deferred(async () => (await import('./Commands.tsx')).Commands);
const StepUpDialog = deferred(async () => (await import('./StepUp.tsx')).StepUpDialog);
const DeletionBar = deferred(async () => (await import('./DeletionBar.tsx')).DeletionBar);
const SandboxBar = deferred(async () => (await import('./SandboxBar.tsx')).SandboxBar);

/** The layout of every signed-in page. A PDF can be dropped on any page. */
export function Frame({ children = <Outlet /> }: { children?: ReactNode }) {
  const [opened, open] = useState<Opened>(null);
  const navigate = useNavigate();
  const show = (next: Opened) => () => {
    open(next);
    return true;
  };
  useKeys();
  useKey('palette', show('palette'));
  useKey('keys', show('keys'));
  useKey('newDocument', () => {
    void navigate({ to: '/documents/new' });
    return true;
  });
  useEffect(expectProver, []);
  const { data: session } = useSuspenseQuery(sessionQuery);
  // The time zone is set before any component formats a time.
  showTimesIn(session.time_zone);
  useEffect(() => showLanguage(session.locale), [session.locale]);
  return (
    <UploadProvider>
      <a className={classes['skip']} href="#content">
        {m.frame.skipToContent}
      </a>
      <TopBar find={show('palette')} />
      {ENVIRONMENT === 'sandbox' && <SandboxBar />}
      <DeletionBar />
      <main id="content" tabIndex={-1} className={classes['content']}>
        {children}
      </main>
      <Commands opened={opened} open={open} />
      <StepUpDialog />
      <VisuallyHidden id="route-announcer" aria-live="polite" />
    </UploadProvider>
  );
}
