/** What was sent to a webhook, and what came back. */
import { Button, Group, Select, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveriesQuery, type Delivery, type Webhook } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { DELIVERY_STATES, deliveryWords, EVENT_NAMES, lastAnswer, type LogSearch, parseLogSearch } from './words.ts';
import table from '../../ui/Table.module.css';
import classes from './Webhooks.module.css';

function Rows({ deliveries, open }: { deliveries: readonly Delivery[]; open: (id: string) => void }) {
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col">Last answer</th>
          <th scope="col">Made</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <td>
              <UnstyledButton className={classes['open']} onClick={() => open(delivery.id)}>
                {delivery.event}
                {delivery.test && <span className={table['soft']}> (test)</span>}
              </UnstyledButton>
            </td>
            <td data-label="State">
              <Pill {...deliveryWords(delivery.state)} />
            </td>
            <td data-label="Last answer">
              <span>
                {lastAnswer(delivery)}
                {delivery.attempts > 1 && <span className={table['soft']}> · attempt {delivery.attempts}</span>}
              </span>
            </td>
            <td data-label="Made">
              <Time iso={delivery.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = { webhook: Webhook; search: LogSearch; show: (next: LogSearch) => void };

function Filters({ search, show }: Omit<Props, 'webhook'>) {
  return (
    <Group gap="sm" className={classes['filters']}>
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        size="xs"
        data={DELIVERY_STATES.map((value) => ({ value, label: deliveryWords(value).label }))}
        value={search.state ?? null}
        onChange={(state) => show(parseLogSearch({ ...search, state }))}
      />
      <Select
        aria-label="Event"
        placeholder="Any event"
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
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhook.id, search),
  );
  const [openId, setOpenId] = useState<string | null>(null);
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  const filtered = search.state !== undefined || search.event !== undefined;
  return (
    <Panel flush label="Deliveries">
      <div className={classes['logHead']}>
        <Title order={2} fz="md">
          Deliveries
        </Title>
        <Filters search={search} show={show} />
      </div>
      {error !== null && deliveries === undefined && <ErrorView order={2} error={error} retry={() => void refetch()} />}
      {error === null && deliveries === undefined && (
        <Stack p="xl" role="status" aria-label="Loading deliveries">
          <Skeleton height={16} width="60%" />
        </Stack>
      )}
      {deliveries?.length === 0 && (
        <Text c="dimmed" className={classes['none']}>
          {filtered
            ? 'No delivery of this kind.'
            : 'Nothing has been sent yet. A test event shows at once whether your receiver understands us.'}
        </Text>
      )}
      {deliveries !== undefined && deliveries.length > 0 && <Rows deliveries={deliveries} open={setOpenId} />}
      {hasNextPage && (
        <Button variant="subtle" fullWidth radius={0} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older deliveries
        </Button>
      )}
      <DeliveryDrawer delivery={deliveries?.find(({ id }) => id === openId) ?? null} close={() => setOpenId(null)} />
    </Panel>
  );
}
