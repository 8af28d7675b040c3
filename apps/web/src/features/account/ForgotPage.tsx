import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { TextLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { isEmailAddress } from '../../ui/people.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MailSent } from './MailSent.tsx';
import classes from './Account.module.css';

const ask = (email: string) => call(api.forgotPassword, { body: { email } });

function ForgotForm({ done }: { done: (email: string) => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmailAddress(value) ? null : 'Enter the e-mail address you sign in with.') },
  });
  const forgot = useMutation({
    mutationFn: ({ email }: typeof form.values) => ask(email.trim()),
    onSuccess: (_answer, { email }) => done(email.trim()),
  });
  return (
    <form onSubmit={form.onSubmit((values) => forgot.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={forgot.error} />
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <Button type="submit" loading={forgot.isPending} fullWidth>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}

export function ForgotPage() {
  usePageTitle('Forgot password');
  const [email, setEmail] = useState<string | null>(null);
  return (
    <AccountLayout
      title={email === null ? 'Forgot your password?' : 'Check your inbox'}
      lead={email === null ? 'We send you a link to choose a new password.' : undefined}
    >
      {email === null ? (
        <ForgotForm done={setEmail} />
      ) : (
        <MailSent email={email} again={() => ask(email)}>
          <Text>
            If this address has an account, we sent it a link. The link works once, within 15 minutes. Until then, your
            old password works.
          </Text>
        </MailSent>
      )}
      <Text className={classes['foot']}>
        <TextLink to="/login" search={{}}>
          Back to sign-in
        </TextLink>
      </Text>
    </AccountLayout>
  );
}
