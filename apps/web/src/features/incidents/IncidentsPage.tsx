import { Button, Modal, Text } from '@mantine/core';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Incident, incidentsQuery, sessionQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import table from '../../ui/Table.module.css';
import { PageLoader } from '../frame/PageLoader.tsx';
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

function Row({ incident }: { incident: Incident }) {
  return (
    <tr>
      <td data-label="Incident">
        <Name incident={incident} />
      </td>
      <td data-label="Status">
        <Pill {...STATUS[incident.status]} />
      </td>
      <td data-label="Notice to the authority">
        <Pill {...clockOf(incident, new Date())} />
      </td>
    </tr>
  );
}

function List({ report }: { report: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(incidentsQuery);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  const incidents = data.pages.flatMap((page) => page.incidents);
  return (
    <Panel flush label="Incidents">
      {incidents.length === 0 ? (
        <EmptyState
          title="No incidents"
          text="Lost devices, mail to the wrong person, accounts taken over: report them here."
        >
          <Button variant="default" onClick={report}>
            Report an incident
          </Button>
        </EmptyState>
      ) : (
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Incident</th>
              <th scope="col">Status</th>
              <th scope="col">Notice to the authority</th>
            </tr>
          </thead>
          <tbody>
            {incidents.map((incident) => (
              <Row key={incident.id} incident={incident} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button variant="subtle" fullWidth radius={0} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older incidents
        </Button>
      )}
    </Panel>
  );
}

/** Every member reports here; administrators see what was reported. */
export function IncidentsPage() {
  usePageTitle('Incidents');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [opened, setOpened] = useState(false);
  const report = () => setOpened(true);
  return (
    <>
      <PageHeader
        title="Incidents"
        lead="What may have put data at risk. If personal data is affected, the authority must be notified within 72 hours (Article 33 GDPR)."
        actions={<Button onClick={report}>Report an incident</Button>}
      />
      {session.role === 'member' ? (
        <Panel label="Incidents">
          <EmptyState
            title="Something happened?"
            text="Report it at once. The administrators of your organization are notified and look after it."
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
