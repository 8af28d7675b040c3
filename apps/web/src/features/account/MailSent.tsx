import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconMailForward } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './Account.module.css';

type Props = {
  email: string;
  /** Sends the mail again. */
  again: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * The next step is in the person's mailbox. Does not reveal whether the address has an account, and neither does the
 * server.
 */
export function MailSent({ email, again, children }: Props) {
  const resend = useMutation({
    mutationFn: again,
    onSuccess: () => toastDone('Sent again', `Check the inbox of ${email}.`),
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
      <Text c="dimmed">No e-mail after a few minutes? Check your spam folder, or send it again.</Text>
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send it again
      </Button>
    </Stack>
  );
}
