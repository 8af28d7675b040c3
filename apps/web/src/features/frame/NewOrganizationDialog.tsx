import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { call } from '../../api/client.ts';
import { FormError } from '../../ui/FormError.tsx';
import { enterOrganization } from './enter-organization.ts';

function NewForm({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter the name that signers will see.' : null) },
  });
  const create = useMutation({
    mutationFn: async ({ name }: typeof form.values) => {
      const { organization } = await call(api.createOrganization, { body: { name: name.trim() } });
      await enterOrganization(organization.id);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          It has its own documents, members and API keys. You own it and can switch between organizations.
        </Text>
        <FormError error={create.error} />
        <TextInput label="Name" maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <DialogActions close={close} isPending={create.isPending}>
          Create
        </DialogActions>
      </Stack>
    </form>
  );
}

export function NewOrganizationDialog({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="New organization">
      <NewForm close={close} />
    </Modal>
  );
}
