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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { phrase } from '../../ui/phrase.ts';

function Name({ incident }: { incident: Incident }) {
  return (
    <div>
      <TextLink to="/settings/incidents/$id" params={{ id: incident.id }}>
        {incident.title}
      </TextLink>
      <Text size="sm" c="dimmed">
        {phrase(m.incidentsPage.reported(severityLabel(incident.severity), <Time iso={incident.reported_at} />))}
        {incident.reported_by.name !== null && ` ${m.incidentsPage.by(incident.reported_by.name)}`}
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<Incident>[] = [
  { head: m.incidentsPage.incident, cell: (incident) => <Name incident={incident} /> },
  { head: common.status, cell: ({ status }) => <Pill {...STATUS[status]} /> },
  { head: m.incidentsPage.noticeToAuthority, cell: (incident) => <Pill {...clockOf(incident, new Date())} /> },
];

function List({ report }: { report: () => void }) {
  const query = useInfiniteQuery(incidentsQuery);
  return (
    <Panel flush label={m.incidentsPage.incidents}>
      <ListTable
        caption={m.incidentsPage.incidents}
        from={query}
        items={query.data?.pages.flatMap((page) => page.incidents)}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={
          <EmptyState title={m.incidentsPage.noIncidents} text={m.incidentsPage.reportLostDevicesEMails}>
            <Button variant="default" onClick={report}>
              {m.incidentsPage.reportIncident}
            </Button>
          </EmptyState>
        }
        more={m.incidentsPage.olderIncidents}
      />
    </Panel>
  );
}

/** Lets every member report an incident. Administrators see all reports. */
export function IncidentsPage() {
  usePageTitle(m.incidentsPage.incidents);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [opened, setOpened] = useState(false);
  const report = () => setOpened(true);
  return (
    <>
      <PageHeader
        title={m.incidentsPage.incidents}
        lead={m.incidentsPage.eventsMayHavePutData}
        actions={<Button onClick={report}>{m.incidentsPage.reportIncident}</Button>}
      />
      {session.role === 'member' ? (
        <Panel label={m.incidentsPage.incidents}>
          <EmptyState title={m.incidentsPage.somethingHappened} text={m.incidentsPage.reportAtOnce} />
        </Panel>
      ) : (
        <List report={report} />
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.incidentsPage.reportIncident} size="lg">
        <ReportForm close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
