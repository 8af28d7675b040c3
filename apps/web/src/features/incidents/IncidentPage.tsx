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
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { deadline, exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import classes from './Incident.module.css';
import { Mails } from './Mails.tsx';
import { Notices } from './Notices.tsx';
import { clockOf, SEVERITIES, severityLabel, STATUS } from './words.ts';

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
    ['Severity', severityLabel(incident.severity)],
    ['Affected data', incident.affected_data ?? 'Not recorded yet'],
    [
      'People affected',
      incident.affected_people === null ? 'Not recorded yet' : `About ${incident.affected_people.toLocaleString('en')}`,
    ],
    [
      'Reported',
      `${exactTime(incident.reported_at)}${incident.reported_by.name === null ? '' : ` by ${incident.reported_by.name}`}`,
    ],
    ['Known since', exactTime(incident.aware_at)],
    ['Authority notified', incident.authority_notified_at === null ? 'No' : exactTime(incident.authority_notified_at)],
    ['People notified', incident.people_notified_at === null ? 'No' : exactTime(incident.people_notified_at)],
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
      description: (value) => (value.trim() === '' ? 'Describe what happened.' : null),
      affectedPeople: (value) => (/^\d{0,9}$/.test(value.trim()) ? null : 'Enter a number, or leave it empty.'),
    },
  });
  const change = useChange(incident.id, close);
  return (
    <form
      onSubmit={form.onSubmit(({ description, severity, affectedData, affectedPeople }) =>
        change.mutate({
          description: description.trim(),
          severity,
          affectedData: affectedData.trim() === '' ? null : affectedData.trim(),
          affectedPeople: affectedPeople.trim() === '' ? null : Number(affectedPeople),
        }),
      )}
      noValidate
    >
      <Stack gap="md">
        <FormError error={change.error} />
        <Textarea
          label="Description"
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <Select label="Severity" data={SEVERITIES} allowDeselect={false} {...form.getInputProps('severity')} />
        <Textarea label="Affected data" autosize minRows={2} {...form.getInputProps('affectedData')} />
        <Textarea label="People affected, about" rows={1} {...form.getInputProps('affectedPeople')} />
        <DialogActions close={close} isPending={change.isPending}>
          Save
        </DialogActions>
      </Stack>
    </form>
  );
}

function Timeline({ incident }: { incident: Incident }) {
  const [note, setNote] = useState('');
  const change = useChange(incident.id, () => setNote(''));
  return (
    <Section title="Timeline" text="Every change and every note. Notes become the measures of the notices.">
      <ol className={classes['timeline']}>
        <li>
          <span className={classes['when']}>{exactTime(incident.reported_at)}</span>
          <span>Reported{incident.reported_by.name === null ? '' : ` by ${incident.reported_by.name}`}</span>
        </li>
        {incident.timeline.map(({ at, by, changes, note: said }, index) => (
          <li key={`${at} ${index}`}>
            <span className={classes['when']}>
              {exactTime(at)}
              {by.name !== null && `, ${by.name}`}
            </span>
            {said !== null && <span className={classes['note']}>{said}</span>}
            {said === null && changes.length > 0 && <span>Changed: {changes.map(wordOf).join(', ')}</span>}
          </li>
        ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim() !== '') change.mutate({ note: note.trim() });
        }}
      >
        <FormError error={change.error} />
        <Textarea
          label="Add a note"
          autosize
          minRows={2}
          maxLength={5000}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Button type="submit" variant="default" mt="sm" loading={change.isPending} disabled={note.trim() === ''}>
          Add note
        </Button>
      </form>
    </Section>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  affectedData: 'affected data',
  affectedPeople: 'people affected',
  authorityNotifiedAt: 'notice to the authority',
  peopleNotifiedAt: 'notice to the people',
};
const wordOf = (change: string): string => WORDS[change] ?? change;

function StatusActions({ incident }: { incident: Incident }) {
  const [asked, setAsked] = useState(false);
  const change = useChange(incident.id, () => setAsked(false));
  const move = (status: Incident['status']) =>
    change.mutate(
      { status },
      { onSuccess: () => toastDone(`Incident ${STATUS[status].label.toLowerCase()}`), onError: toastError },
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
        Report (PDF)
      </Button>
      {status === 'open' && (
        <Button variant="default" loading={change.isPending} onClick={() => move('contained')}>
          Mark as contained
        </Button>
      )}
      {status === 'closed' ? (
        <Button variant="default" loading={change.isPending} onClick={() => move('open')}>
          Reopen
        </Button>
      ) : (
        <Button onClick={() => setAsked(true)}>Close …</Button>
      )}
      <Modal opened={asked} onClose={() => setAsked(false)} title="Close this incident?">
        <Stack gap="md">
          <Text>
            {incident.authority_notified_at === null
              ? 'No notice to the authority is recorded. Close the incident only if no notice is required, and explain why in a note. Reminders stop.'
              : 'The report stays available, and you can reopen the incident.'}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              Keep it open
            </Button>
            <Button loading={change.isPending} onClick={() => move('closed')}>
              Close incident
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  );
}

/** One incident: the known facts, the time left, the measures, and the people notified. */
export function IncidentPage() {
  const { id } = useParams({ from: '/frame/settings/incidents/$id' });
  const { data: incident, error, refetch } = useQuery(incidentQuery(id));
  const [editing, setEditing] = useState(false);
  usePageTitle(incident?.title ?? 'Incident');
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
            <span>The authority must be notified by {deadline(incident.notify_by)}.</span>
          </Group>
        }
        actions={<StatusActions incident={incident} />}
      />
      <div className={section['sections']}>
        <Section
          title="Details"
          action={
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
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
      <Modal opened={editing} onClose={() => setEditing(false)} title="Details" size="lg">
        <EditForm incident={incident} close={() => setEditing(false)} />
      </Modal>
    </>
  );
}
