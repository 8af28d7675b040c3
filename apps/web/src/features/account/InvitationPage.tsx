import { Alert, Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { daysUntil } from '../../ui/time.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { NewPassword } from '../../ui/PasswordFields.tsx';
import { LoginForm } from './LoginForm.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { judgePassword, PASSWORD_MIN } from '../../ui/password.ts';
import { useSessionStart } from './use-session-start.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { phrase } from '../../ui/phrase.ts';

type Preview = AnswerOf<'previewInvitation'>['invitation'];
type Props = { invitation: Preview; token: string };

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await call(api.previewInvitation, { body: { token } }, signal)).invitation,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Accepts an invitation without an existing account. The link has already verified the address. */
function JoinAnew({ invitation, token }: Props) {
  const start = useSessionStart();
  const form = useForm({
    initialValues: { name: invitation.name ?? '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? m.invitationPage.enterName : null),
      password: (value) => (judgePassword(value).enough ? null : m.invitationPage.useAtLeastCharacters(PASSWORD_MIN)),
    },
  });
  const register = useMutation({
    mutationFn: ({ name, password }: typeof form.values) =>
      call(api.register, { body: { email: invitation.email, name: name.trim(), password, invitationToken: token } }),
    onSuccess: ({ session }) => session !== undefined && start(session),
    onError: (error) => form.setErrors(faultsByField(error, ['name', 'password'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => register.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={register.error} atFields />
        <TextInput label={m.invitationPage.eMail} value={invitation.email} readOnly autoComplete="username" />
        <TextInput
          label={m.invitationPage.yourName}
          autoComplete="name"
          autoFocus
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <NewPassword {...form.getInputProps('password')} value={form.values.password} />
        <Button type="submit" loading={register.isPending} fullWidth mt="xs">
          {m.invitationPage.join(invitation.organization)}
        </Button>
      </Stack>
    </form>
  );
}

/** Accepts an invitation with the signed-in account, which must be the invited one. */
function JoinAs({ session, invitation, token }: Props & { session: Session }) {
  const start = useSessionStart();
  const queryClient = useQueryClient();
  const accept = useMutation({
    mutationFn: () => call(api.acceptInvitation, { body: { token } }),
    onSuccess: (answer) => start(answer.session),
  });
  const logout = useMutation({
    mutationFn: () => call(api.logout, {}),
    onSuccess: () => queryClient.resetQueries({ queryKey: sessionQuery.queryKey }),
  });
  const other = session.user.email.toLowerCase() !== invitation.email.toLowerCase();
  if (other) {
    return (
      <Stack gap="md">
        <Alert variant="light" color="gray">
          {phrase(m.invitationPage.signedInAsButInvitation(<b>{session.user.email}</b>, <b>{invitation.email}</b>))}
        </Alert>
        <FormError error={logout.error} />
        <Button fullWidth loading={logout.isPending} onClick={() => logout.mutate()}>
          {m.invitationPage.signOutAndContinue}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <FormError error={accept.error} />
      <Text>{phrase(m.invitationPage.signedIn(<b>{session.user.email}</b>))}</Text>
      <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {m.invitationPage.join(invitation.organization)}
      </Button>
    </Stack>
  );
}

function Join({ invitation, token }: Props) {
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery, retry: false });
  if (session.isPending) return <Loader size="sm" aria-label={common.loading} />;
  if (session.data !== undefined) return <JoinAs session={session.data} invitation={invitation} token={token} />;
  if (!invitation.has_account) return <JoinAnew invitation={invitation} token={token} />;
  return (
    <Stack gap="md">
      <Text>{m.invitationPage.alreadyHaveAccount}</Text>
      <LoginForm
        email={invitation.email}
        onSession={(begun) => queryClient.setQueryData(sessionQuery.queryKey, begun)}
      />
    </Stack>
  );
}

export function InvitationPage() {
  usePageTitle(m.invitationPage.invitation);
  const token = useLinkToken();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token));
  if (token === '' || isCode(error, 'MAIL_LINK_INVALID')) {
    return (
      <DeadLink title={m.invitationPage.invitationNoLongerWorks} text={m.invitationPage.invitationLinkWorksOnceWithin}>
        <ButtonLink to="/login" search={{}} variant="default" fullWidth>
          {m.invitationPage.signIn}
        </ButtonLink>
      </DeadLink>
    );
  }
  if (error !== null) return <ErrorView error={error} retry={() => void refetch()} />;
  if (invitation === undefined) {
    return (
      <AccountLayout title={m.invitationPage.invitation}>
        <Loader size="sm" aria-label={common.loading} />
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title={m.invitationPage.join(invitation.organization)}
      lead={
        <>
          {(invitation.role === 'admin' ? m.invitationPage.invitesAdministrator : m.invitationPage.invitesMember)(
            invitation.invited_by,
            daysUntil(invitation.expires_at, new Date()),
          )}
        </>
      }
    >
      <Join invitation={invitation} token={token} />
    </AccountLayout>
  );
}
