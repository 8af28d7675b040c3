import { Alert, Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deadLettersQuery, type Webhook, webhooksQuery } from './queries.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { WebhookDialog } from './WebhookForm.tsx';
import { eventsInWords, stateOf } from './words.ts';
import classes from './Webhooks.module.css';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    head: 'Address',
    cell: ({ id, url, description }) => (
      <div>
        <TextLink to="/settings/webhooks/$id" params={{ id }} className={classes['url']}>
          {url}
        </TextLink>
        {description !== null && (
          <Text fz="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  { head: 'Events', cell: ({ events }) => eventsInWords(events) },
  { head: 'State', cell: (webhook) => <Pill {...stateOf(webhook)} /> },
];

/** So that nobody has to go looking for what did not get through. */
function GivenUp() {
  const { data } = useInfiniteQuery(deadLettersQuery({}));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      title={total === 1 ? 'One delivery was given up' : `${total.toLocaleString()} deliveries were given up`}
    >
      <Text mb="sm">Five attempts over six hours did not get through. You can send them again.</Text>
      <ButtonLink to="/settings/webhooks/given-up" search={{}} size="xs" variant="default">
        Look at them
      </ButtonLink>
    </Alert>
  );
}

export function WebhooksPage() {
  usePageTitle('Webhooks');
  const query = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="We tell your programs what happens, as it happens."
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            New webhook
          </Button>
        }
      />
      <GivenUp />
      <Panel flush label="Webhooks">
        <ListTable
          caption="Webhooks"
          from={query}
          items={query.data}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState
              title="No webhooks yet"
              text="Name an address of yours, and it gets a signed message whenever a document is sent, opened, signed or completed. No polling."
            >
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
                Add the first webhook
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <WebhookDialog webhook={null} opened={adding} close={() => setAdding(false)} />
    </>
  );
}
