import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { sessionQuery, setupQuery } from '../../api/queries.ts';
import { safeNext } from '../../app/url.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';

const route = getRouteApi('/login');

function LoginForm() {
  const { next } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your e-mail address.' : null),
      password: (value) => (value === '' ? 'Enter your password.' : null),
    },
  });
  const login = useMutation({
    mutationFn: (values: typeof form.values) =>
      call('login', { body: { email: values.email.trim(), password: values.password } }),
    onSuccess: async ({ session }) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.push(safeNext(next));
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <form onSubmit={form.onSubmit((values) => login.mutate(values))} noValidate>
      <Stack gap="md">
        {login.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(login.error).detail}
          </Alert>
        )}
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
        <Button type="submit" loading={login.isPending} fullWidth mt="xs">
          Log in
        </Button>
      </Stack>
    </form>
  );
}

export function LoginPage() {
  usePageTitle('Log in');
  const setup = useQuery(setupQuery);
  const { next } = route.useSearch();
  if (setup.data?.needed === true) {
    return (
      <AccountLayout title="Not set up yet" lead="This installation still waits for its first owner.">
        <Alert variant="light" title="Use the setup link">
          The server printed it when it started; it begins with this address and ends in /setup#… Open it, and you
          choose your organization, e-mail and password there. Lost it? Restart the server: it prints a new one.
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Log in" lead={next === undefined ? 'Welcome back.' : 'Log in to go on where you were.'}>
      <LoginForm />
    </AccountLayout>
  );
}
