import { Button, Modal, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { type Incident, type IncidentMailing, incidentMailsQuery, incidentNoticeQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Incident.module.css';

type Values = { subject: string; text: string; recipients: string };
const bodyOf = ({ subject, text, recipients }: Values) => ({
  subject: subject.trim(),
  text: text.trim(),
  recipients: recipients.split(/[\s,;]+/).filter((one) => one !== ''),
});

/** The form for writing, previewing and sending an e-mail about the incident. */
function MailForm({
  incident,
  draft,
  close,
}: {
  incident: Incident;
  draft: Pick<Values, 'subject' | 'text'>;
  close: () => void;
}) {
  const queryClient = useQueryClient();
  const params = { incidentId: incident.id };
  const form = useForm<Values>({
    initialValues: { ...draft, recipients: '' },
    validate: {
      subject: (value) => (value.trim() === '' ? m.mails.enterSubject : null),
      text: (value) =>
        /\[[^\]\n]{3,}\]/.test(value) ? m.mails.fillInTextInBrackets : value.trim() === '' ? m.mails.enterText : null,
      recipients: (value) => (value.trim() === '' ? m.mails.enterAtLeastOneAddress : null),
    },
  });
  const preview = useMutation({
    mutationFn: (values: Values) => call(api.previewIncidentMail, { params, body: bodyOf(values) }),
  });
  const send = useMutation({
    mutationFn: () => call(api.sendIncidentMail, { params, body: bodyOf(form.values) }),
    onSuccess: () => {
      toastDone(m.mails.sendingEMails);
      close();
      void queryClient.invalidateQueries({ queryKey: ['incidents'] });
    },
  });
  const shown = preview.data?.preview;
  if (shown !== undefined)
    return (
      <Stack gap="md">
        <FormError error={send.error} />
        <Text>
          {m.mails.peopleEachGetMailOnce(shown.recipients)}
          {shown.mailed_before.length > 0 && ` ${m.mails.ofAlreadySentEMail(shown.mailed_before.length)}`}
        </Text>
        <iframe className={classes['preview']} title={m.mails.previewOfEMail} sandbox="" srcDoc={shown.html} />
        <DialogActions
          close={() => preview.reset()}
          keep={m.mails.back}
          isPending={send.isPending}
          act={() => send.mutate()}
        >
          {m.mails.sendEMails(shown.recipients)}
        </DialogActions>
      </Stack>
    );
  return (
    <DialogForm submit={form.onSubmit((values) => preview.mutate(values))}>
      <Stack gap="md">
        <FormError error={preview.error} />
        <Textarea
          label={m.mails.peopleAffected}
          description={m.mails.eMailAddressesOnePer}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('recipients')}
        />
        <TextInput label={labels.subject} maxLength={150} {...form.getInputProps('subject')} />
        <Textarea label={labels.text} autosize minRows={8} maxRows={18} {...form.getInputProps('text')} />
        <DialogActions close={close} isPending={preview.isPending}>
          {m.mails.preview}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

function NewMail({ incident, close }: { incident: Incident; close: () => void }) {
  const { data: notice, error, refetch } = useQuery(incidentNoticeQuery(incident.id, 'people'));
  if (error !== null && notice === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (notice === undefined) return <PageLoader />;
  return <MailForm incident={incident} draft={notice} close={close} />;
}

function Mailing({ mailing }: { mailing: IncidentMailing }) {
  const { sent, failed, waiting } = mailing;
  const total = sent + failed + waiting;
  return (
    <li>
      <Text fw={560}>{mailing.subject}</Text>
      <Text size="sm" c="dimmed">
        <Time iso={mailing.created_at} />
        {mailing.created_by.name !== null && `, ${mailing.created_by.name}`}
        {m.mails.ofSent(sent, total)}
        {failed > 0 && m.mails.failed(failed)}
      </Text>
      {waiting > 0 && <Progress value={(100 * (total - waiting)) / total} mt={6} aria-label={m.mails.eMailsSent} />}
      {mailing.failures.length > 0 && (
        <ul className={classes['failures']}>
          {mailing.failures.map(({ email, reason }) => (
            <li key={email}>
              {email}: {reason}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shows e-mails to the people affected by an incident, and their delivery results. */
export function Mails({ incident }: { incident: Incident }) {
  const [opened, setOpened] = useState(false);
  const { data: mailings = [] } = useQuery(incidentMailsQuery(incident.id));
  return (
    <Section
      title={m.mails.peopleAffected}
      text={m.mails.ifRiskToHighMust}
      action={
        <Button variant="default" onClick={() => setOpened(true)}>
          {m.mails.write}
        </Button>
      }
    >
      {mailings.length > 0 && (
        <ul className={classes['mailings']}>
          {mailings.map((mailing) => (
            <Mailing key={mailing.number} mailing={mailing} />
          ))}
        </ul>
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.mails.eMailToPeopleAffected} size="xl">
        <NewMail incident={incident} close={() => setOpened(false)} />
      </Modal>
    </Section>
  );
}
