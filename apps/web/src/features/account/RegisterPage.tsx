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
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Account.module.css';

/** Maps the contract's field names to the form's fields. */
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
        <FounderFields form={form} about={m.registerPage.signersSeeInInvitation} />
        <Button type="submit" loading={register.isPending} fullWidth mt="xs">
          {m.registerPage.createAccount}
        </Button>
      </Stack>
    </form>
  );
}

export function RegisterPage() {
  usePageTitle(m.registerPage.createAccountText);
  const setup = useQuery(setupQuery);
  const [email, setEmail] = useState<string | null>(null);
  if (setup.data !== undefined && setup.data.registration !== 'open') {
    return (
      <AccountLayout title={m.registerPage.byInvitationOnly} lead={m.registerPage.installationDoesNotAllowPublic}>
        <Alert variant="light" title={m.registerPage.askForInvitation} mb="md">
          {m.registerPage.administratorOfOrganizationCanSend}
        </Alert>
        <ButtonLink to="/login" search={{}} variant="default" fullWidth>
          {m.registerPage.signInInstead}
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (email !== null) {
    return (
      <AccountLayout title={m.registerPage.checkInbox} lead={m.registerPage.oneMoreStep}>
        <MailSent email={email} again={() => call(api.resendVerification, { body: { email } })}>
          <Text>{m.registerPage.openLinkInBrowserWithin}</Text>
        </MailSent>
        <Text className={classes['foot']}>
          {m.registerPage.mistypedAddress}{' '}
          <button className={classes['linkButton']} type="button" onClick={() => setEmail(null)}>
            {m.registerPage.startAgain}
          </button>
        </Text>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title={m.registerPage.createAccountTitle} lead={m.registerPage.forAndOrganization}>
      <RegisterForm done={setEmail} />
      <Text className={classes['foot']}>
        {phrase(
          m.registerPage.alreadyHaveAccount((text) => (
            <TextLink to="/login" search={{}}>
              {text}
            </TextLink>
          )),
        )}
      </Text>
    </AccountLayout>
  );
}
