import { Alert, Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deadLettersQuery, type Webhook, webhooksQuery } from './queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { WebhookLink } from './WebhookLink.tsx';
import { WebhookDialog } from './WebhookForm.tsx';
import { eventsInWords, stateOf } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Webhooks.module.css';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    head: m.webhooksPage.address,
    cell: ({ id, url, description }) => (
      <div>
        <WebhookLink id={id} url={url} />
        {description !== null && (
          <Text fz="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  { head: m.webhooksPage.events, className: classes['eventsColumn'], cell: ({ events }) => eventsInWords(events) },
  { head: labels.state, cell: (webhook) => <Pill {...stateOf(webhook)} /> },
];

/** Shows a notice that links to failed deliveries. */
function GivenUp() {
  const { data } = useInfiniteQuery(deadLettersQuery({}));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert color="red" variant="light" mb="md" title={m.webhooksPage.deadLetters(total)}>
      <Text mb="sm">{m.webhooksPage.deliveriesFailedFiveTimesOver}</Text>
      <ButtonLink to="/settings/webhooks/given-up" search={{}} size="xs" variant="default">
        {m.webhooksPage.viewDeadLetters}
      </ButtonLink>
    </Alert>
  );
}

export function WebhooksPage() {
  usePageTitle(labels.webhooks);
  const query = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={labels.webhooks}
        lead={m.webhooksPage.sendEventsToOwnSystems}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {m.webhooksPage.newWebhook}
          </Button>
        }
      />
      <GivenUp />
      <Panel flush label={labels.webhooks}>
        <ListTable
          caption={labels.webhooks}
          from={query}
          items={query.data}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState title={m.webhooksPage.noWebhooksYet} text={m.webhooksPage.addEndpointToReceiveSigned}>
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
                {m.webhooksPage.addFirstWebhook}
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <WebhookDialog webhook={null} opened={adding} close={() => setAdding(false)} />
    </>
  );
}
