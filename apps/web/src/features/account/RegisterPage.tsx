import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { setupQuery } from './queries.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { FounderFields, useFounderForm } from './FounderFields.tsx';
import { MailSent } from './MailSent.tsx';
import classes from './Account.module.css';

/** The contract's field names, and those of the form. */
const FIELDS = ['organizationName', 'name', 'email', 'password'] as const;

function RegisterForm({ done }: { done: (email: string) => void }) {
  const form = useFounderForm();
  const register = useMutation({
    mutationFn: ({ organization, ...person }: typeof form.values) =>
      call(api.register, { body: { organizationName: organization, ...person } }),
    onSuccess: (_answer, { email }) => done(email),
    onError: (error) => {
      const { organizationName, ...others } = faultsByField(error, FIELDS);
      form.setErrors({ ...others, ...(organizationName !== undefined && { organization: organizationName }) });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => register.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={register.error} atFields />
        <FounderFields form={form} about="Signers see it in the invitation. You can use your own name." />
        <Button type="submit" loading={register.isPending} fullWidth mt="xs">
          Create account
        </Button>
      </Stack>
    </form>
  );
}

export function RegisterPage() {
  usePageTitle('Create an account');
  const setup = useQuery(setupQuery);
  const [email, setEmail] = useState<string | null>(null);
  if (setup.data !== undefined && setup.data.registration !== 'open') {
    return (
      <AccountLayout title="By invitation only" lead="This installation does not allow public registration.">
        <Alert variant="light" title="Ask for an invitation" mb="md">
          An administrator of your organization can send you an invitation. Its link lets you create an account.
        </Alert>
        <ButtonLink to="/login" search={{}} variant="default" fullWidth>
          Sign in instead
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (email !== null) {
    return (
      <AccountLayout title="Check your inbox" lead="One more step.">
        <MailSent email={email} again={() => call(api.resendVerification, { body: { email } })}>
          <Text>Open the link in this browser within 48 hours to create your account and organization.</Text>
        </MailSent>
        <Text className={classes['foot']}>
          Mistyped the address?{' '}
          <button className={classes['linkButton']} type="button" onClick={() => setEmail(null)}>
            Start again
          </button>
        </Text>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Create an account" lead="For you and your organization.">
      <RegisterForm done={setEmail} />
      <Text className={classes['foot']}>
        Already have an account?{' '}
        <TextLink to="/login" search={{}}>
          Sign in
        </TextLink>
      </Text>
    </AccountLayout>
  );
}
