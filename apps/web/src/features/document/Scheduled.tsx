/** Shows a draft that is scheduled for sending, or that could not be sent at the scheduled time. */
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { listed } from '../../ui/listed.ts';
import { Strip } from '../../ui/Strip.tsx';
import { deadline, exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './Document.module.css';
import { useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

export function Scheduled({ document }: { document: Document }) {
  const { id, scheduled_for: at, planned } = document;
  const changed = useDocumentChanged(id);
  const cancel = useMutation({
    mutationFn: () => call(api.cancelScheduledSending, { params: { id } }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone(m.scheduled.scheduleCanceled, m.scheduled.documentDraftAgain);
    },
    onError: toastError,
  });
  const send = useMutation({
    mutationFn: () => call(api.sendForSigning, { params: { id }, body: {} }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone(labels.sentForSigning, m.scheduled.pageShowsWhoHasViewed);
    },
    onError: toastError,
  });
  if (at === null) return null;
  const people = listed(planned?.signers.map(({ name }) => name) ?? []);
  return (
    <Strip
      tone="wait"
      title={m.scheduled.sendsOn(deadline(at))}
      text={`${people === '' ? '' : `${m.scheduled.goes(people)} `}${m.scheduled.cancelScheduleToChange}`}
    >
      <Button loading={send.isPending} disabled={cancel.isPending} onClick={() => send.mutate()}>
        {m.scheduled.sendNow}
      </Button>
      <Button variant="default" loading={cancel.isPending} disabled={send.isPending} onClick={() => cancel.mutate()}>
        {m.scheduled.cancelSchedule}
      </Button>
    </Strip>
  );
}

export function ScheduleFailed({ document: { schedule_error: error } }: { document: Document }) {
  if (error === null) return null;
  return (
    <Alert variant="light" color="red" title={m.scheduled.notSentAsScheduled} className={classes['hint']} mb="md">
      {m.scheduled.nothingSent(error.message, exactTime(error.at))}
    </Alert>
  );
}
