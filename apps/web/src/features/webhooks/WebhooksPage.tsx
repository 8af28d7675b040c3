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

/** Makes failed deliveries easy to find. */
function GivenUp() {
  const { data } = useInfiniteQuery(deadLettersQuery({}));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      title={total === 1 ? 'One dead letter' : `${total.toLocaleString()} dead letters`}
    >
      <Text mb="sm">These deliveries failed five times over six hours. You can resend them.</Text>
      <ButtonLink to="/settings/webhooks/given-up" search={{}} size="xs" variant="default">
        View dead letters
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
        lead="Send events to your own systems in real time."
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
              text="Add an endpoint to receive a signed message when a document is sent, viewed, signed or completed."
            >
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
                Add your first webhook
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <WebhookDialog webhook={null} opened={adding} close={() => setAdding(false)} />
    </>
  );
}
