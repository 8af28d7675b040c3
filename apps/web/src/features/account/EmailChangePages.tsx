/** A change of address, confirmed from the new one while signed in. */
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { profileQuery, sessionQuery } from '../../api/queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from './Fields.tsx';
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
      <AccountLayout title="Your address is changed">
        <Text mb="md">
          From now on you log in as <b>{confirm.data.profile.email}</b>. The old address got a mail with which the
          change can be taken back for seven days.
        </Text>
        <ButtonLink to="/documents" search={{}} fullWidth>
          Go to documents
        </ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Confirm your new address" lead="You asked to change the address of your account.">
      <Stack gap="md">
        <FormError error={confirm.error} />
        <Text>
          You log in with the new address from then on. Other browsers in which you are logged in are logged out.
        </Text>
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Use this address
        </Button>
      </Stack>
    </AccountLayout>
  );
}

function UsedConfirmation() {
  return (
    <DeadLink text="A link to confirm an address works once, for 24 hours, and in the account that asked for it. Your address is as it was; ask for the change again under Security.">
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
    <AccountLayout title="Confirm your new address" lead="Log in first, with the address you have had so far.">
      <LoginForm onSession={(begun) => queryClient.setQueryData(sessionQuery.queryKey, begun)} />
    </AccountLayout>
  );
}
