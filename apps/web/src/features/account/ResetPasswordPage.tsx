import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { faultsByField, isCode } from '../../api/errors.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError, NewPassword } from './Fields.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { judgePassword, PASSWORD_MIN } from './password.ts';

function ResetForm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => (judgePassword(value).enough ? null : `Use at least ${PASSWORD_MIN} characters.`),
    },
  });
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) => call('resetPassword', { body: { token, password } }),
    // Every session has ended, the one of this browser too.
    onSuccess: () => queryClient.clear(),
    onError: (error) => form.setErrors(faultsByField(error, ['password'])),
  });
  if (isCode(reset.error, 'MAIL_LINK_INVALID')) return <UsedLink />;
  if (reset.isSuccess) {
    return (
      <AccountLayout title="Your password is changed" lead="Everybody who was logged in to your account is logged out.">
        <ButtonLink to="/login" search={{}} fullWidth>
          Log in with the new one
        </ButtonLink>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Choose a new password">
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={reset.error} atFields />
          <NewPassword
            label="New password"
            autoFocus
            {...form.getInputProps('password')}
            value={form.values.password}
          />
          <Text c="dimmed">
            All browsers in which you are logged in are logged out. If somebody else was in your account,{' '}
            <Link to="/recover" hash={token}>
              review it first
            </Link>
            .
          </Text>
          <Button type="submit" loading={reset.isPending} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
    </AccountLayout>
  );
}

function UsedLink() {
  return (
    <DeadLink text="A link to choose a new password works once and for 15 minutes. Have another one sent; your password has not been changed.">
      <ButtonLink to="/forgot" fullWidth>
        Send me another link
      </ButtonLink>
    </DeadLink>
  );
}

export function ResetPasswordPage() {
  usePageTitle('Choose a new password');
  const token = useLinkToken();
  return token === '' ? <UsedLink /> : <ResetForm token={token} />;
}
