import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deadLettersQuery, type Webhook, webhooksQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { WebhookDialog } from './WebhookForm.tsx';
import { eventsInWords, stateOf } from './words.ts';
import table from '../../ui/Table.module.css';
import classes from './Webhooks.module.css';

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Events</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td>
              <div>
                <TextLink to="/settings/webhooks/$id" params={{ id: webhook.id }} className={classes['url']}>
                  {webhook.url}
                </TextLink>
                {webhook.description !== null && (
                  <Text fz="xs" c="dimmed">
                    {webhook.description}
                  </Text>
                )}
              </div>
            </td>
            <td data-label="Events">{eventsInWords(webhook.events)}</td>
            <td data-label="State">
              <Pill {...stateOf(webhook)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  if (error !== null && webhooks === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
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
        {webhooks === undefined && (
          <Stack p="xl" role="status" aria-label="Loading webhooks">
            <Skeleton height={16} width="60%" />
            <Skeleton height={16} width="45%" />
          </Stack>
        )}
        {webhooks?.length === 0 && (
          <EmptyState
            title="No webhooks yet"
            text="Name an address of yours, and it gets a signed message whenever a document is sent, opened, signed or completed. No polling."
          >
            <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
              Add the first webhook
            </Button>
          </EmptyState>
        )}
        {webhooks !== undefined && webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      </Panel>
      <WebhookDialog webhook={null} opened={adding} close={() => setAdding(false)} />
    </>
  );
}
