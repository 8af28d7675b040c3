import { Alert, Anchor, Button, Code, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconCopy, IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { TwoFactor } from './queries.ts';
import { sessionQuery, twoFactorQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import { Section } from '../../ui/Section.tsx';
import classes from './Settings.module.css';

type Secret = AnswerOf<'setUpTwoFactor'>;

/** A change of second factors also affects the session, so both are read again. */
export function useFactorsChanged(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const { queryKey } of [twoFactorQuery, sessionQuery]) void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['passkeys'] });
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
}

function SecretShown({ secret }: { secret: Secret }) {
  return (
    <>
      <Text>
        <b>1.</b> Scan this code with your authenticator app. On this device, open the{' '}
        <Anchor href={secret.otpauthUrl} underline="always">
          link to the app
        </Anchor>{' '}
        instead.
      </Text>
      <div className={classes['qr']}>
        <img src={secret.qrCode} alt="QR code for the authenticator app" width={196} height={196} />
      </div>
      <Text fz="xs" c="dimmed">
        If you cannot scan it, enter this key in the app:
      </Text>
      <Group gap={6} wrap="nowrap">
        <Code className={classes['secret']}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        <CopyButton value={secret.secret}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy} aria-label="Copy the key">
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}

type SetUpProps = { secret: Secret; close: () => void; done: (codes: readonly string[] | undefined) => void };

function SetUpForm({ secret, close, done }: SetUpProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (value) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : 'Enter the six digits the app shows.'),
    },
  });
  const verify = useMutation({
    mutationFn: ({ code }: typeof form.values) =>
      call(api.verifyTwoFactor, { body: { code: code.replace(/\s/g, '') } }),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
    onError: (error) => {
      form.setFieldValue('code', '');
      if (isCode(error, 'WRONG_CODE'))
        form.setErrors({ code: 'This code is incorrect. Enter the code that the app shows now.' });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => verify.mutate(values))} noValidate>
      <Stack gap="md">
        <SecretShown secret={secret} />
        <Text>
          <b>2.</b> Enter the code that the app shows now.
        </Text>
        {!isCode(verify.error, 'WRONG_CODE') && <FormError error={verify.error} />}
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={9}
          className="tabular"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <DialogActions close={close} isPending={verify.isPending}>
          Turn on
        </DialogActions>
      </Stack>
    </form>
  );
}

function AppRow({ factors, setUp, disable }: { factors: TwoFactor; setUp: () => void; disable: () => void }) {
  const since = factors.totp.confirmed_at;
  return (
    <li>
      <span className={classes['rowIcon']} aria-hidden="true">
        <IconDeviceMobile size={20} stroke={1.6} />
      </span>
      <div className={classes['rowWords']}>
        <Text fw={580}>Authenticator app</Text>
        <Text fz="xs" c="dimmed">
          {factors.totp.enabled
            ? `On${since === null ? '' : ` since ${dayOf(since)}`}`
            : 'A six-digit code that changes every 30 seconds'}
        </Text>
      </div>
      {factors.totp.enabled ? (
        <Button variant="default" size="xs" onClick={disable}>
          Turn off
        </Button>
      ) : (
        <Button size="xs" onClick={setUp}>
          Set up
        </Button>
      )}
    </li>
  );
}

function RecoveryRow({ left, renew, renewing }: { left: number; renew: () => void; renewing: boolean }) {
  return (
    <li>
      <span className={classes['rowIcon']} aria-hidden="true">
        <IconLifebuoy size={20} stroke={1.6} />
      </span>
      <div className={classes['rowWords']}>
        <Text fw={580}>Recovery codes</Text>
        <Text fz="xs" c={left < 3 ? 'var(--cs-wait)' : 'dimmed'}>
          {left} of 10 left{left < 3 ? '. Create new ones soon.' : ''}
        </Text>
      </div>
      <Button variant="default" size="xs" loading={renewing} onClick={renew}>
        Create new codes
      </Button>
    </li>
  );
}

function DisableDialog({ opened, close, disable }: { opened: boolean; close: () => void; disable: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Turn the app off?">
      <Stack gap="md">
        <Text>
          Unless you have a passkey, you then sign in with your password only, and your recovery codes are deleted.
          Organizations that require a second factor block access without one.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" onClick={disable}>
            Turn off
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Recovery codes, and a message shown after they are saved, because on a phone it would cover them. */
type Shown = { codes: readonly string[]; say: () => void };

const sayOn = (): void => toastDone('Authenticator app turned on', 'All other browsers are signed out.');

/** All requests of this section, and the dialogs that follow. */
function useFactors(show: (shown: Shown) => void) {
  const changed = useFactorsChanged();
  const setUp = useMutation({ mutationFn: () => call(api.setUpTwoFactor, {}), onError: toastError });
  const disable = useMutation({
    mutationFn: () => call(api.disableTwoFactor, {}),
    onSuccess: () => {
      toastDone('Authenticator app turned off');
      changed();
    },
    onError: toastError,
  });
  const renew = useMutation({
    mutationFn: () => call(api.renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => {
      show({ codes: recoveryCodes, say: () => toastDone('New recovery codes', 'The old ones no longer work.') });
      changed();
    },
    onError: toastError,
  });
  return { setUp, disable, renew, changed };
}

export function TwoFactorSection() {
  const { data: factors, error } = useQuery(twoFactorQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const [disabling, setDisabling] = useState(false);
  const { setUp, disable, renew, changed } = useFactors(setShown);
  const done = (fresh: readonly string[] | undefined) => {
    setUp.reset();
    changed();
    if (fresh === undefined) sayOn();
    else setShown({ codes: fresh, say: sayOn });
  };
  return (
    <Section title="Second factor" text="Protects your account even if your password is stolen.">
      {error !== null && factors === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && factors === undefined && (
        <Skeleton height={44} role="status" aria-label="Loading the second factors" />
      )}
      {factors !== undefined && (
        <>
          {factors.requiredBy.length > 0 && !factors.enabled && (
            <Alert variant="light" mb="md">
              {factors.requiredBy.join(', ')} {factors.requiredBy.length === 1 ? 'requires' : 'require'} one.
            </Alert>
          )}
          <ul className={classes['rows']}>
            <AppRow factors={factors} setUp={() => setUp.mutate()} disable={() => setDisabling(true)} />
            {factors.enabled && (
              <RecoveryRow left={factors.recoveryCodesLeft} renewing={renew.isPending} renew={() => renew.mutate()} />
            )}
          </ul>
        </>
      )}
      <Modal opened={setUp.data !== undefined} onClose={setUp.reset} title="Set up an authenticator app">
        {setUp.data !== undefined && <SetUpForm secret={setUp.data} close={setUp.reset} done={done} />}
      </Modal>
      <DisableDialog
        opened={disabling}
        close={() => setDisabling(false)}
        disable={() => {
          setDisabling(false);
          disable.mutate();
        }}
      />
      <RecoveryCodesDialog
        codes={shown?.codes ?? null}
        close={() => {
          setShown(null);
          shown?.say();
        }}
      />
    </Section>
  );
}
