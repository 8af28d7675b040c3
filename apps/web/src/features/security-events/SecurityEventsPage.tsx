import { Button, Group, Menu, Pill, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import { type SecurityEvent, type SecurityEventFilter, securityEventsQuery } from './queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import table from '../../ui/Table.module.css';
import classes from './SecurityEvents.module.css';
import { FAMILIES, SEVERITIES, severityLabel, shownSubject } from './words.ts';

type Shown = { filter: SecurityEventFilter; show: (filter: SecurityEventFilter) => void };

const columnsOf = ({ filter, show }: Shown): readonly Column<SecurityEvent>[] => [
  {
    head: 'When',
    className: `${table['long']} ${classes['when']}`,
    cell: ({ last_at: at }) => <time dateTime={at}>{exactTime(at)}</time>,
  },
  { head: 'What', cell: (event) => <What event={event} /> },
  {
    head: 'Severity',
    cell: ({ severity }) => (
      <span className={`${classes['severity']} ${classes[severity] ?? ''}`}>{severityLabel(severity)}</span>
    ),
  },
  {
    head: 'Who',
    cell: ({ user }) =>
      user === null ? (
        '–'
      ) : (
        <button type="button" className={classes['only']} onClick={() => show({ ...filter, user: user.id })}>
          {user.name ?? 'Former member'}
        </button>
      ),
  },
  {
    head: 'From',
    cell: ({ address }) =>
      address === null ? (
        '–'
      ) : (
        <button type="button" className={classes['only']} onClick={() => show({ ...filter, address })}>
          {address}
        </button>
      ),
  },
];

function What({ event }: { event: SecurityEvent }) {
  const subject = shownSubject(event);
  return (
    <div>
      <Text>
        {event.summary}
        {event.count > 1 && ` (${event.count.toLocaleString('en')} times within a minute)`}
      </Text>
      {subject !== null && (
        <Text size="sm" c="dimmed">
          {subject}
        </Text>
      )}
    </div>
  );
}

function Filters({ filter, show }: Shown) {
  const day = (value: string | undefined) => value?.slice(0, 10) ?? '';
  return (
    <Group gap="sm" mb="md" align="end">
      <Select
        label="Events"
        placeholder="All"
        clearable
        searchable
        data={FAMILIES}
        value={filter.kind ?? null}
        onChange={(kind) => show({ ...filter, kind: kind ?? undefined })}
      />
      <Select
        label="Severity"
        placeholder="Any"
        clearable
        data={SEVERITIES.map(({ value, label }) => ({
          value,
          label: value === 'critical' || value === 'low' ? label : `${label} and higher`,
        }))}
        value={filter.severity ?? null}
        onChange={(severity) => show({ ...filter, severity: severity ?? undefined })}
      />
      <TextInput
        label="From"
        type="date"
        value={day(filter.from)}
        onChange={({ currentTarget: { value } }) =>
          show({ ...filter, from: value === '' ? undefined : `${value}T00:00:00.000Z` })
        }
      />
      <TextInput
        label="Until"
        type="date"
        value={day(filter.to)}
        onChange={({ currentTarget: { value } }) =>
          show({ ...filter, to: value === '' ? undefined : `${value}T23:59:59.999Z` })
        }
      />
      {filter.user !== undefined && (
        <Pill
          withRemoveButton
          size="lg"
          onRemove={() => show({ ...filter, user: undefined })}
          removeButtonProps={{ 'aria-label': 'Show all people', tabIndex: 0, 'aria-hidden': false }}
        >
          One person
        </Pill>
      )}
      {filter.address !== undefined && (
        <Pill
          withRemoveButton
          size="lg"
          onRemove={() => show({ ...filter, address: undefined })}
          removeButtonProps={{ 'aria-label': 'Show all addresses', tabIndex: 0, 'aria-hidden': false }}
        >
          {filter.address}
        </Pill>
      )}
    </Group>
  );
}

function Events({ filter, show }: Shown) {
  const query = useInfiniteQuery(securityEventsQuery(filter));
  return (
    <Panel flush label="Events">
      <ListTable
        caption="Security events"
        from={query}
        items={query.data?.pages.flatMap((page) => page.events)}
        keyOf={({ id }) => id}
        columns={columnsOf({ filter, show })}
        empty={
          <EmptyState title="No matches" text="No security event matches your filters.">
            <Button variant="default" onClick={() => show({})}>
              Show all
            </Button>
          </EmptyState>
        }
        more="Older events"
      />
    </Panel>
  );
}

const route = getRouteApi('/frame/settings/security-events');

/** Sign-ins, refusals and changes of permissions; new events appear automatically. */
export function SecurityEventsPage() {
  usePageTitle('Security events');
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: SecurityEventFilter) => void navigate({ search: next, replace: true });
  const file = (format: 'jsonl' | 'csv') => urlOf(api.exportSecurityEvents, { query: { ...filter, format } });
  return (
    <>
      <PageHeader
        title="Security events"
        lead="Sign-ins, rejected requests, and changes of members, keys and permissions. New events appear automatically. A webhook for security.events sends them to your own systems."
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} />}>
                Download
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={file('csv')} download>
                Spreadsheet (CSV)
              </Menu.Item>
              <Menu.Item component="a" href={file('jsonl')} download>
                Data (JSON lines)
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      <Filters filter={filter} show={show} />
      <Events filter={filter} show={show} />
    </>
  );
}
