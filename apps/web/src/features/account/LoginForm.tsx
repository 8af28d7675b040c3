import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { IconBuildingFortress, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import type { Session } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { isEmailAddress } from '../../ui/people.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../../ui/PasswordFields.tsx';
import { askPasskey, canUsePasskeys } from '../../api/passkeys.ts';
import { type Method, methodsOf, SecondStep } from './SecondStep.tsx';
import { m } from './texts.ts';

type Props = {
  onSession: (session: Session) => void;
  /**
   * The address of the account that must sign in, if a link determines it. Otherwise, people enter the address or sign
   * in without a password.
   */
  email?: string;
  /** The page to open after single sign-on, during which the browser leaves this page. */
  next?: string;
};

/** The current step. After a correct password, the person uses one of the listed methods as the second factor. */
type Step = { kind: 'password' } | { kind: 'second'; methods: readonly Method[] };

function PasskeyLogin({ onSession }: Pick<Props, 'onSession'>) {
  const login = useMutation({
    mutationFn: async () => {
      const { options } = await call(api.passkeyLoginOptions, {});
      return call(api.loginWithPasskey, { body: { response: await askPasskey(options) } });
    },
    onSuccess: ({ session }) => onSession(session),
  });
  return (
    <>
      <FormError error={login.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} />}
        loading={login.isPending}
        onClick={() => login.mutate()}
      >
        {m.loginForm.signInWithPasskey}
      </Button>
    </>
  );
}

/** Signs in through an organization's identity provider, which is found by the domain of the address. */
function CompanyLogin({ email, next, ask }: { email: string; next: string | undefined; ask: () => void }) {
  const discover = useMutation({
    mutationFn: () => call(api.discoverSingleSignOn, { body: { email } }),
    onSuccess: ({ url }) => {
      if (url === null) return;
      const target = new URL(url, globalThis.location.href);
      if (next !== undefined) target.searchParams.set('to', BASE + next);
      globalThis.location.assign(target);
    },
  });
  const unknown = discover.data?.url === null;
  return (
    <>
      <FormError error={discover.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconBuildingFortress size={18} />}
        loading={discover.isPending}
        onClick={() => (isEmailAddress(email) ? discover.mutate() : ask())}
        aria-describedby={unknown ? 'no-sso' : undefined}
      >
        {m.loginForm.signInWithSingleSign}
      </Button>
      {unknown && (
        <p id="no-sso" role="status" style={{ margin: 0, color: 'var(--cs-soft)' }}>
          {m.loginForm.addressDoesNotUseSingle}
        </p>
      )}
    </>
  );
}

/** The sign-in form, which is shown on the sign-in page and on pages opened from e-mails. */
export function LoginForm({ onSession, email, next }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const form = useForm({
    initialValues: { email: email ?? '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? m.loginForm.enterEMailAddress : null),
      password: (value) => (value === '' ? m.loginForm.enterPassword : null),
    },
  });
  const login = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(api.login, { body: { email: values.email.trim(), password: values.password } }),
    onSuccess: ({ session }) => onSession(session),
    onError: (error) => {
      form.setFieldValue('password', '');
      if (isCode(error, 'SECOND_STEP_REQUIRED')) setStep({ kind: 'second', methods: methodsOf(error) });
    },
  });
  if (step.kind === 'second') {
    const again = () => {
      login.reset();
      setStep({ kind: 'password' });
    };
    return <SecondStep methods={step.methods} onSession={onSession} again={again} />;
  }
  const askForAddress = () => form.setFieldError('email', m.loginForm.enterWorkEMailAddress);
  return (
    <Stack gap="md">
      <form onSubmit={form.onSubmit((values) => login.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={login.error} />
          <TextInput
            label={m.loginForm.eMail}
            type="email"
            autoComplete="username"
            readOnly={email !== undefined}
            autoFocus={email === undefined}
            {...form.getInputProps('email')}
          />
          <div>
            <CurrentPassword autoFocus={email !== undefined} {...form.getInputProps('password')} />
            <TextLink to="/forgot" fz="xs" mt={6} display="inline-block">
              {m.loginForm.forgotPassword}
            </TextLink>
          </div>
          <Button type="submit" loading={login.isPending} fullWidth>
            {m.loginForm.signIn}
          </Button>
        </Stack>
      </form>
      <Divider label={m.loginForm.or} />
      {canUsePasskeys() && <PasskeyLogin onSession={onSession} />}
      <CompanyLogin email={form.values.email.trim()} next={next} ask={askForAddress} />
    </Stack>
  );
}
