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
import { m } from './texts.ts';
import classes from './Account.module.css';

const ask = (email: string) => call(api.forgotPassword, { body: { email } });

function ForgotForm({ done }: { done: (email: string) => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmailAddress(value) ? null : m.forgotPage.enterEMailAddressSign) },
  });
  const forgot = useMutation({
    mutationFn: ({ email }: typeof form.values) => ask(email.trim()),
    onSuccess: (_answer, { email }) => done(email.trim()),
  });
  return (
    <form onSubmit={form.onSubmit((values) => forgot.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={forgot.error} />
        <TextInput
          label={m.forgotPage.eMail}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={forgot.isPending} fullWidth>
          {m.forgotPage.sendMeLink}
        </Button>
      </Stack>
    </form>
  );
}

export function ForgotPage() {
  usePageTitle(m.forgotPage.forgotPassword);
  const [email, setEmail] = useState<string | null>(null);
  return (
    <AccountLayout
      title={email === null ? m.forgotPage.forgotPasswordTitle : m.forgotPage.checkInbox}
      lead={email === null ? m.forgotPage.weSendLinkToChoose : undefined}
    >
      {email === null ? (
        <ForgotForm done={setEmail} />
      ) : (
        <MailSent email={email} again={() => ask(email)}>
          <Text>{m.forgotPage.ifAddressHasAccountWe}</Text>
        </MailSent>
      )}
      <Text className={classes['foot']}>
        <TextLink to="/login" search={{}}>
          {m.forgotPage.backToSignIn}
        </TextLink>
      </Text>
    </AccountLayout>
  );
}
