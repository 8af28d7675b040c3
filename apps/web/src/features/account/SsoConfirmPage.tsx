import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { useSessionStart } from './use-session-start.ts';

const LoginButton = () => (
  <ButtonLink to="/login" search={{}} fullWidth>
    Sign in
  </ButtonLink>
);

/**
 * The first sign-in by single sign-on at an organization that has not verified the address's domain. The owner of the
 * mailbox confirms it.
 */
export function SsoConfirmPage() {
  usePageTitle('Confirm your single sign-on');
  const token = useLinkToken();
  const start = useSessionStart();
  const confirm = useMutation({
    mutationFn: () => call(api.confirmSingleSignOn, { body: { token } }),
    onSuccess: ({ session }) => start(session),
  });
  if (token === '' || isCode(confirm.error, 'MAIL_LINK_INVALID')) {
    return (
      <DeadLink text="This link works once and expires soon. Sign in through single sign-on again to get a new link.">
        <LoginButton />
      </DeadLink>
    );
  }
  if (isCode(confirm.error, 'ANOTHER_BROWSER')) {
    return (
      <DeadLink
        title="This is a different browser"
        text="Open the link in the browser in which you started the sign-in, or sign in again in this one."
      >
        <LoginButton />
      </DeadLink>
    );
  }
  return (
    <AccountLayout title="Was it you?" lead="Someone signed in with your address through an identity provider.">
      <Stack gap="md">
        <FormError error={confirm.error} />
        <Text>
          If it was you, confirm it. The provider can then sign you in. If it was not you, close this page. Nothing
          changes.
        </Text>
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Yes, it was me
        </Button>
      </Stack>
    </AccountLayout>
  );
}
