import { Button, Menu, Select, Text, TextInput } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import { auditLogQuery, type LogEntry, type LogFilter } from './queries.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import table from '../../ui/Table.module.css';
import classes from './AuditLog.module.css';
import { ChainCheck } from './ChainCheck.tsx';
import { EntryActions } from './EntryActions.tsx';
import { FollowDocument, FollowPerson } from './Follow.tsx';
import { FAMILIES, whoActed } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

function What({ entry }: { entry: LogEntry }) {
  const { target, target_name: name } = entry;
  return (
    <div>
      <Text>{entry.summary}</Text>
      {name !== null &&
        (entry.stream.startsWith('doc_') ? (
          <TextLink to="/documents/$id" params={{ id: entry.stream }} size="sm">
            {name}
          </TextLink>
        ) : (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        ))}
      {name === null && target.id.startsWith('usr_') && (
        <Text size="sm" c="dimmed">
          {labels.formerMember}
        </Text>
      )}
    </div>
  );
}

const COLUMNS: readonly Column<LogEntry>[] = [
  {
    head: m.auditLogPage.when,
    className: `${table['long']} ${classes['when']}`,
    cell: ({ timestamp }) => <time dateTime={timestamp}>{exactTime(timestamp)}</time>,
  },
  { head: m.auditLogPage.what, className: classes['named'], cell: (entry) => <What entry={entry} /> },
  { head: m.auditLogPage.who, className: `${table['long']} ${classes['named']}`, cell: whoActed },
];

/**
 * Shows the active filter if it is for an actor or object that has no search box, such as a recipient or an API key.
 */
function Followed({ filter: { actor, target, ...others }, show }: FiltersProps) {
  const isSearched = (actor ?? 'usr_').startsWith('usr_') && (target ?? 'doc_').startsWith('doc_');
  const id = actor ?? target;
  if (id === undefined || isSearched) return null;
  const shown = actor === undefined ? m.auditLogPage.onlyDocument(id) : m.auditLogPage.onlyPerson(id);
  return (
    <Button
      variant="light"
      mt="auto"
      maw="100%"
      rightSection={<IconX size={16} />}
      aria-label={m.auditLogPage.removeFilter(shown)}
      onClick={() => show(others)}
    >
      {shown}
    </Button>
  );
}

type FiltersProps = { filter: LogFilter; show: (filter: LogFilter) => void };

function Filters({ filter, show }: FiltersProps) {
  const day = (value: string | undefined) => value?.slice(0, 10) ?? '';
  return (
    <FilterBar filter={filter}>
      <FollowPerson filter={filter} show={show} />
      <FollowDocument filter={filter} show={show} />
      <Select
        label={labels.actions}
        placeholder={common.all}
        clearable
        searchable
        data={FAMILIES}
        value={filter.action ?? null}
        onChange={(action) => show({ ...filter, action: action ?? undefined })}
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
      <Followed filter={filter} show={show} />
    </FilterBar>
  );
}

type EntriesProps = { filter: LogFilter; clear: () => void; follow: (filter: LogFilter) => void };

function Entries({ filter, clear, follow }: EntriesProps) {
  const query = useInfiniteQuery(auditLogQuery(filter));
  return (
    <Panel flush label={m.auditLogPage.entries}>
      <ListTable
        caption={m.auditLogPage.entriesOfAuditLog}
        from={query}
        items={query.data?.pages.flatMap((page) => page.entries)}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={(entry) => <EntryActions entry={entry} follow={follow} />}
        isCornerAction
        empty={
          <EmptyState title={m.auditLogPage.noMatches} text={m.auditLogPage.noEntryMatchesFilters}>
            <Button variant="default" onClick={clear}>
              {labels.showAll}
            </Button>
          </EmptyState>
        }
        more={m.auditLogPage.olderEntries}
      />
    </Panel>
  );
}

/** Shows every action in the organization as a sentence, and verifies the chains in the background. */
export function AuditLogPage() {
  usePageTitle(m.auditLogPage.auditLog);
  const [filter, show] = useState<LogFilter>({});
  const file = (format: 'jsonl' | 'csv') => urlOf(api.exportAuditLog, { query: { ...filter, format } });
  return (
    <>
      <PageHeader
        title={m.auditLogPage.auditLog}
        lead={m.auditLogPage.everyActionInOrganization}
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
                {m.auditLogPage.evidenceWithHashedBytesJson}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      <ChainCheck />
      <Text mb="md">
        <TextLink to="/settings/audit-log/state">{m.auditLogPage.checkpointsAndWitnesses}</TextLink>
      </Text>
      <Filters filter={filter} show={show} />
      <Entries filter={filter} clear={() => show({})} follow={show} />
    </>
  );
}
