/** Lists a key's requests in recent days, so that people can find a request that failed. */
import { Box, Code, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, keyRequestsQuery, type LoggedRequest } from './queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { EmptyState } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { numberText } from '../../ui/numbers.ts';
import { m } from './texts.ts';
import table from '../../ui/Table.module.css';

const OUTCOMES = [
  { value: 'all', label: m.requestsDialog.all },
  { value: 'error', label: m.requestsDialog.errors },
];

const toneOf = (status: number | null) => (status === null || status >= 500 ? 'no' : status >= 400 ? 'wait' : 'done');

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    head: m.requestsDialog.request,
    cell: ({ method, route }) => (
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{method}</b> {route}
      </Text>
    ),
  },
  {
    head: m.requestsDialog.status,
    cell: ({ status }) => <Pill label={status?.toString() ?? m.requestsDialog.noAnswer} tone={toneOf(status)} />,
  },
  {
    head: m.requestsDialog.duration,
    className: table['short'],
    cell: ({ milliseconds }) => m.requestsDialog.ms(numberText(milliseconds)),
  },
  { head: m.requestsDialog.time, className: table['short'], cell: ({ at }) => <Time iso={at} /> },
  {
    head: m.requestsDialog.requestId,
    className: table['short'],
    cell: ({ request_id: id }) => <Code>{id}</Code>,
  },
];

function Requests({ apiKey }: { apiKey: ApiKey }) {
  const [outcome, setOutcome] = useState('all');
  const query = useInfiniteQuery(keyRequestsQuery(apiKey.id, outcome === 'error'));
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        {m.requestsDialog.lastSevenDays}
      </Text>
      <SegmentedControl data={OUTCOMES} value={outcome} onChange={setOutcome} aria-label={m.requestsDialog.show} />
      {/* The list fills the width of the dialog, as it would in a panel. */}
      <Box mx="calc(-1 * var(--mb-padding))">
        <ListTable
          caption={m.requestsDialog.requestsOf(apiKey.name)}
          from={query}
          items={query.data?.pages.flatMap(({ requests }) => requests)}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          isCompact
          empty={
            outcome === 'error' ? (
              <EmptyState title={m.requestsDialog.noErrors} text={m.requestsDialog.everyRequestSucceeded} />
            ) : (
              <EmptyState title={m.requestsDialog.noRequests} text={m.requestsDialog.newRequestsAppear} />
            )
          }
        />
      </Box>
    </Stack>
  );
}

export function RequestsDialog({ apiKey, close }: { apiKey: ApiKey | null; close: () => void }) {
  return (
    <Modal
      opened={apiKey !== null}
      onClose={close}
      title={apiKey && m.requestsDialog.requestsOf(apiKey.name)}
      size="xl"
    >
      {apiKey !== null && <Requests apiKey={apiKey} />}
    </Modal>
  );
}
