/** What the pages that links in mails lead to have in common. */
import { Alert, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountLayout } from './AccountLayout.tsx';

/** The token stands behind the # of the link, so that it reaches no log of a server. Empty when the link was cut off. */
export const useLinkToken = (): string => useLocation({ select: ({ hash }) => hash });

/** A link that was cut off, is old or was used: what to do instead, as buttons. */
export function DeadLink({ title, text, children }: { title?: string; text: ReactNode; children?: ReactNode }) {
  return (
    <AccountLayout title={title ?? 'This link no longer works'}>
      <Stack gap="md">
        <Alert variant="light" color="gray" role="alert">
          {text}
        </Alert>
        {children}
      </Stack>
    </AccountLayout>
  );
}
