import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
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
import { DialogForm } from '../../ui/DialogForm.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import rows from '../../ui/Rows.module.css';
import classes from './Security.module.css';

type Secret = AnswerOf<'setUpTwoFactor'>;

/** Reloads the second factors and the session, because changing second factors also affects the session. */
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
        {phrase(
          m.twoFactorSection.scanCodeWithAuthenticatorApp(<b>1.</b>, (text) => (
            <Anchor href={secret.otpauthUrl} underline="always">
              {text}
            </Anchor>
          )),
        )}
      </Text>
      <div className={classes['qr']}>
        <img src={secret.qrCode} alt={m.twoFactorSection.qrCodeForAuthenticatorApp} width={196} height={196} />
      </div>
      <Text fz="xs" c="dimmed">
        {m.twoFactorSection.ifCannotScanEnterKey}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Code className={classes['secret']}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        <CopyButton value={secret.secret}>
          {({ copied, copy }) => (
            <ActionIcon size="lg" color="ink" onClick={copy} aria-label={m.twoFactorSection.copyKey}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
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
      code: (value) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : m.twoFactorSection.enterSixDigitsAppShows),
    },
  });
  const verify = useMutation({
    mutationFn: ({ code }: typeof form.values) =>
      call(api.verifyTwoFactor, { body: { code: code.replace(/\s/g, '') } }),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
    onError: (error) => {
      form.setFieldValue('code', '');
      if (isCode(error, 'WRONG_CODE')) form.setErrors({ code: m.twoFactorSection.codeIncorrect });
    },
  });
  return (
    <DialogForm submit={form.onSubmit((values) => verify.mutate(values))}>
      <Stack gap="md">
        <SecretShown secret={secret} />
        <Text>{phrase(m.twoFactorSection.enterCodeAppShowsNow(<b>2.</b>))}</Text>
        {!isCode(verify.error, 'WRONG_CODE') && <FormError error={verify.error} />}
        <TextInput
          label={m.twoFactorSection.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={9}
          className="tabular"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <DialogActions close={close} isPending={verify.isPending}>
          {m.twoFactorSection.turnOn}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

function AppRow({ factors, setUp, disable }: { factors: TwoFactor; setUp: () => void; disable: () => void }) {
  const since = factors.totp.confirmed_at;
  return (
    <li>
      <span className={rows['rowIcon']} aria-hidden="true">
        <IconDeviceMobile size={20} stroke={1.6} />
      </span>
      <div className={rows['rowWords']}>
        <Text fw={580}>{m.twoFactorSection.authenticatorApp}</Text>
        <Text fz="xs" c="dimmed">
          {factors.totp.enabled
            ? since === null
              ? m.twoFactorSection.on
              : m.twoFactorSection.onSince(dayOf(since))
            : m.twoFactorSection.sixDigitCodeChangesEvery}
        </Text>
      </div>
      {factors.totp.enabled ? (
        <Button variant="default" size="xs" onClick={disable}>
          {m.twoFactorSection.turnOff}
        </Button>
      ) : (
        <Button size="xs" onClick={setUp}>
          {m.twoFactorSection.setUp}
        </Button>
      )}
    </li>
  );
}

function RecoveryRow({ left, renew, renewing }: { left: number; renew: () => void; renewing: boolean }) {
  return (
    <li>
      <span className={rows['rowIcon']} aria-hidden="true">
        <IconLifebuoy size={20} stroke={1.6} />
      </span>
      <div className={rows['rowWords']}>
        <Text fw={580}>{m.twoFactorSection.recoveryCodes}</Text>
        <Text fz="xs" c={left < 3 ? 'var(--cs-wait)' : 'dimmed'}>
          {(left < 3 ? m.twoFactorSection.fewLeft : m.twoFactorSection.ofTenLeft)(left)}
        </Text>
      </div>
      <Button variant="default" size="xs" loading={renewing} onClick={renew}>
        {m.twoFactorSection.createNewCodes}
      </Button>
    </li>
  );
}

function DisableDialog({ opened, close, disable }: { opened: boolean; close: () => void; disable: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={m.twoFactorSection.turnAppOff}>
      <Stack gap="md">
        <Text>{m.twoFactorSection.unlessHavePasskeySign}</Text>
        <DialogActions close={close} keep={labels.keepIt} isPending={false} act={disable} isFinal>
          {m.twoFactorSection.turnOff}
        </DialogActions>
      </Stack>
    </Modal>
  );
}

/**
 * Recovery codes, and a message to show after they are saved. On a phone, the message would otherwise cover the codes.
 */
type Shown = { codes: readonly string[]; say: () => void };

const sayOn = (): void =>
  toastDone(m.twoFactorSection.authenticatorAppTurnedOn, m.twoFactorSection.allOtherBrowsersSignedOut);

/** Provides the requests that this section sends, and opens the dialogs that follow them. */
function useFactors(show: (shown: Shown) => void) {
  const changed = useFactorsChanged();
  const setUp = useMutation({ mutationFn: () => call(api.setUpTwoFactor, {}), onError: toastError });
  const disable = useMutation({
    mutationFn: () => call(api.disableTwoFactor, {}),
    onSuccess: () => {
      toastDone(m.twoFactorSection.authenticatorAppTurnedOff);
      changed();
    },
    onError: toastError,
  });
  const renew = useMutation({
    mutationFn: () => call(api.renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => {
      show({
        codes: recoveryCodes,
        say: () => toastDone(m.twoFactorSection.newRecoveryCodes, m.twoFactorSection.oldOnesNoLongerWork),
      });
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
    <Section title={m.twoFactorSection.secondFactor} text={m.twoFactorSection.protectsAccountEvenIfPassword}>
      {error !== null && factors === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && factors === undefined && (
        <Skeleton height={44} role="status" aria-label={m.twoFactorSection.loadingSecondFactors} />
      )}
      {factors !== undefined && (
        <>
          {factors.requiredBy.length > 0 && !factors.enabled && (
            <Alert variant="light" mb="md">
              {m.twoFactorSection.requireOne(factors.requiredBy.length, factors.requiredBy.join(', '))}
            </Alert>
          )}
          <ul className={rows['rows']}>
            <AppRow factors={factors} setUp={() => setUp.mutate()} disable={() => setDisabling(true)} />
            {factors.enabled && (
              <RecoveryRow left={factors.recoveryCodesLeft} renewing={renew.isPending} renew={() => renew.mutate()} />
            )}
          </ul>
        </>
      )}
      <Modal opened={setUp.data !== undefined} onClose={setUp.reset} title={m.twoFactorSection.setUpAuthenticatorApp}>
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
