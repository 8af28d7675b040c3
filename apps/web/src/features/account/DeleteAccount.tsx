/** Lets people request the deletion of their account, and cancel the request. */
import { Alert, Button, List, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ENVIRONMENT } from '../../api/environment.ts';
import { accountDeletionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { dayOf, daysUntil } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../../ui/PasswordFields.tsx';
import { Section } from '../../ui/Section.tsx';
import { useKeepAccount } from '../../ui/use-keep-account.ts';
import { m } from './profile-texts.ts';

function DeleteForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? m.deleteAccount.enterPassword : null) },
  });
  const remove = useMutation({
    mutationFn: (body: typeof form.values) => call(api.deleteAccount, { body }),
    onSuccess: ({ deletion }) => {
      queryClient.setQueryData(accountDeletionQuery.queryKey, deletion);
      toastDone(m.deleteAccount.deletionScheduled, m.deleteAccount.untilCanCancelDeletion(dayOf(deletion.due_at)));
      close();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <DialogForm submit={form.onSubmit((body) => remove.mutate(body))}>
      <Stack gap="md">
        <Text>{m.deleteAccount.inAboutThirtyDays}</Text>
        <List size="sm">
          <List.Item>{m.deleteAccount.signedOutEverywhereAndApi}</List.Item>
          <List.Item>{m.deleteAccount.profileSavedSignaturePasskeys}</List.Item>
          <List.Item>{m.deleteAccount.documentsDraftsAndTemplatesGo}</List.Item>
          <List.Item>{m.deleteAccount.signedDocumentsAndEvidenceStay}</List.Item>
        </List>
        <Text>{m.deleteAccount.ifOnlyOwnerOfOrganization}</Text>
        <FormError error={remove.error} />
        <CurrentPassword label={m.deleteAccount.yourPassword} data-autofocus {...form.getInputProps('password')} />
        <DialogActions close={close} isPending={remove.isPending} keep={m.deleteAccount.keepMyAccount} isFinal>
          {m.deleteAccount.deleteMyAccount}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

const WAITS = {
  'legal-hold': m.deleteAccount.legalHoldOfOne,
  ownership: m.deleteAccount.organizationWouldHaveNoOwner,
} as const;

export function DeleteAccountSection() {
  const { data: deletion } = useQuery({ ...accountDeletionQuery, enabled: ENVIRONMENT === 'live' });
  const [opened, setOpened] = useState(false);
  const keep = useKeepAccount();
  if (deletion)
    return (
      <Alert color="red" variant="light" title={m.deleteAccount.accountWillBeDeleted} role="status">
        <Text mb="sm">
          {m.deleteAccount.on(dayOf(deletion.due_at), daysUntil(deletion.due_at, new Date()))}{' '}
          {deletion.waits_for !== null && WAITS[deletion.waits_for]}
        </Text>
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          {m.deleteAccount.keepMyAccount}
        </Button>
      </Alert>
    );
  return (
    <>
      <Section
        danger
        title={m.deleteAccount.deleteMyAccount}
        text={m.deleteAccount.takesAboutThirtyDays}
        action={
          <Button color="red" variant="light" onClick={() => setOpened(true)}>
            {m.deleteAccount.deleteMyAccountDialog}
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.deleteAccount.deleteAccount}>
        <DeleteForm close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
