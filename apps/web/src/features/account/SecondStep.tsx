import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Session } from '../../api/queries.ts';
import { FormError } from '../../ui/FormError.tsx';
import { askPasskey, canUsePasskeys } from '../../api/passkeys.ts';
import { m } from './texts.ts';
import classes from './Account.module.css';

export type Method = 'totp' | 'passkey' | 'recovery-code';
const ALL: readonly Method[] = ['totp', 'passkey', 'recovery-code'];

/**
 * Returns the second factors listed in the response to the password. If the response lists none, returns all methods.
 */
export function methodsOf(error: unknown): readonly Method[] {
  const listed: unknown = error instanceof ApiError ? error.details['methods'] : undefined;
  const methods = Array.isArray(listed) ? ALL.filter((method) => listed.includes(method)) : [];
  return methods.length > 0 ? methods : ALL;
}

type Props = { methods: readonly Method[]; onSession: (session: Session) => void; again: () => void };

function PasskeyStep({ onSession }: Pick<Props, 'onSession'>) {
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await call(api.challengePasskey, {});
      return call(api.provePasskey, { body: { response: await askPasskey(options) } });
    },
    onSuccess: ({ session }) => session !== undefined && onSession(session),
  });
  return (
    <>
      <FormError error={prove.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        {m.secondStep.usePasskey}
      </Button>
    </>
  );
}

function CodeStep({ recovery, onSession, again }: { recovery: boolean } & Omit<Props, 'methods'>) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim().length < 6 ? m.secondStep.enterCompleteCode : null) },
  });
  const verify = useMutation({
    mutationFn: ({ code }: typeof form.values) => call(api.verifyTwoFactor, { body: { code: code.trim() } }),
    onSuccess: ({ session }) => session !== undefined && onSession(session),
    onError: (error) => (isCode(error, 'LOGIN_STEP_EXPIRED') ? again() : form.setFieldValue('code', '')),
  });
  return (
    <form onSubmit={form.onSubmit((values) => verify.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={verify.error} />
        <TextInput
          label={recovery ? m.secondStep.recoveryCode : m.secondStep.codeFromApp}
          description={recovery ? m.secondStep.oneOfTenRecoveryCodes : m.secondStep.sixDigits}
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoFocus
          className="tabular"
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={verify.isPending}>
          {m.secondStep.signIn}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Asks for the second factor once the correct password has been entered. After five minutes, the password must be
 * entered again.
 */
export function SecondStep({ methods, onSession, again }: Props) {
  const [recovery, setRecovery] = useState(!methods.includes('totp') && !methods.includes('passkey'));
  const passkey = methods.includes('passkey') && canUsePasskeys();
  const code = recovery || methods.includes('totp');
  return (
    <Stack gap="md">
      <Text>{m.secondStep.confirmWithSecondFactor}</Text>
      {passkey && !recovery && <PasskeyStep onSession={onSession} />}
      {passkey && code && !recovery && <Divider label={m.secondStep.or} />}
      {/* The key resets the form, so that an error with one method is not shown for another. */}
      {code && <CodeStep key={recovery ? 'recovery' : 'app'} recovery={recovery} onSession={onSession} again={again} />}
      <Text fz="xs">
        {methods.includes('recovery-code') && (
          <>
            <button type="button" className={classes['linkButton']} onClick={() => setRecovery(!recovery)}>
              {recovery ? m.secondStep.useAnotherMethod : m.secondStep.lostDevice}
            </button>
            {' · '}
          </>
        )}
        <button type="button" className={classes['linkButton']} onClick={again}>
          {m.secondStep.startAgain}
        </button>
      </Text>
    </Stack>
  );
}
