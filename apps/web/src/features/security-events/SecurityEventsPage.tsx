import { Button, Menu, Pill, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import { type EventGroup, groupEvents } from './groups.ts';
import { type SecurityEventFilter, securityEventsQuery } from './queries.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { dayOf, exactTime } from '../../ui/time.ts';
import table from '../../ui/Table.module.css';
import classes from './SecurityEvents.module.css';
import { SEVERITIES } from './search.ts';
import { FAMILIES, SEVERITY_LABELS, shownSubject } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type Shown = { filter: SecurityEventFilter; show: (filter: SecurityEventFilter) => void };

const columnsOf = ({ filter, show }: Shown): readonly Column<EventGroup>[] => [
  {
    head: m.securityEventsPage.when,
    className: `${table['long']} ${classes['when']}`,
    cell: ({ latest: { last_at: at } }) => <time dateTime={at}>{exactTime(at)}</time>,
  },
  { head: m.securityEventsPage.what, cell: (group) => <What group={group} /> },
  {
    head: m.securityEventsPage.severity,
    cell: ({ latest: { severity } }) => (
      <span className={`${classes['severity']} ${classes[severity] ?? ''}`}>{SEVERITY_LABELS[severity]}</span>
    ),
  },
  {
    head: m.securityEventsPage.who,
    className: table['long'],
    cell: ({ latest: { user } }) =>
      user === null ? (
        '–'
      ) : (
        <button type="button" className={classes['only']} onClick={() => show({ ...filter, user: user.id })}>
          {user.name ?? labels.formerMember}
        </button>
      ),
  },
  {
    head: labels.from,
    cell: ({ latest: { address } }) =>
      address === null ? (
        '–'
      ) : (
        <button type="button" className={classes['only']} onClick={() => show({ ...filter, address })}>
          {address}
        </button>
      ),
  },
];

function What({ group: { latest, events, count } }: { group: EventGroup }) {
  const subject = shownSubject(latest);
  return (
    <div className={classes['what']}>
      <Text>
        {events.length > 1
          ? m.securityEventsPage.timesThisDay(latest.summary, count)
          : count > 1
            ? m.securityEventsPage.timesWithinMinute(latest.summary, count)
            : latest.summary}
      </Text>
      {subject !== null && (
        <Text size="sm" c="dimmed">
          {subject}
        </Text>
      )}
      {events.length > 1 && (
        <details className={classes['each']}>
          <summary>{m.securityEventsPage.showEach}</summary>
          <ul>
            {events.map(({ id, last_at: at, count: times }) => (
              <li key={id}>
                <time dateTime={at}>
                  {times > 1 ? m.securityEventsPage.times(exactTime(at), times) : exactTime(at)}
                </time>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Filters({ filter, show }: Shown) {
  const day = (value: string | undefined) => value?.slice(0, 10) ?? '';
  return (
    <FilterBar filter={filter}>
      <Select
        label={m.securityEventsPage.events}
        placeholder={common.all}
        clearable
        searchable
        data={FAMILIES}
        value={filter.kind ?? null}
        onChange={(kind) => show({ ...filter, kind: kind ?? undefined })}
      />
      <Select
        label={m.securityEventsPage.severity}
        placeholder={m.securityEventsPage.any}
        clearable
        data={SEVERITIES.map((value) => ({
          value,
          label:
            value === 'critical' || value === 'low'
              ? SEVERITY_LABELS[value]
              : m.securityEventsPage.andHigher(SEVERITY_LABELS[value]),
        }))}
        value={filter.severity ?? null}
        onChange={(severity) => show({ ...filter, severity: severity ?? undefined })}
      />
      <TextInput
        label={labels.from}
        type="date"
        value={day(filter.from)}
        onChange={({ currentTarget: { value } }) =>
          show({ ...filter, from: value === '' ? undefined : `${value}T00:00:00.000Z` })
        }
      />
      <TextInput
        label={labels.until}
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
          removeButtonProps={{ 'aria-label': m.securityEventsPage.showAllPeople, tabIndex: 0, 'aria-hidden': false }}
        >
          {m.securityEventsPage.onePerson}
        </Pill>
      )}
      {filter.address !== undefined && (
        <Pill
          withRemoveButton
          size="lg"
          onRemove={() => show({ ...filter, address: undefined })}
          removeButtonProps={{ 'aria-label': m.securityEventsPage.showAllAddresses, tabIndex: 0, 'aria-hidden': false }}
        >
          {filter.address}
        </Pill>
      )}
    </FilterBar>
  );
}

function Events({ filter, show }: Shown) {
  const query = useInfiniteQuery(securityEventsQuery(filter));
  const events = query.data?.pages.flatMap((page) => page.events);
  return (
    <Panel flush label={m.securityEventsPage.events}>
      <ListTable
        caption={m.securityEventsPage.securityEvents}
        from={query}
        items={events && groupEvents(events, dayOf)}
        keyOf={({ events: [first, ...rest] }) => (rest.at(-1) ?? first)?.id ?? ''}
        columns={columnsOf({ filter, show })}
        empty={
          <EmptyState title={m.securityEventsPage.noMatches} text={m.securityEventsPage.noSecurityEventMatchesFilters}>
            <Button variant="default" onClick={() => show({})}>
              {labels.showAll}
            </Button>
          </EmptyState>
        }
        more={m.securityEventsPage.olderEvents}
      />
    </Panel>
  );
}

const route = getRouteApi('/frame/settings/security-events');

/** Lists sign-ins, refused requests and permission changes. New events appear automatically. */
export function SecurityEventsPage() {
  usePageTitle(m.securityEventsPage.securityEvents);
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: SecurityEventFilter) => void navigate({ search: next, replace: true });
  const file = (format: 'jsonl' | 'csv') => urlOf(api.exportSecurityEvents, { query: { ...filter, format } });
  return (
    <>
      <PageHeader
        title={m.securityEventsPage.securityEvents}
        lead={m.securityEventsPage.signInsRejectedRequests}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} />}>
                {labels.download}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={file('csv')} download>
                {labels.spreadsheetCsv}
              </Menu.Item>
              <Menu.Item component="a" href={file('jsonl')} download>
                {m.securityEventsPage.dataJsonLines}
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
