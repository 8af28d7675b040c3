import { Button, Modal, Text } from '@mantine/core';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Incident, incidentsQuery } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { ReportForm } from './ReportForm.tsx';
import { clockOf, severityLabel, STATUS } from './words.ts';

function Name({ incident }: { incident: Incident }) {
  return (
    <div>
      <TextLink to="/settings/incidents/$id" params={{ id: incident.id }}>
        {incident.title}
      </TextLink>
      <Text size="sm" c="dimmed">
        {severityLabel(incident.severity)}, reported <Time iso={incident.reported_at} />
        {incident.reported_by.name !== null && ` by ${incident.reported_by.name}`}
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<Incident>[] = [
  { head: 'Incident', cell: (incident) => <Name incident={incident} /> },
  { head: 'Status', cell: ({ status }) => <Pill {...STATUS[status]} /> },
  { head: 'Notice to the authority', cell: (incident) => <Pill {...clockOf(incident, new Date())} /> },
];

function List({ report }: { report: () => void }) {
  const query = useInfiniteQuery(incidentsQuery);
  return (
    <Panel flush label="Incidents">
      <ListTable
        caption="Incidents"
        from={query}
        items={query.data?.pages.flatMap((page) => page.incidents)}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={
          <EmptyState
            title="No incidents"
            text="Report lost devices, e-mails to the wrong person or compromised accounts here."
          >
            <Button variant="default" onClick={report}>
              Report an incident
            </Button>
          </EmptyState>
        }
        more="Older incidents"
      />
    </Panel>
  );
}

/** Every member can report an incident here; administrators see all reports. */
export function IncidentsPage() {
  usePageTitle('Incidents');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [opened, setOpened] = useState(false);
  const report = () => setOpened(true);
  return (
    <>
      <PageHeader
        title="Incidents"
        lead="Events that may have put data at risk. If personal data is affected, the authority must be notified within 72 hours (Article 33 GDPR)."
        actions={<Button onClick={report}>Report an incident</Button>}
      />
      {session.role === 'member' ? (
        <Panel label="Incidents">
          <EmptyState
            title="Something happened?"
            text="Report it at once. The administrators of your organization are notified."
          />
        </Panel>
      ) : (
        <List report={report} />
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title="Report an incident" size="lg">
        <ReportForm close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
