import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type Passkey, passkeysQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { Time } from '../../ui/Time.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { canUsePasskeys, makePasskey } from '../../api/passkeys.ts';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import { Section } from '../../ui/Section.tsx';
import { useFactorsChanged } from './TwoFactorSection.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from '../../ui/Rows.module.css';

function RenameForm({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const changed = useFactorsChanged();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === '' ? labels.enterName : null) },
  });
  const rename = useMutation({
    mutationFn: ({ name }: typeof form.values) =>
      call(api.renamePasskey, { params: { passkeyId: passkey.id }, body: { name: name.trim() } }),
    onSuccess: () => {
      changed();
      close();
    },
  });
  return (
    <DialogForm submit={form.onSubmit((values) => rename.mutate(values))}>
      <Stack gap="md">
        <FormError error={rename.error} />
        <TextInput label={labels.name} maxLength={80} data-autofocus {...form.getInputProps('name')} />
        <DialogActions close={close} isPending={rename.isPending}>
          {labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

type RowProps = { passkey: Passkey; rename: () => void; remove: () => void; removing: boolean };

function PasskeyRow({ passkey, rename, remove, removing }: RowProps) {
  return (
    <li>
      <span className={classes['rowIcon']} aria-hidden="true">
        <IconFingerprint size={20} stroke={1.6} />
      </span>
      <div className={classes['rowWords']}>
        <Text fw={580} className={classes['value']}>
          {passkey.name}
        </Text>
        <Text fz="xs" c="dimmed">
          {m.passkeysSection.added(dayOf(passkey.created_at))}
          {passkey.last_used_at !== null && (
            <>{phrase(m.passkeysSection.lastUsed(<Time iso={passkey.last_used_at} />))}</>
          )}
          {passkey.backed_up && ` ${m.passkeysSection.onAllDevices}`}
        </Text>
      </div>
      <Group gap={6}>
        <Button
          size="xs"
          variant="default"
          onClick={rename}
          aria-label={m.passkeysSection.renameAriaLabel(passkey.name)}
        >
          {m.passkeysSection.rename}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={removing}
          onClick={remove}
          aria-label={m.passkeysSection.remove(passkey.name)}
        >
          {labels.remove}
        </Button>
      </Group>
    </li>
  );
}

const sayAdded = (): void => toastDone(m.passkeysSection.passkeyAdded, m.passkeysSection.canNowSignIn);

export function PasskeysSection() {
  const { data: passkeys, error } = useQuery(passkeysQuery);
  const changed = useFactorsChanged();
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await call(api.passkeyRegistrationOptions, {});
      return call(api.addPasskey, { body: { response: await makePasskey(options) } });
    },
    onSuccess: ({ passkey, recoveryCodes }) => {
      changed();
      if (recoveryCodes === undefined) {
        sayAdded();
        setRenaming(passkey);
      } else setCodes(recoveryCodes);
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: (passkeyId: string) => call(api.removePasskey, { params: { passkeyId } }),
    onSuccess: () => {
      toastDone(m.passkeysSection.passkeyRemoved, m.passkeysSection.deleteInDeviceOrPassword);
      changed();
    },
    onError: toastError,
  });
  const possible = canUsePasskeys();
  return (
    <Section
      title={m.passkeysSection.passkeys}
      text={m.passkeysSection.signInWithFaceFinger}
      action={
        possible && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            loading={add.isPending}
            onClick={() => add.mutate()}
          >
            {m.passkeysSection.addPasskey}
          </Button>
        )
      }
    >
      {error !== null && passkeys === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && passkeys === undefined && (
        <Skeleton height={44} role="status" aria-label={m.passkeysSection.loadingPasskeys} />
      )}
      {passkeys?.length === 0 && <Text c="dimmed">{possible ? labels.noneYet : m.passkeysSection.noneYet}</Text>}
      {passkeys !== undefined && passkeys.length > 0 && (
        <ul className={classes['rows']}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              rename={() => setRenaming(passkey)}
              remove={() => remove.mutate(passkey.id)}
              removing={remove.isPending && remove.variables === passkey.id}
            />
          ))}
        </ul>
      )}
      <Modal
        opened={renaming !== null}
        onClose={() => setRenaming(null)}
        title={m.passkeysSection.nameOfPasskey}
        size="sm"
      >
        {renaming !== null && <RenameForm passkey={renaming} close={() => setRenaming(null)} />}
      </Modal>
      <RecoveryCodesDialog
        codes={codes}
        close={() => {
          setCodes(null);
          // The message appears after the codes are saved. On a phone, it would otherwise cover them.
          sayAdded();
        }}
      />
    </Section>
  );
}
