/** Asks for proof of identity when an operation requires it. */
import { Button, Divider, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import * as api from '@countersign/client/operations';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { call } from '../../api/client.ts';
import { sessionQuery, twoFactorQuery } from '../../api/queries.ts';
import { GivenUp, provideProof } from '../../api/step-up.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../../ui/PasswordFields.tsx';
import { askPasskey, canUsePasskeys } from '../../api/passkeys.ts';
import { m } from './menu-texts.ts';
import { common } from '../../ui/common.ts';

type Waiting = { proved: () => void; given: () => void };

type ProofProps = { done: () => void; cancel: () => void };

function PasskeyProof({ done }: Pick<ProofProps, 'done'>) {
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await call(api.challengePasskey, {});
      return call(api.provePasskey, { body: { response: await askPasskey(options) } });
    },
    onSuccess: done,
  });
  return (
    <>
      <FormError error={prove.error} />
      <Button
        leftSection={<IconFingerprint size={18} />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
        data-autofocus
      >
        {m.stepUp.usePasskey}
      </Button>
      <Divider label={m.stepUp.or} />
    </>
  );
}

function PasswordProof({ coded, done, cancel }: ProofProps & { coded: boolean }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? m.stepUp.enterPassword : null),
      code: (value) => (coded && value.trim().length < 6 ? m.stepUp.enterCodeFromApp : null),
    },
  });
  const prove = useMutation({
    mutationFn: ({ password, code }: typeof form.values) =>
      call(api.stepUp, { body: { password, ...(coded ? { code: code.trim() } : {}) } }),
    onSuccess: done,
    onError: () => form.setValues({ code: '', ...(coded ? {} : { password: '' }) }),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => prove.mutate(values))}>
      <Stack gap="md">
        <FormError error={prove.error} />
        <input type="hidden" autoComplete="username" value={session.user.email} readOnly />
        <CurrentPassword data-autofocus {...form.getInputProps('password')} />
        {coded && (
          <TextInput
            label={m.stepUp.code}
            description={m.stepUp.fromAuthenticatorAppOrRecovery}
            autoComplete="one-time-code"
            className="tabular"
            {...form.getInputProps('code')}
          />
        )}
        <DialogActions close={cancel} isPending={prove.isPending}>
          {m.stepUp.continue}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

/** For a single sign-on session, the identity provider authenticates the person again in a separate tab. */
function ProviderProof({ done, cancel, address }: ProofProps & { address: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <Stack gap="md">
      <Text c="dimmed">{m.stepUp.changeAffectsSecurity}</Text>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noopener"
        variant={opened ? 'default' : 'filled'}
        onClick={() => setOpened(true)}
        data-autofocus
      >
        {m.stepUp.signInAgainInNew}
      </Button>
      <DialogActions close={cancel} isPending={false} isDisabled={!opened} act={done}>
        {m.stepUp.iHaveSignedInAgain}
      </DialogActions>
    </Stack>
  );
}

function Proof(props: ProofProps) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { method, organization } = session;
  if (method !== 'saml' && method !== 'oidc') return <OwnProof {...props} />;
  return (
    <ProviderProof {...props} address={`/api/auth/${method}/${organization.id}/login?fresh=1&to=/signed-in-again`} />
  );
}

function OwnProof({ done, cancel }: ProofProps) {
  const { data: factors, isPending } = useQuery(twoFactorQuery);
  if (isPending) return <Loader size="sm" aria-label={common.loading} />;
  const passkeys = (factors?.passkeys ?? 0) > 0 && canUsePasskeys();
  return (
    <Stack gap="md">
      <Text c="dimmed">{m.stepUp.changeAffectsAccessOrData}</Text>
      {passkeys && <PasskeyProof done={done} />}
      <PasswordProof coded={factors?.enabled === true} done={done} cancel={cancel} />
    </Stack>
  );
}

/** Rendered once around all signed-in pages. It opens when an operation requires a proof of identity. */
export function StepUpDialog() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(
    () =>
      provideProof(() =>
        new Promise<void>((resolve, reject) =>
          setWaiting({ proved: resolve, given: () => reject(new GivenUp('not confirmed')) }),
        ).finally(() => setWaiting(null)),
      ),
    [],
  );
  return (
    <Modal opened={waiting !== null} onClose={() => waiting?.given()} title={m.stepUp.confirm} size="sm">
      {waiting !== null && <Proof done={waiting.proved} cancel={waiting.given} />}
    </Modal>
  );
}
