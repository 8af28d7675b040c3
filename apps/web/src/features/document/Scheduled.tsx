/** A scheduled draft, and one that could not be sent. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { deadline, exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './Document.module.css';
import { useDocumentChanged } from './SendersDialogs.tsx';

export function Scheduled({ document }: { document: Document }) {
  const { id, scheduled_for: at, planned } = document;
  const changed = useDocumentChanged(id);
  const cancel = useMutation({
    mutationFn: () => call(api.cancelScheduledSending, { params: { id } }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone('Schedule canceled', 'The document is a draft again.');
    },
    onError: toastError,
  });
  const send = useMutation({
    mutationFn: () => call(api.sendForSigning, { params: { id }, body: {} }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone('Sent for signing', 'This page shows who has viewed and signed it.');
    },
    onError: toastError,
  });
  if (at === null) return null;
  const people = planned?.signers.map(({ name }) => name).join(', ') ?? '';
  return (
    <Alert variant="light" title={`Sends on ${deadline(at)}`} className={classes['hint']}>
      <Text mb="sm">
        {people === '' ? '' : `It goes to ${people}. `}Cancel the schedule to change recipients, fields or the file.
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={send.isPending} disabled={cancel.isPending} onClick={() => send.mutate()}>
          Send now
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          disabled={send.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel schedule
        </Button>
      </Group>
    </Alert>
  );
}

export function ScheduleFailed({ document: { schedule_error: error } }: { document: Document }) {
  if (error === null) return null;
  return (
    <Alert variant="light" color="red" title="Not sent as scheduled" className={classes['hint']}>
      {error.message} Nothing was sent on {exactTime(error.at)}.
    </Alert>
  );
}
