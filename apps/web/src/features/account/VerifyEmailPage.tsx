import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../../ui/PasswordFields.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { methodsOf, SecondStep } from './SecondStep.tsx';
import { useSessionStart } from './use-session-start.ts';
import { m } from './texts.ts';

const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.faults.some((fault) => fault.code === 'password_required');

/**
 * The address is confirmed by a click and never by just opening the page, because mail programs open links to scan
 * them.
 */
function VerifyForm({ token }: { token: string }) {
  const start = useSessionStart();
  const [asked, setAsked] = useState(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (asked && value === '' ? m.verifyEmailPage.enterPasswordChose : null) },
  });
  const verify = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      call(api.verifyEmail, { body: { token, ...(password === '' ? {} : { password }) } }),
    onSuccess: ({ session }) => start(session),
    onError: (error) => {
      if (asksForPassword(error)) setAsked(true);
    },
  });
  if (isCode(verify.error, 'MAIL_LINK_INVALID')) return <UsedLink />;
  if (isCode(verify.error, 'SECOND_STEP_REQUIRED')) {
    return (
      <AccountLayout title={m.verifyEmailPage.confirmEMailAddress}>
        <SecondStep methods={methodsOf(verify.error)} onSession={(session) => start(session)} again={verify.reset} />
      </AccountLayout>
    );
  }
  if (isCode(verify.error, 'ACCOUNT_EXISTS')) {
    return (
      <DeadLink title={m.verifyEmailPage.alreadyHaveAccount} text={m.verifyEmailPage.addressAlreadyVerified}>
        <LoginButton />
      </DeadLink>
    );
  }
  return (
    <AccountLayout
      title={m.verifyEmailPage.confirmEMailAddress}
      lead={asked ? m.verifyEmailPage.notBrowserInWhichRegistered : m.verifyEmailPage.lastStep}
    >
      <form onSubmit={form.onSubmit((values) => verify.mutate(values))} noValidate>
        <Stack gap="md">
          {!asksForPassword(verify.error) && <FormError error={verify.error} />}
          {asked ? (
            <>
              <Text>{m.verifyEmailPage.forSecurityEnterPasswordChose}</Text>
              <CurrentPassword autoFocus {...form.getInputProps('password')} />
            </>
          ) : (
            <Text>{m.verifyEmailPage.confirmsAddressYoursAndRequested}</Text>
          )}
          <Button type="submit" loading={verify.isPending} fullWidth>
            {m.verifyEmailPage.confirmAndContinue}
          </Button>
        </Stack>
      </form>
    </AccountLayout>
  );
}

const LoginButton = () => (
  <ButtonLink to="/login" search={{}} fullWidth>
    {m.verifyEmailPage.signIn}
  </ButtonLink>
);

function UsedLink() {
  return (
    <DeadLink text={m.verifyEmailPage.eachLinkWorksOnceWithin}>
      <LoginButton />
      <ButtonLink to="/register" variant="default" fullWidth>
        {m.verifyEmailPage.registerAgain}
      </ButtonLink>
    </DeadLink>
  );
}

export function VerifyEmailPage() {
  usePageTitle(m.verifyEmailPage.confirmEMailAddress);
  const token = useLinkToken();
  return token === '' ? <UsedLink /> : <VerifyForm token={token} />;
}
