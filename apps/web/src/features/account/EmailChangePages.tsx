/** A change of address, confirmed from the new address while signed in. */
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { profileQuery, sessionQuery } from '../../api/queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { LoginForm } from './LoginForm.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';

function Confirm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(api.confirmEmailChange, { body: { token } }),
    onSuccess: ({ profile }) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  if (isCode(confirm.error, 'MAIL_LINK_INVALID')) return <UsedConfirmation />;
  if (confirm.isSuccess) {
    return (
      <AccountLayout title="Your e-mail address was changed">
        <Text mb="md">
          You now sign in as <b>{confirm.data.profile.email}</b>. We sent an e-mail to the old address with a link that
          undoes the change within seven days.
        </Text>
        <ButtonLink to="/documents" search={{}} fullWidth>
          Go to documents
        </ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Confirm your new address" lead="You asked to change the e-mail address of your account.">
      <Stack gap="md">
        <FormError error={confirm.error} />
        <Text>You then sign in with the new address. Other browsers are signed out.</Text>
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Use this address
        </Button>
      </Stack>
    </AccountLayout>
  );
}

function UsedConfirmation() {
  return (
    <DeadLink text="A confirmation link works once, within 24 hours, and for the account that requested it. Your address has not changed. Request the change again under Security.">
      <ButtonLink to="/settings/security" fullWidth>
        Go to Security
      </ButtonLink>
    </DeadLink>
  );
}

export function ConfirmEmailPage() {
  usePageTitle('Confirm your new address');
  const token = useLinkToken();
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery, retry: false });
  if (token === '') return <UsedConfirmation />;
  if (session.isPending) {
    return (
      <AccountLayout title="Confirm your new address">
        <Loader size="sm" aria-label="Loading" />
      </AccountLayout>
    );
  }
  if (session.data !== undefined) return <Confirm token={token} />;
  return (
    <AccountLayout title="Confirm your new address" lead="Sign in with your current address first.">
      <LoginForm onSession={(begun) => queryClient.setQueryData(sessionQuery.queryKey, begun)} />
    </AccountLayout>
  );
}
