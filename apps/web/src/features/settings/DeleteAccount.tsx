/** Requests the deletion of one's own account, and cancels it. */
import { Alert, Button, List, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ENVIRONMENT } from '../../api/environment.ts';
import { accountDeletionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { dayOf, daysUntil } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../account/PasswordFields.tsx';
import { Section } from '../../ui/Section.tsx';
import { useKeepAccount } from './use-keep-account.ts';

function DeleteForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter your password.' : null) },
  });
  const remove = useMutation({
    mutationFn: (body: typeof form.values) => call(api.deleteAccount, { body }),
    onSuccess: ({ deletion }) => {
      queryClient.setQueryData(accountDeletionQuery.queryKey, deletion);
      toastDone('Deletion scheduled', `Until ${dayOf(deletion.due_at)} you can cancel the deletion.`);
      close();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <form onSubmit={form.onSubmit((body) => remove.mutate(body))} noValidate>
      <Stack gap="md">
        <Text>In about 30 days:</Text>
        <List size="sm">
          <List.Item>You are signed out everywhere, and your API keys end.</List.Item>
          <List.Item>Your profile, saved signature, passkeys and e-mails to you are deleted.</List.Item>
          <List.Item>Your documents, drafts and templates go to an owner of each organization.</List.Item>
          <List.Item>
            Signed documents and their evidence stay with the organizations until their retention period ends.
          </List.Item>
        </List>
        <Text>If you are the only owner of an organization, transfer its ownership or delete it first.</Text>
        <FormError error={remove.error} />
        <CurrentPassword label="Your password" data-autofocus {...form.getInputProps('password')} />
        <DialogActions close={close} isPending={remove.isPending} keep="Keep my account" isFinal>
          Delete my account
        </DialogActions>
      </Stack>
    </form>
  );
}

const WAITS = {
  'legal-hold':
    'A legal hold of one of your organizations prevents the deletion. Your account is deleted when the hold is released.',
  ownership: 'An organization would have no owner. Transfer its ownership, or delete it.',
} as const;

export function DeleteAccountSection() {
  const { data: deletion } = useQuery({ ...accountDeletionQuery, enabled: ENVIRONMENT === 'live' });
  const [opened, setOpened] = useState(false);
  const keep = useKeepAccount();
  if (deletion)
    return (
      <Alert color="red" variant="light" title="Your account will be deleted" role="status">
        <Text mb="sm">
          On {dayOf(deletion.due_at)} ({daysUntil(deletion.due_at, new Date())}).{' '}
          {deletion.waits_for !== null && WAITS[deletion.waits_for]}
        </Text>
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </Alert>
    );
  return (
    <>
      <Section
        danger
        title="Delete my account"
        text="Takes about 30 days. Until then you can cancel it."
        action={
          <Button color="red" variant="light" onClick={() => setOpened(true)}>
            Delete my account …
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title="Delete your account?">
        <DeleteForm close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
