/** Code shared by the pages that are opened from e-mails. */
import { Alert, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountLayout } from './AccountLayout.tsx';
import { m } from './texts.ts';

/** The token follows the # in the link, so it never appears in a server log. Empty if the link was truncated. */
export const useLinkToken = (): string => useLocation({ select: ({ hash }) => hash });

/** Shown for a truncated, expired or used link. Buttons offer alternatives. */
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
