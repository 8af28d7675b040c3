/** Confirms a change of address with the link sent to the new address, while the person is signed in. */
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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { phrase } from '../../ui/phrase.ts';

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
      <AccountLayout title={m.emailChangePages.eMailAddressChanged}>
        <Text mb="md">{phrase(m.emailChangePages.nowSignIn(<b>{confirm.data.profile.email}</b>))}</Text>
        <ButtonLink to="/documents" search={{}} fullWidth>
          {common.goToDocuments}
        </ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title={m.emailChangePages.confirmNewAddress} lead={m.emailChangePages.askedToChangeEMail}>
      <Stack gap="md">
        <FormError error={confirm.error} />
        <Text>{m.emailChangePages.signInWithNewAddress}</Text>
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {m.emailChangePages.useAddress}
        </Button>
      </Stack>
    </AccountLayout>
  );
}

function UsedConfirmation() {
  return (
    <DeadLink text={m.emailChangePages.confirmationLinkWorksOnceWithin}>
      <ButtonLink to="/settings/security" fullWidth>
        {m.emailChangePages.goToSecurity}
      </ButtonLink>
    </DeadLink>
  );
}

export function ConfirmEmailPage() {
  usePageTitle(m.emailChangePages.confirmNewAddress);
  const token = useLinkToken();
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery, retry: false });
  if (token === '') return <UsedConfirmation />;
  if (session.isPending) {
    return (
      <AccountLayout title={m.emailChangePages.confirmNewAddress}>
        <Loader size="sm" aria-label={common.loading} />
      </AccountLayout>
    );
  }
  if (session.data !== undefined) return <Confirm token={token} />;
  return (
    <AccountLayout title={m.emailChangePages.confirmNewAddress} lead={m.emailChangePages.signInWithCurrentAddress}>
      <LoginForm onSession={(begun) => queryClient.setQueryData(sessionQuery.queryKey, begun)} />
    </AccountLayout>
  );
}
