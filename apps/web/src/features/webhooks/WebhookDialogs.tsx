/** Dialogs for testing a webhook, rotating its secret, or deleting it. */
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventKind } from '@countersign/contract';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import type { Webhook } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { WebhookSecret } from './WebhookForm.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

type Props = { webhook: Webhook; close: () => void };

export function useWebhooksChanged() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}

export function TestDialog({ webhook, close, done }: Props & { done: () => void }) {
  const changed = useWebhooksChanged();
  const [event, setEvent] = useState<EventKind>('document.completed');
  const test = useMutation({
    mutationFn: () => call(api.testWebhook, { params: { integrationId: webhook.id }, body: { event } }),
    onSuccess: () => {
      changed();
      toastDone(m.webhookDialogs.testEventSent, m.webhookDialogs.logShowsResponse);
      done();
    },
  });
  return (
    <Modal opened onClose={close} title={m.webhookDialogs.sendTestEvent}>
      <Stack gap="md">
        <Text>
          {phrase(
            (webhook.active ? m.webhookDialogs.testEvent : m.webhookDialogs.testEventWhileOff)(<b>{webhook.url}</b>),
          )}
        </Text>
        <FormError error={test.error} />
        <Select
          label={m.webhookDialogs.event}
          data={EVENT_NAMES}
          allowDeselect={false}
          value={event}
          onChange={(value) => setEvent(EVENT_NAMES.find((kind) => kind === value) ?? event)}
        />
        <DialogActions close={close} isPending={test.isPending} act={() => test.mutate()}>
          {m.webhookDialogs.sendTestEventText}
        </DialogActions>
      </Stack>
    </Modal>
  );
}

const OVERLAPS = [
  { value: '24', label: labels.aDay },
  { value: '1', label: labels.anHour },
  { value: '0', label: m.webhookDialogs.notAtAllRevokeNow },
];

export function RotateSecretDialog({ webhook, close }: Props) {
  const changed = useWebhooksChanged();
  const [overlap, setOverlap] = useState('24');
  const rotate = useMutation({
    mutationFn: () =>
      call(api.rotateWebhookSecret, { params: { integrationId: webhook.id }, body: { overlapHours: Number(overlap) } }),
    onSuccess: changed,
  });
  const secret = rotate.data?.webhook.secret;
  return (
    <Modal
      opened
      onClose={close}
      title={secret === undefined ? m.webhookDialogs.newSecret : m.webhookDialogs.newSecretTitle}
      closeOnClickOutside={secret === undefined}
      closeOnEscape={secret === undefined}
    >
      {secret !== undefined ? (
        <WebhookSecret value={secret} close={close} />
      ) : (
        <Stack gap="md">
          <Text>{m.webhookDialogs.whileBothSecretsValidWebhook}</Text>
          <FormError error={rotate.error} />
          <Select
            label={m.webhookDialogs.oldSecretStaysValid}
            data={OVERLAPS}
            allowDeselect={false}
            value={overlap}
            onChange={(value) => setOverlap(value ?? '24')}
          />
          <DialogActions close={close} isPending={rotate.isPending} act={() => rotate.mutate()}>
            {m.webhookDialogs.createNewSecret}
          </DialogActions>
        </Stack>
      )}
    </Modal>
  );
}

export function DeleteWebhookDialog({ webhook, close, leave }: Props & { leave: () => Promise<void> }) {
  const changed = useWebhooksChanged();
  const remove = useMutation({
    mutationFn: () => call(api.deleteWebhook, { params: { integrationId: webhook.id } }),
    onSuccess: async () => {
      toastDone(m.webhookDialogs.webhookDeleted, m.webhookDialogs.noMoreEventsSent);
      // The app navigates away first. Otherwise, this page would request the deleted webhook again.
      await leave();
      changed();
    },
  });
  return (
    <Modal opened onClose={close} title={m.webhookDialogs.deleteWebhook}>
      <Stack gap="md">
        <Text>{phrase(m.webhookDialogs.noMoreEventsSentToWaiting(<b>{webhook.url}</b>))}</Text>
        <FormError error={remove.error} />
        <DialogActions
          close={close}
          keep={labels.keepIt}
          isPending={remove.isPending}
          act={() => remove.mutate()}
          isFinal
        >
          {m.webhookDialogs.deleteWebhookText}
        </DialogActions>
      </Stack>
    </Modal>
  );
}
