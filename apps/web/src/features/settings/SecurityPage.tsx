import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { organizationQuery, profileQuery, sessionQuery } from '../../api/queries.ts';
import type { Profile } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { isEmailAddress } from '../../ui/people.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword, NewPassword } from '../account/PasswordFields.tsx';
import { judgePassword, PASSWORD_MIN } from '../account/password.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { Section } from '../../ui/Section.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SuspendedSection } from './SuspendedSection.tsx';
import { TwoFactorSection } from './TwoFactorSection.tsx';
import section from '../../ui/Section.module.css';
import classes from './Settings.module.css';

function EmailForm({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => (isEmailAddress(value) ? null : 'Enter an e-mail address such as name@example.com.'),
    },
  });
  const change = useMutation({
    mutationFn: ({ email }: typeof form.values) => call(api.changeEmail, { body: { email: email.trim() } }),
    onSuccess: (_answer, { email }) => {
      toastDone('Check your new inbox', `The change takes effect when you open the link sent to ${email.trim()}.`);
      close();
    },
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={change.error} />
          <TextInput label="New address" type="email" autoComplete="email" autoFocus {...form.getInputProps('email')} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Send the link
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

function EmailSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  const resend = useMutation({
    mutationFn: () => call(api.resendVerification, { body: { email: profile.email } }),
    onSuccess: () => toastDone('Sent', `Open the link in the e-mail to ${profile.email}.`),
    onError: toastError,
  });
  return (
    <Section
      title="E-mail address"
      text="You sign in with it, and your signatures contain it."
      action={
        !changing && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
      narrow
    >
      <Group gap="sm" mb={changing || !profile.email_verified ? 'md' : 0}>
        <Text fw={580} className={classes['value']}>
          {profile.email}
        </Text>
        {profile.email_verified ? <Pill label="Confirmed" tone="done" /> : <Pill label="Not confirmed" tone="wait" />}
      </Group>
      {!profile.email_verified && !changing && (
        <Alert variant="light" color="gray">
          <Text mb="sm">
            Until you confirm it, you cannot sign documents without a link or create more organizations.
          </Text>
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send the link again
          </Button>
        </Alert>
      )}
      {changing && <EmailForm close={() => setChanging(false)} />}
    </Section>
  );
}

function PasswordForm({ profile, close }: { profile: Profile; close: () => void }) {
  const { data: organization } = useQuery(organizationQuery);
  const min = Math.max(PASSWORD_MIN, organization?.settings.password_min_length ?? 0);
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? 'Enter your current password.' : null),
      newPassword: (value) => (judgePassword(value, min).enough ? null : `Use at least ${min} characters.`),
    },
  });
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(api.changePassword, { body }),
    onSuccess: () => {
      toastDone('Password changed', 'All other browsers are signed out.');
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['currentPassword', 'newPassword'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={change.error} atFields />
        <input type="hidden" autoComplete="username" value={profile.email} readOnly />
        <CurrentPassword label="Current password" autoFocus {...form.getInputProps('currentPassword')} />
        <NewPassword
          label="New password"
          min={min}
          {...form.getInputProps('newPassword')}
          value={form.values.newPassword}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasswordSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Password"
      text="Changing it signs out all other browsers."
      action={
        !changing && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
      narrow
    >
      {changing ? <PasswordForm profile={profile} close={() => setChanging(false)} /> : undefined}
    </Section>
  );
}

/** Skips requests that are refused while the second factor is missing. */
function Account() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (error !== null && profile === undefined)
    return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  if (profile === undefined) return <Skeleton height={180} radius="lg" role="status" aria-label="Loading" />;
  return (
    <>
      <EmailSection profile={profile} />
      <PasswordSection profile={profile} />
    </>
  );
}

export function SecurityPage() {
  usePageTitle('Security');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const restricted = session.two_factor_required;
  return (
    <>
      <PageHeader title="Security" lead="Your password, second factors and sessions." />
      <div className={section['sections']}>
        {restricted ? (
          <Alert variant="light" title={`${session.organization.name} requires a second factor`} role="status">
            Set up an authenticator app or add a passkey to continue.
          </Alert>
        ) : (
          <Account />
        )}
        {!restricted && <SuspendedSection />}
        <TwoFactorSection />
        <PasskeysSection />
        {!restricted && <SessionsSection />}
      </div>
    </>
  );
}
