/** Shared by the pages that links in e-mails open. */
import { Alert, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountLayout } from './AccountLayout.tsx';
import { m } from './texts.ts';

/** The token is after the # of the link, so that it reaches no server log. Empty if the link was truncated. */
export const useLinkToken = (): string => useLocation({ select: ({ hash }) => hash });

/** For a truncated, expired or used link: alternatives as buttons. */
export function DeadLink({ title, text, children }: { title?: string; text: ReactNode; children?: ReactNode }) {
  return (
    <AccountLayout title={title ?? m.mailLink.linkNoLongerWorks}>
      <Stack gap="md">
        <Alert variant="light" color="gray" role="alert">
          {text}
        </Alert>
        {children}
      </Stack>
    </AccountLayout>
  );
}
