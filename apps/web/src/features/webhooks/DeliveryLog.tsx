/** Lists the deliveries to a webhook and the responses. */
import { Group, Select, Text, Title, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveriesQuery, type Delivery, type Webhook } from './queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { DELIVERY_STATES, type LogSearch, parseLogSearch } from './search.ts';
import { deliveryWords, lastAnswer } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import table from '../../ui/Table.module.css';
import classes from './Webhooks.module.css';

const columnsOf = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    head: m.deliveryLog.event,
    cell: ({ id, event, test }) => (
      <UnstyledButton className={classes['open']} onClick={() => open(id)}>
        {event}
        {test && <span className={table['soft']}> {m.deliveryLog.test}</span>}
      </UnstyledButton>
    ),
  },
  { head: labels.state, cell: ({ state }) => <Pill {...deliveryWords(state)} /> },
  {
    head: m.deliveryLog.lastResponse,
    className: classes['answer'],
    cell: (delivery) => (
      <span>
        <bdi>{lastAnswer(delivery)}</bdi>
        {delivery.attempts > 1 && <span className={table['soft']}> {m.deliveryLog.attempt(delivery.attempts)}</span>}
      </span>
    ),
  },
  {
    head: m.deliveryLog.made,
    className: table['short'],
    cell: ({ created_at: createdAt }) => <Time iso={createdAt} />,
  },
];

type Props = { webhook: Webhook; search: LogSearch; show: (next: LogSearch) => void };

function Filters({ search, show }: Omit<Props, 'webhook'>) {
  return (
    <Group gap="sm" className={classes['filters']}>
      <Select
        aria-label={labels.state}
        placeholder={m.deliveryLog.allStates}
        clearable
        size="xs"
        data={DELIVERY_STATES.map((value) => ({ value, label: deliveryWords(value).label }))}
        value={search.state ?? null}
        onChange={(state) => show(parseLogSearch({ ...search, state }))}
      />
      <Select
        aria-label={m.deliveryLog.event}
        placeholder={m.deliveryLog.allEvents}
        clearable
        size="xs"
        data={EVENT_NAMES}
        value={search.event ?? null}
        onChange={(event) => show(parseLogSearch({ ...search, event }))}
      />
    </Group>
  );
}

export function DeliveryLog({ webhook, search, show }: Props) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, search));
  const [openId, setOpenId] = useState<string | null>(null);
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  const filtered = search.state !== undefined || search.event !== undefined;
  return (
    <Panel flush label={m.deliveryLog.deliveries}>
      <div className={classes['logHead']}>
        <Title order={2} fz="md">
          {m.deliveryLog.deliveries}
        </Title>
        <Filters search={search} show={show} />
      </div>
      <ListTable
        caption={m.deliveryLog.deliveries}
        from={query}
        items={deliveries}
        keyOf={({ id }) => id}
        columns={columnsOf(setOpenId)}
        isCompact
        empty={
          <Text c="dimmed" className={classes['none']}>
            {filtered ? m.deliveryLog.noDeliveryMatchesFilters : m.deliveryLog.nothingSentYet}
          </Text>
        }
        more={m.deliveryLog.olderDeliveries}
      />
      <DeliveryDrawer delivery={deliveries?.find(({ id }) => id === openId) ?? null} close={() => setOpenId(null)} />
    </Panel>
  );
}
