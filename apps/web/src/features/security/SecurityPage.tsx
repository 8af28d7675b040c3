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
import { CurrentPassword, NewPassword } from '../../ui/PasswordFields.tsx';
import { judgePassword, PASSWORD_MIN } from '../../ui/password.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { Section } from '../../ui/Section.tsx';
import { useUnsaved } from '../../ui/UnsavedSections.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SuspendedSection } from './SuspendedSection.tsx';
import { TwoFactorSection } from './TwoFactorSection.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import section from '../../ui/Section.module.css';
import classes from '../../ui/Rows.module.css';

function EmailForm({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => (isEmailAddress(value) ? null : m.securityPage.enterEMailAddress),
    },
  });
  useUnsaved(m.securityPage.eMailAddress, form.isDirty());
  const change = useMutation({
    mutationFn: ({ email }: typeof form.values) => call(api.changeEmail, { body: { email: email.trim() } }),
    onSuccess: (_answer, { email }) => {
      toastDone(m.securityPage.checkNewInbox, m.securityPage.changeTakesEffectWhenOpen(email.trim()));
      close();
    },
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={change.error} />
          <TextInput
            label={m.securityPage.newAddress}
            type="email"
            autoComplete="email"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {m.securityPage.sendLink}
            </Button>
            <Button variant="default" onClick={close}>
              {labels.cancel}
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
    onSuccess: () => toastDone(labels.sent, m.securityPage.openLinkInEMail(profile.email)),
    onError: toastError,
  });
  return (
    <Section
      title={m.securityPage.eMailAddress}
      text={m.securityPage.signInWithAndSignatures}
      action={
        !changing && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {labels.change}
          </Button>
        )
      }
      narrow
    >
      <Group gap="sm" mb={changing || !profile.email_verified ? 'md' : 0}>
        <Text fw={580} className={classes['value']}>
          {profile.email}
        </Text>
        {profile.email_verified ? (
          <Pill label={m.securityPage.confirmed} tone="done" />
        ) : (
          <Pill label={m.securityPage.notConfirmed} tone="wait" />
        )}
      </Group>
      {!profile.email_verified && !changing && (
        <Alert variant="light" color="gray">
          <Text mb="sm">{m.securityPage.untilConfirmCannotSignDocuments}</Text>
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {m.securityPage.sendLinkAgain}
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
      currentPassword: (value) => (value === '' ? m.securityPage.enterCurrentPassword : null),
      newPassword: (value) => (judgePassword(value, min).enough ? null : m.securityPage.useAtLeastCharacters(min)),
    },
  });
  useUnsaved(labels.password, form.isDirty());
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(api.changePassword, { body }),
    onSuccess: () => {
      toastDone(m.securityPage.passwordChanged, m.securityPage.allOtherBrowsersSignedOut);
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['currentPassword', 'newPassword'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={change.error} atFields />
        <input type="hidden" autoComplete="username" value={profile.email} readOnly />
        <CurrentPassword label={m.securityPage.currentPassword} autoFocus {...form.getInputProps('currentPassword')} />
        <NewPassword
          label={m.securityPage.newPassword}
          min={min}
          {...form.getInputProps('newPassword')}
          value={form.values.newPassword}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {m.securityPage.changePassword}
          </Button>
          <Button variant="default" onClick={close}>
            {labels.cancel}
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
      title={labels.password}
      text={m.securityPage.changingSignsOutAllOther}
      action={
        !changing && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {labels.change}
          </Button>
        )
      }
      narrow
    >
      {changing ? <PasswordForm profile={profile} close={() => setChanging(false)} /> : undefined}
    </Section>
  );
}

/** Does not send requests that the server would refuse while the second factor is missing. */
function Account() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (error !== null && profile === undefined)
    return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  if (profile === undefined) return <Skeleton height={180} radius="lg" role="status" aria-label={common.loading} />;
  return (
    <>
      <EmailSection profile={profile} />
      <PasswordSection profile={profile} />
    </>
  );
}

export function SecurityPage() {
  usePageTitle(m.securityPage.security);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const restricted = session.two_factor_required;
  return (
    <>
      <PageHeader title={m.securityPage.security} lead={m.securityPage.passwordSecondFactorsAndSessions} />
      <div className={section['sections']}>
        {restricted ? (
          <Alert variant="light" title={m.securityPage.requiresSecondFactor(session.organization.name)} role="status">
            {m.securityPage.setUpAuthenticatorApp}
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
