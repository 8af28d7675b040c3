import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type Document, documentQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { document: Document; opened: boolean; close: () => void };

function VoidForm({ document, close }: Omit<Props, 'opened'>) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    // The reason is sent as a single line, because the contract does not allow line breaks.
    transformValues: ({ reason }) => ({ reason: reason.replace(/\s+/g, ' ').trim() }),
    validate: { reason: (value) => (value.trim() === '' ? m.voidDialog.enterReason : null) },
  });
  const voiding = useMutation({
    mutationFn: (body: { reason: string }) => call(api.voidDocument, { params: { id: document.id }, body }),
    onSuccess: ({ document: now }) => {
      queryClient.setQueryData(documentQuery(document.id).queryKey, now);
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      toastDone(m.voidDialog.documentVoided, m.voidDialog.invitedRecipientsNotified);
      close();
    },
  });
  const signed = document.signers.filter((signer) => signer.status === 'signed').length;
  return (
    <DialogForm submit={form.onSubmit((values) => voiding.mutate(values))}>
      <Stack gap="md">
        <Text>
          {m.voidDialog.noOneCanSign}
          {signed > 0 && ` ${m.voidDialog.signaturesStayOnRecord(signed)}`}
        </Text>
        {voiding.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(voiding.error).detail}
          </Alert>
        )}
        <Textarea
          label={labels.reason}
          placeholder={m.voidDialog.forExample}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={voiding.isPending} keep={labels.keepIt} isFinal>
          {m.voidDialog.voidDocument}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function VoidDialog({ document, opened, close }: Props) {
  return (
    <Modal opened={opened} onClose={close} title={m.voidDialog.voidDocumentTitle}>
      <VoidForm document={document} close={close} />
    </Modal>
  );
}
