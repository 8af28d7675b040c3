import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconMailForward } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toastDone, toastError } from '../../ui/toast.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Account.module.css';

type Props = {
  email: string;
  again: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * Tells people to continue in their mailbox. Neither this page nor the server reveals whether the address has an
 * account.
 */
export function MailSent({ email, again, children }: Props) {
  const resend = useMutation({
    mutationFn: again,
    onSuccess: () => toastDone(labels.sentAgain, m.mailSent.checkInbox(email)),
    onError: toastError,
  });
  return (
    <Stack gap="md">
      <div className={classes['sent']}>
        <IconMailForward size={22} stroke={1.7} aria-hidden="true" />
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
      <div role="status">{children}</div>
      <Text c="dimmed">{m.mailSent.noEMailAfterFew}</Text>
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        {m.mailSent.sendAgain}
      </Button>
    </Stack>
  );
}
