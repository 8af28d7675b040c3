import { Button, Group, Menu, Pill, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { urlOf } from '../../api/client.ts';
import { type SecurityEvent, type SecurityEventFilter, securityEventsQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import { PageLoader } from '../frame/PageLoader.tsx';
import table from '../../ui/Table.module.css';
import classes from './SecurityEvents.module.css';
import { FAMILIES, SEVERITIES, severityLabel, shownSubject } from './words.ts';

type Shown = { filter: SecurityEventFilter; show: (filter: SecurityEventFilter) => void };

function Line({ event, filter, show }: Shown & { event: SecurityEvent }) {
  const { user, address, severity } = event;
  const subject = shownSubject(event);
  return (
    <tr>
      <td data-label="When" className={`${table['long']} ${classes['when']}`}>
        <time dateTime={event.last_at}>{exactTime(event.last_at)}</time>
      </td>
      <td data-label="What">
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
      </td>
      <td data-label="Severity" className={`${classes['severity']} ${classes[severity] ?? ''}`}>
        {severityLabel(severity)}
      </td>
      <td data-label="Who">
        {user === null ? (
          '–'
        ) : (
          <button type="button" className={classes['only']} onClick={() => show({ ...filter, user: user.id })}>
            {user.name ?? 'Somebody who is no longer here'}
          </button>
        )}
      </td>
      <td data-label="From">
        {address === null ? (
          '–'
        ) : (
          <button type="button" className={classes['only']} onClick={() => show({ ...filter, address })}>
            {address}
          </button>
        )}
      </td>
    </tr>
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
          label: value === 'critical' || value === 'low' ? label : `${label} and worse`,
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
          removeButtonProps={{ 'aria-label': 'Show everybody', tabIndex: 0, 'aria-hidden': false }}
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
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    securityEventsQuery(filter),
  );
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  const events = data.pages.flatMap((page) => page.events);
  return (
    <Panel flush label="Events">
      {events.length === 0 ? (
        <EmptyState title="Nothing of the kind" text="No security event fits what you asked for.">
          <Button variant="default" onClick={() => show({})}>
            Show all
          </Button>
        </EmptyState>
      ) : (
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Severity</th>
              <th scope="col">Who</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <Line key={event.id} event={event} filter={filter} show={show} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button variant="subtle" fullWidth radius={0} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older events
        </Button>
      )}
    </Panel>
  );
}

const route = getRouteApi('/frame/settings/security-events');

/** Who logged in, what was refused and which rights changed; new events appear by themselves. */
export function SecurityEventsPage() {
  usePageTitle('Security events');
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: SecurityEventFilter) => void navigate({ search: next, replace: true });
  const file = (format: 'jsonl' | 'csv') => urlOf('exportSecurityEvents', { query: { ...filter, format } });
  return (
    <>
      <PageHeader
        title="Security events"
        lead="Logins, refusals, and changes of people, keys and rights. New ones appear by themselves. A webhook for security.events sends them to your own systems."
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} />}>
                Download
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={file('csv')} download>
                For spreadsheets (CSV)
              </Menu.Item>
              <Menu.Item component="a" href={file('jsonl')} download>
                For programs (JSON lines)
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
