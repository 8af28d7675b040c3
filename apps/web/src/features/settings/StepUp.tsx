/** Sensitive changes ask for a proof of less than ten minutes ago. Asked for only when the server wants it. */
import { Button, Divider, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../../api/client.ts';
import { isCode } from '../../api/errors.ts';
import { sessionQuery, twoFactorQuery } from '../../api/queries.ts';
import { toastError } from '../../ui/toast.ts';
import { CurrentPassword, FormError } from '../account/Fields.tsx';
import { askPasskey, canUsePasskeys } from '../account/passkeys.ts';

type Waiting = { proved: () => void; given: () => void };

type ProofProps = { done: () => void; cancel: () => void };

function PasskeyProof({ done }: Pick<ProofProps, 'done'>) {
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await call('challengePasskey', {});
      return call('provePasskey', { body: { response: await askPasskey(options) } });
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
        Use a passkey
      </Button>
      <Divider label="or" />
    </>
  );
}

function PasswordProof({ coded, done, cancel }: ProofProps & { coded: boolean }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? 'Enter your password.' : null),
      code: (value) => (coded && value.trim().length < 6 ? 'Enter the code of your app, or a recovery code.' : null),
    },
  });
  const prove = useMutation({
    mutationFn: ({ password, code }: typeof form.values) =>
      call('stepUp', { body: { password, ...(coded ? { code: code.trim() } : {}) } }),
    onSuccess: done,
    onError: () => form.setValues({ code: '', ...(coded ? {} : { password: '' }) }),
  });
  return (
    // The dialog may stand within another form in the tree of components: its submission is its own.
    <form
      onSubmit={(event) => {
        event.stopPropagation();
        form.onSubmit((values) => prove.mutate(values))(event);
      }}
      noValidate
    >
      <Stack gap="md">
        <FormError error={prove.error} />
        <input type="hidden" autoComplete="username" value={session.user.email} readOnly />
        <CurrentPassword data-autofocus {...form.getInputProps('password')} />
        {coded && (
          <TextInput
            label="Code"
            description="Of your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            className="tabular"
            {...form.getInputProps('code')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={prove.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Proof({ done, cancel }: ProofProps) {
  const { data: factors, isPending } = useQuery(twoFactorQuery);
  if (isPending) return <Loader size="sm" aria-label="Loading" />;
  const passkeys = (factors?.passkeys ?? 0) > 0 && canUsePasskeys();
  return (
    <Stack gap="md">
      <Text c="dimmed">This concerns the security of your account, so we ask again. Good for ten minutes.</Text>
      {passkeys && <PasskeyProof done={done} />}
      <PasswordProof coded={factors?.enabled === true} done={done} cancel={cancel} />
    </Stack>
  );
}

/** Thrown where the person gave up; nothing to tell. */
export class GivenUp extends Error {}

/** Tells of any other fault of a guarded action. */
export function toastFault(error: unknown): void {
  if (!(error instanceof GivenUp)) toastError(error);
}

/** `guarded` runs an action, and where the server asks for a proof, runs it again after it. `dialog` has to be rendered. */
export function useStepUp(asking: 'STEP_UP_REQUIRED' | 'SIGNER_STEP_REQUIRED' = 'STEP_UP_REQUIRED'): {
  guarded: <T>(action: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const guarded = useCallback(
    async <T,>(action: () => Promise<T>): Promise<T> => {
      try {
        return await action();
      } catch (error) {
        if (!isCode(error, asking)) throw error;
        await new Promise<void>((resolve, reject) =>
          setWaiting({ proved: resolve, given: () => reject(new GivenUp('not proved')) }),
        ).finally(() => setWaiting(null));
        return action();
      }
    },
    [asking],
  );
  const dialog = (
    <Modal opened={waiting !== null} onClose={() => waiting?.given()} title="Is it you?" size="sm">
      {waiting !== null && <Proof done={waiting.proved} cancel={waiting.given} />}
    </Modal>
  );
  return { guarded, dialog };
}
