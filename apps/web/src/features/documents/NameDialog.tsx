import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';

export type Naming = {
  title: string;
  name: string;
  /** The label of the check box for sharing. If undefined, sharing cannot be changed. */
  sharing?: string | undefined;
  save: (name: string, shared: boolean) => Promise<unknown>;
};

function NameForm({ naming, close }: { naming: Naming; close: () => void }) {
  const form = useForm({
    initialValues: { name: naming.name, shared: false },
    validate: { name: (value) => (value.trim() === '' ? labels.enterName : null) },
  });
  const saving = useMutation({
    mutationFn: ({ name, shared }: typeof form.values) => naming.save(name.trim(), shared),
    onSuccess: close,
  });
  return (
    <DialogForm submit={form.onSubmit((values) => saving.mutate(values))}>
      <Stack gap="md">
        <FormError error={saving.error} />
        <TextInput label={labels.name} maxLength={100} data-autofocus {...form.getInputProps('name')} />
        {naming.sharing !== undefined && (
          <Checkbox label={naming.sharing} {...form.getInputProps('shared', { type: 'checkbox' })} />
        )}
        <DialogActions close={close} isPending={saving.isPending}>
          {labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

/** Asks for the name of a view or folder. */
export function NameDialog({ naming, close }: { naming: Naming | null; close: () => void }) {
  return (
    <Modal opened={naming !== null} onClose={close} title={naming?.title}>
      {naming !== null && <NameForm naming={naming} close={close} />}
    </Modal>
  );
}
