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
import { m } from './texts.ts';

const LoginButton = () => (
  <ButtonLink to="/login" search={{}} fullWidth>
    {m.ssoConfirmPage.signIn}
  </ButtonLink>
);

/**
 * Handles a person's first single sign-on to an organization that has not verified the domain of the person's address.
 * The owner of the mailbox must confirm the sign-in.
 */
export function SsoConfirmPage() {
  usePageTitle(m.ssoConfirmPage.confirmSingleSign);
  const token = useLinkToken();
  const start = useSessionStart();
  const confirm = useMutation({
    mutationFn: () => call(api.confirmSingleSignOn, { body: { token } }),
    onSuccess: ({ session }) => start(session),
  });
  if (token === '' || isCode(confirm.error, 'MAIL_LINK_INVALID')) {
    return (
      <DeadLink text={m.ssoConfirmPage.linkWorksOnceAndExpires}>
        <LoginButton />
      </DeadLink>
    );
  }
  if (isCode(confirm.error, 'ANOTHER_BROWSER')) {
    return (
      <DeadLink title={m.ssoConfirmPage.differentBrowser} text={m.ssoConfirmPage.openLinkInBrowser}>
        <LoginButton />
      </DeadLink>
    );
  }
  return (
    <AccountLayout title={m.ssoConfirmPage.wasItYou} lead={m.ssoConfirmPage.someoneSignedInWithAddress}>
      <Stack gap="md">
        <FormError error={confirm.error} />
        <Text>{m.ssoConfirmPage.ifConfirm}</Text>
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {m.ssoConfirmPage.yesMe}
        </Button>
      </Stack>
    </AccountLayout>
  );
}
