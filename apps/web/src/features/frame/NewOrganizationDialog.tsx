import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { call } from '../../api/client.ts';
import { FormError } from '../../ui/FormError.tsx';
import { enterOrganization } from './enter-organization.ts';
import { m } from './menu-texts.ts';
import { labels } from '../../ui/labels.ts';

function NewForm({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? m.newOrganizationDialog.enterNameSignersWillSee : null) },
  });
  const create = useMutation({
    mutationFn: async ({ name }: typeof form.values) => {
      const { organization } = await call(api.createOrganization, { body: { name: name.trim() } });
      await enterOrganization(organization.id);
    },
  });
  return (
    <DialogForm submit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="md">
        <Text c="dimmed">{m.newOrganizationDialog.hasOwnDocumentsMembers}</Text>
        <FormError error={create.error} />
        <TextInput label={labels.name} maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <DialogActions close={close} isPending={create.isPending}>
          {m.newOrganizationDialog.create}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function NewOrganizationDialog({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title={m.newOrganizationDialog.newOrganization}>
      <NewForm close={close} />
    </Modal>
  );
}
