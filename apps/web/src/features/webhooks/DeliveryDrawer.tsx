import { Alert, Button, Code, CopyButton, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Delivery } from './queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { useWebhooksChanged } from './WebhookDialogs.tsx';
import { causeOf, deliveryWords, pretty } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Webhooks.module.css';

type Attempt = Delivery['attempt_log'][number];

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const cause = causeOf(attempt.error, attempt.error_code);
  return (
    <li>
      <Text fw={580}>
        {attempt.number}.{' '}
        <bdi>
          {attempt.status === null ? (cause ?? m.deliveryDrawer.noResponse) : m.deliveryDrawer.answered(attempt.status)}
        </bdi>
      </Text>
      <Text fz="xs" c="dimmed">
        {m.deliveryDrawer.ms(exactTime(attempt.at), attempt.duration_ms)}
      </Text>
      {attempt.status !== null && cause !== null && <Text fz="xs">{cause}</Text>}
      {attempt.response !== null && attempt.response !== '' && (
        <Code
          block
          className={classes['body']}
          tabIndex={0}
          aria-label={m.deliveryDrawer.responseToAttempt(attempt.number)}
        >
          {pretty(attempt.response)}
        </Code>
      )}
    </li>
  );
}

function Payload({ body }: { body: string }) {
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={3}>{m.deliveryDrawer.payload}</Title>
        <CopyButton value={body}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? labels.copied : m.deliveryDrawer.copyExactBytes}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className={classes['body']} tabIndex={0} aria-label={m.deliveryDrawer.payload}>
        {pretty(body)}
      </Code>
    </section>
  );
}

function Contents({ delivery }: { delivery: Delivery }) {
  const changed = useWebhooksChanged();
  const again = useMutation({
    mutationFn: () =>
      call(api.redeliverWebhook, { params: { integrationId: delivery.webhook_id, deliveryId: delivery.id } }),
    onSuccess: () => {
      changed();
      toastDone(labels.sentAgain, m.deliveryDrawer.withSameEventId);
    },
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Pill {...deliveryWords(delivery.state)} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {m.deliveryDrawer.sendAgain}
        </Button>
      </Group>
      <FormError error={again.error} />
      {delivery.state === 'pending' && delivery.next_attempt_at !== null && delivery.attempts > 0 && (
        <Alert variant="light">{m.deliveryDrawer.nextAttempt(exactTime(delivery.next_attempt_at))}</Alert>
      )}
      <dl className={classes['deliveryFacts']}>
        <dt>{m.deliveryDrawer.eventId}</dt>
        <dd>
          <Code>{delivery.event_id}</Code>
        </dd>
        {delivery.document_id !== null && (
          <>
            <dt>{labels.document}</dt>
            <dd>
              {delivery.test ? (
                <Code>{delivery.document_id}</Code>
              ) : (
                <TextLink to="/documents/$id" params={{ id: delivery.document_id }}>
                  {delivery.document_id}
                </TextLink>
              )}
            </dd>
          </>
        )}
        {delivery.sequence !== null && (
          <>
            <dt>{m.deliveryDrawer.sequence}</dt>
            <dd>{delivery.sequence}</dd>
          </>
        )}
      </dl>
      <Payload body={delivery.request.body} />
      <section>
        <Title order={3} mb={6}>
          {m.deliveryDrawer.attempts}
        </Title>
        {delivery.attempt_log.length === 0 ? (
          <Text c="dimmed">{labels.noneYet}</Text>
        ) : (
          <ol className={classes['attempts']} reversed>
            {delivery.attempt_log.toReversed().map((attempt) => (
              <AttemptItem key={`${attempt.at} ${attempt.number}`} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
    </Stack>
  );
}

export function DeliveryDrawer({ delivery, close }: { delivery: Delivery | null; close: () => void }) {
  return (
    <Drawer
      opened={delivery !== null}
      onClose={close}
      position="right"
      size={560}
      title={delivery?.event ?? m.deliveryDrawer.delivery}
    >
      {delivery !== null && <Contents key={delivery.id} delivery={delivery} />}
    </Drawer>
  );
}
