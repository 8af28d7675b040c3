import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Package } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { all: Package; opened: boolean; close: () => void; changed: (now: Package) => void };

function CancelForm({ all, close, changed }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const line = reason.replace(/\s+/g, ' ').trim();
  const cancelling = useMutation({
    mutationFn: () => call(api.cancelPackage, { params: { id: all.id }, body: { reason: line } }),
    onSuccess: (answer) => {
      changed(answer.package);
      toastDone(m.cancelDialog.packageCanceled, m.cancelDialog.invitedRecipientsNotified);
      close();
    },
  });
  return (
    <DialogForm
      submit={() => {
        setTried(true);
        if (line !== '') cancelling.mutate();
      }}
    >
      <Stack gap="md">
        <Text>
          {m.cancelDialog.everyDocumentNotCompletedVoided}
          {all.completed_count > 0 &&
            ` ${m.cancelDialog.completedDocumentsDoNotChange(all.completed_count, all.document_count)}`}
        </Text>
        {cancelling.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(cancelling.error).detail}
          </Alert>
        )}
        <Textarea
          label={labels.reason}
          placeholder={m.cancelDialog.forExample}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={tried && line === '' ? m.cancelDialog.enterReason : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions close={close} isPending={cancelling.isPending} keep={labels.keepIt} isFinal>
          {m.cancelDialog.cancelPackage}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function CancelDialog({ opened, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={rest.close} title={m.cancelDialog.cancelPackageTitle}>
      <CancelForm {...rest} />
    </Modal>
  );
}
