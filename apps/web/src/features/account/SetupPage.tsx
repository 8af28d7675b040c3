import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { explain, faultsByField } from '../../api/errors.ts';
import { sessionQuery, setupQuery } from '../../api/queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { isEmailAddress } from '../../ui/people.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { judgePassword, PASSWORD_MIN } from './password.ts';
import { PasswordMeter } from './PasswordMeter.tsx';

const FIELDS = ['organization', 'name', 'email', 'password'] as const;

const useSetupForm = () =>
  useForm({
    initialValues: { organization: '', name: '', email: '', password: '' },
    validate: {
      organization: (value) => (value.trim() === '' ? 'Enter the name that signers will see.' : null),
      name: (value) => (value.trim() === '' ? 'Enter your name.' : null),
      email: (value) => (isEmailAddress(value) ? null : 'Enter an e-mail address such as name@example.com.'),
      password: (value) => (judgePassword(value).enough ? null : `Use at least ${PASSWORD_MIN} characters.`),
    },
  });

function SetupForm({ token }: { token: string }) {
  const form = useSetupForm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const setup = useMutation({
    mutationFn: ({ organization, name, email, password }: typeof form.values) =>
      call('setup', {
        body: { token, organization: organization.trim(), name: name.trim(), email: email.trim(), password },
      }),
    onSuccess: async ({ session }) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await navigate({ to: '/documents', search: {}, replace: true });
    },
    onError: (error) => form.setErrors(faultsByField(error, FIELDS)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => setup.mutate(values))} noValidate>
      <Stack gap="md">
        {setup.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(setup.error).detail}
          </Alert>
        )}
        <TextInput
          label="Organization"
          description="Signers see it in the invitation and on the certificate."
          autoComplete="organization"
          autoFocus
          {...form.getInputProps('organization')}
        />
        <Divider />
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <div>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            aria-describedby="password-meter"
            {...form.getInputProps('password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          />
          <PasswordMeter password={form.values.password} id="password-meter" />
        </div>
        <Button type="submit" loading={setup.isPending} fullWidth mt="xs">
          Set up Countersign
        </Button>
      </Stack>
    </form>
  );
}

export function SetupPage() {
  usePageTitle('Set up');
  const token = useLocation({ select: ({ hash }) => hash });
  const setup = useQuery(setupQuery);
  if (setup.data?.needed === false) {
    return (
      <AccountLayout title="Already set up" lead="This installation has its owner. Log in instead.">
        <ButtonLink to="/login" search={{}} fullWidth>
          Log in
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (token === '') {
    return (
      <AccountLayout
        title="The link is not whole"
        lead="What proves that you may set this installation up stands behind the # of the link."
      >
        <Alert variant="light" title="Open the whole link">
          The server printed it when it started: …/setup# and a long word. Copy all of it. Lost it? Restart the server:
          it prints a new one.
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Set up Countersign" lead="You become the owner of this installation.">
      <SetupForm token={token} />
    </AccountLayout>
  );
}
