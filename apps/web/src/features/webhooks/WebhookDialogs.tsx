/** Dialogs for an existing webhook: test, rotate the secret, delete. */
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventKind } from '@countersign/contract';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Webhook } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { WebhookSecret } from './WebhookForm.tsx';
import { EVENT_NAMES } from './words.ts';

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
      toastDone('Test event sent', 'The log shows the response.');
      done();
    },
  });
  return (
    <Modal opened onClose={close} title="Send a test event">
      <Stack gap="md">
        <Text>
          A test event is sent to <b>{webhook.url}</b> once, with a normal signature
          {webhook.active ? '' : ', even though the webhook is off'}.
        </Text>
        <FormError error={test.error} />
        <Select
          label="Event"
          data={EVENT_NAMES}
          allowDeselect={false}
          value={event}
          onChange={(value) => setEvent(EVENT_NAMES.find((kind) => kind === value) ?? event)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate()} data-autofocus>
            Send test event
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const OVERLAPS = [
  { value: '24', label: 'A day' },
  { value: '1', label: 'An hour' },
  { value: '0', label: 'Not at all (revoke now)' },
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
      title={secret === undefined ? 'A new secret' : 'The new secret'}
      closeOnClickOutside={secret === undefined}
      closeOnEscape={secret === undefined}
    >
      {secret !== undefined ? (
        <WebhookSecret value={secret} close={close} />
      ) : (
        <Stack gap="md">
          <Text>
            While both secrets are valid, webhook-signature contains signatures with both, and x-service-signature uses
            the old secret. Update your receiver, then revoke the old secret.
          </Text>
          <FormError error={rotate.error} />
          <Select
            label="The old secret stays valid for"
            data={OVERLAPS}
            allowDeselect={false}
            value={overlap}
            onChange={(value) => setOverlap(value ?? '24')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()} data-autofocus>
              Create a new secret
            </Button>
          </Group>
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
      toastDone('Webhook deleted', 'No more events are sent there.');
      // Navigates first: its page would request the deleted webhook again.
      await leave();
      changed();
    },
  });
  return (
    <Modal opened onClose={close} title="Delete this webhook?">
      <Stack gap="md">
        <Text>
          No more events are sent to <b>{webhook.url}</b>. Waiting deliveries and the log are deleted. Pause the webhook
          to keep them.
        </Text>
        <FormError error={remove.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete webhook
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
