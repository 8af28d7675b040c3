import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { toastDone } from '../../ui/toast.ts';
import { m } from './texts.ts';

function AcceptForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    // The reason is sent as a single line, because the contract does not allow line breaks.
    transformValues: ({ reason }) => ({ reason: reason.replace(/\s+/g, ' ').trim() }),
    validate: { reason: (value) => (value.trim() === '' ? m.acceptLog.enterReason : null) },
  });
  const accept = useMutation({
    mutationFn: (body: { reason: string }) => call(api.acceptAuditLog, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['audit-log'] });
      toastDone(m.acceptLog.accepted);
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['reason'])),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack gap="md">
        <Text>{m.acceptLog.whatItMeans}</Text>
        <FormError error={accept.error} atFields />
        <Textarea
          label={labels.reason}
          description={m.acceptLog.example}
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={accept.isPending} isFinal>
          {m.acceptLog.accept}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function AcceptLogDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={m.acceptLog.title}>
      {opened && <AcceptForm close={close} />}
    </Modal>
  );
}
