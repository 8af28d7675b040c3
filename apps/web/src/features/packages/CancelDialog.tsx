import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Package } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';

type Props = { all: Package; opened: boolean; close: () => void; changed: (now: Package) => void };

function CancelForm({ all, close, changed }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const line = reason.replace(/\s+/g, ' ').trim();
  const cancelling = useMutation({
    mutationFn: () => call(api.cancelPackage, { params: { id: all.id }, body: { reason: line } }),
    onSuccess: (answer) => {
      changed(answer.package);
      toastDone('Package canceled', 'Invited recipients were notified.');
      close();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (line !== '') cancelling.mutate();
      }}
    >
      <Stack gap="md">
        <Text>
          Every document that is not completed is voided, and invited recipients get an e-mail. You cannot undo this.
          {all.completed_count > 0 &&
            ` Completed documents do not change: ${all.completed_count} of ${all.document_count} documents.`}
        </Text>
        {cancelling.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(cancelling.error).detail}
          </Alert>
        )}
        <Textarea
          label="Reason"
          placeholder="For example: the price has changed"
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={tried && line === '' ? 'Enter a reason. Recipients will see it.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions close={close} isPending={cancelling.isPending} keep="Keep it" isFinal>
          Cancel package
        </DialogActions>
      </Stack>
    </form>
  );
}

export function CancelDialog({ opened, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={rest.close} title="Cancel this package?">
      <CancelForm {...rest} />
    </Modal>
  );
}
