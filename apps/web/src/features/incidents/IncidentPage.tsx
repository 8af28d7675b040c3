import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call, urlOf } from '../../api/client.ts';
import { type Incident, incidentQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { deadline, exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { useUnsaved } from '../../ui/UnsavedSections.tsx';
import section from '../../ui/Section.module.css';
import classes from './Incident.module.css';
import { Mails } from './Mails.tsx';
import { Notices } from './Notices.tsx';
import { clockOf, SEVERITIES, severityLabel, STATUS } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Change = NonNullable<RequestOf<'updateIncident'>['body']>;

function useChange(id: string, done?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => call(api.updateIncident, { params: { incidentId: id }, body }),
    onSuccess: () => {
      done?.();
      void queryClient.invalidateQueries({ queryKey: ['incidents'] });
    },
  });
}

function Facts({ incident }: { incident: Incident }) {
  const facts: [string, string][] = [
    [m.incidentPage.severity, severityLabel(incident.severity)],
    [m.incidentPage.affectedData, incident.affected_data ?? m.incidentPage.notRecordedYet],
    [
      m.incidentPage.peopleAffected,
      incident.affected_people === null
        ? m.incidentPage.notRecordedYet
        : m.incidentPage.about(incident.affected_people),
    ],
    [
      m.incidentPage.reported,
      `${exactTime(incident.reported_at)}${incident.reported_by.name === null ? '' : ` ${m.incidentPage.by(incident.reported_by.name)}`}`,
    ],
    [m.incidentPage.knownSince, exactTime(incident.aware_at)],
    [
      m.incidentPage.authorityNotified,
      incident.authority_notified_at === null ? m.incidentPage.no : exactTime(incident.authority_notified_at),
    ],
    [
      m.incidentPage.peopleNotified,
      incident.people_notified_at === null ? m.incidentPage.no : exactTime(incident.people_notified_at),
    ],
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EditForm({ incident, close }: { incident: Incident; close: () => void }) {
  const form = useForm({
    initialValues: {
      description: incident.description,
      severity: incident.severity,
      affectedData: incident.affected_data ?? '',
      affectedPeople: incident.affected_people === null ? '' : String(incident.affected_people),
    },
    validate: {
      description: (value) => (value.trim() === '' ? m.incidentPage.describeWhatHappened : null),
      affectedPeople: (value) => (/^\d{0,9}$/.test(value.trim()) ? null : m.incidentPage.enterNumberOrLeaveEmpty),
    },
  });
  const change = useChange(incident.id, close);
  return (
    <DialogForm
      submit={form.onSubmit(({ description, severity, affectedData, affectedPeople }) =>
        change.mutate({
          description: description.trim(),
          severity,
          affectedData: affectedData.trim() === '' ? null : affectedData.trim(),
          affectedPeople: affectedPeople.trim() === '' ? null : Number(affectedPeople),
        }),
      )}
    >
      <Stack gap="md">
        <FormError error={change.error} />
        <Textarea
          label={labels.description}
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <Select
          label={m.incidentPage.severity}
          data={SEVERITIES}
          allowDeselect={false}
          {...form.getInputProps('severity')}
        />
        <Textarea label={m.incidentPage.affectedData} autosize minRows={2} {...form.getInputProps('affectedData')} />
        <Textarea label={m.incidentPage.peopleAffectedAbout} rows={1} {...form.getInputProps('affectedPeople')} />
        <DialogActions close={close} isPending={change.isPending}>
          {labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

function Timeline({ incident }: { incident: Incident }) {
  const [note, setNote] = useState('');
  const change = useChange(incident.id, () => setNote(''));
  useUnsaved(m.incidentPage.addNote, note.trim() !== '');
  return (
    <Section title={m.incidentPage.timeline} text={m.incidentPage.everyChangeAndEveryNote}>
      <ol className={classes['timeline']}>
        <li>
          <span className={classes['when']}>{exactTime(incident.reported_at)}</span>
          <span>
            {m.incidentPage.reportedText(
              incident.reported_by.name === null ? '' : ` ${m.incidentPage.by(incident.reported_by.name)}`,
            )}
          </span>
        </li>
        {incident.timeline.map(({ at, by, changes, note: said }, index) => (
          <li key={`${at} ${index}`}>
            <span className={classes['when']}>
              {exactTime(at)}
              {by.name !== null && `, ${by.name}`}
            </span>
            {said !== null && <span className={classes['note']}>{said}</span>}
            {said === null && changes.length > 0 && (
              <span>{m.incidentPage.changed(changes.map(wordOf).join(', '))}</span>
            )}
          </li>
        ))}
      </ol>
      <DialogForm
        submit={() => {
          if (note.trim() !== '') change.mutate({ note: note.trim() });
        }}
      >
        <FormError error={change.error} />
        <Textarea
          label={m.incidentPage.addNote}
          autosize
          minRows={2}
          maxLength={5000}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Button type="submit" variant="default" mt="sm" loading={change.isPending} disabled={note.trim() === ''}>
          {m.incidentPage.addNoteText}
        </Button>
      </DialogForm>
    </Section>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  affectedData: m.incidentPage.affectedDataAffectedData,
  affectedPeople: m.incidentPage.peopleAffectedAffectedPeople,
  authorityNotifiedAt: m.incidentPage.noticeToAuthority,
  peopleNotifiedAt: m.incidentPage.noticeToPeople,
};
const wordOf = (change: string): string => WORDS[change] ?? change;

function StatusActions({ incident }: { incident: Incident }) {
  const [asked, setAsked] = useState(false);
  const change = useChange(incident.id, () => setAsked(false));
  const move = (status: Incident['status']) =>
    change.mutate(
      { status },
      { onSuccess: () => toastDone(m.incidentPage.incident(STATUS[status].label)), onError: toastError },
    );
  const { status } = incident;
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={urlOf(api.getIncidentReport, { params: { incidentId: incident.id } })}
        download
        variant="default"
        leftSection={<IconFileDownload size={16} />}
      >
        {m.incidentPage.reportPdf}
      </Button>
      {status === 'open' && (
        <Button variant="default" loading={change.isPending} onClick={() => move('contained')}>
          {m.incidentPage.markAsContained}
        </Button>
      )}
      {status === 'closed' ? (
        <Button variant="default" loading={change.isPending} onClick={() => move('open')}>
          {m.incidentPage.reopen}
        </Button>
      ) : (
        <Button onClick={() => setAsked(true)}>{m.incidentPage.closeDialog}</Button>
      )}
      <Modal opened={asked} onClose={() => setAsked(false)} title={m.incidentPage.closeIncident}>
        <Stack gap="md">
          <Text>
            {incident.authority_notified_at === null
              ? m.incidentPage.noNoticeToAuthorityRecorded
              : m.incidentPage.reportStaysAvailableAnd}
          </Text>
          <DialogActions
            close={() => setAsked(false)}
            keep={m.incidentPage.keepOpen}
            isPending={change.isPending}
            act={() => move('closed')}
          >
            {m.incidentPage.closeIncidentText}
          </DialogActions>
        </Stack>
      </Modal>
    </Group>
  );
}

/** Shows one incident with the known facts, the time left, the measures, and the people notified. */
export function IncidentPage() {
  const { id } = useParams({ from: '/frame/settings/incidents/$id' });
  const { data: incident, error, refetch } = useQuery(incidentQuery(id));
  const [editing, setEditing] = useState(false);
  usePageTitle(incident?.title ?? m.incidentPage.incidentText);
  if (error !== null && incident === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (incident === undefined) return <PageLoader />;
  return (
    <>
      <PageHeader
        title={incident.title}
        lead={
          <Group gap="sm">
            <Pill {...STATUS[incident.status]} />
            <Pill {...clockOf(incident, new Date())} />
            <span>{m.incidentPage.authorityMustBeNotified(deadline(incident.notify_by))}</span>
          </Group>
        }
        actions={<StatusActions incident={incident} />}
      />
      <div className={section['sections']}>
        <Section
          title={m.incidentPage.details}
          action={
            <Button variant="default" onClick={() => setEditing(true)}>
              {m.incidentPage.edit}
            </Button>
          }
        >
          <Text className={classes['note']}>{incident.description}</Text>
          <Facts incident={incident} />
        </Section>
        <Timeline incident={incident} />
        <Notices incident={incident} />
        <Mails incident={incident} />
      </div>
      <Modal opened={editing} onClose={() => setEditing(false)} title={m.incidentPage.details} size="lg">
        <EditForm incident={incident} close={() => setEditing(false)} />
      </Modal>
    </>
  );
}
