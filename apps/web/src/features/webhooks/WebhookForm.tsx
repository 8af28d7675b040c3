/** The form for a webhook's address, events and payload format. */
import { Checkbox, Code, Fieldset, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventKind, PayloadShape } from '@countersign/contract';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import type { Webhook } from './queries.ts';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { EVENT_WORDS, GROUPS, inGroup, SHAPES } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Webhooks.module.css';

type Values = { url: string; description: string; which: 'all' | 'some'; events: EventKind[]; shape: PayloadShape };

const FIELDS = ['url', 'events', 'description'] as const;

const valuesOf = (webhook: Webhook | null): Values => {
  const events = (webhook?.events ?? []).filter((kind) => kind !== '*');
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    which: webhook !== null && events.length > 0 ? 'some' : 'all',
    events,
    shape: webhook?.payload_shape ?? 'A',
  };
};

const useWebhookForm = (webhook: Webhook | null) =>
  useForm<Values>({
    initialValues: valuesOf(webhook),
    validate: {
      url: (value) => (/^https?:\/\/[^\s/]+/i.test(value.trim()) ? null : m.webhookForm.enterCompleteUrlAsHttps),
      events: (value, { which }) => (which === 'some' && value.length === 0 ? m.webhookForm.chooseAtLeastOne : null),
    },
  });

const bodyOf = ({ url, description, which, events, shape }: Values) => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  events: which === 'all' ? (['*'] as ['*']) : events,
  payloadShape: shape,
});

function Events({ form }: { form: ReturnType<typeof useWebhookForm> }) {
  return (
    <Fieldset legend={m.webhookForm.events} variant="unstyled" className={classes['events']}>
      <Radio.Group aria-label={m.webhookForm.events} {...form.getInputProps('which')}>
        <Stack gap={8}>
          <Radio value="all" label={m.webhookForm.allEventsIncludingFutureOnes} />
          <Radio value="some" label={m.webhookForm.selectedEvents} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' && (
        <Checkbox.Group aria-label={m.webhookForm.kindsOfEvents} mt="sm" {...form.getInputProps('events')}>
          <div className={classes['kinds']}>
            {GROUPS.map(([title, group]) => (
              <div key={title} role="group" aria-label={title}>
                <Text fz="xs" c="dimmed" fw={560} mb={6}>
                  {title}
                </Text>
                <Stack gap={8}>
                  {EVENT_NAMES.filter(inGroup(group)).map((kind) => (
                    <Checkbox key={kind} value={kind} label={EVENT_WORDS[kind]} description={kind} size="sm" />
                  ))}
                </Stack>
              </div>
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Fieldset>
  );
}

function Shape({ form }: { form: ReturnType<typeof useWebhookForm> }) {
  return (
    <Radio.Group label={m.webhookForm.payloadShape} {...form.getInputProps('shape')}>
      <Stack gap={10} mt={8}>
        {SHAPES.map(({ value, label, text }) => (
          <Radio
            key={value}
            value={value}
            label={label}
            description={<Code className={classes['shape']}>{text}</Code>}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

type FormProps = { webhook: Webhook | null; close: () => void; made: (secret: string) => void };

function WebhookForm({ webhook, close, made }: FormProps) {
  const queryClient = useQueryClient();
  const form = useWebhookForm(webhook);
  const save = useMutation({
    mutationFn: async (values: Values) => {
      if (webhook === null) return (await call(api.createWebhook, { body: bodyOf(values) })).webhook.secret;
      await call(api.updateWebhook, { params: { integrationId: webhook.id }, body: bodyOf(values) });
      return null;
    },
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      if (secret !== null) made(secret);
      else {
        toastDone(m.webhookForm.webhookSaved);
        close();
      }
    },
    onError: (error) => form.setErrors(faultsByField(error, FIELDS)),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <FormError error={save.error} atFields />
        <TextInput
          label={m.webhookForm.address}
          description={m.webhookForm.receivesPostRequests}
          placeholder="https://example.com/hooks"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={labels.description}
          description={m.webhookForm.forAndColleagues}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <Events form={form} />
        <Shape form={form} />
        <DialogActions close={close} isPending={save.isPending}>
          {webhook === null ? m.webhookForm.addWebhook : labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

const WHY = m.webhookForm.storedEncryptedAndCannot;

export const WebhookSecret = ({ value, close }: { value: string; close: () => void }) => (
  <SecretValue value={value} label={m.webhookForm.secretOfWebhook} why={WHY} close={close}>
    <Text c="dimmed">{m.webhookForm.receiverUsesSecretToCheck}</Text>
  </SecretValue>
);

/** Adds a webhook, or changes `webhook` if it is given. */
export function WebhookDialog({
  webhook,
  opened,
  close,
}: {
  webhook: Webhook | null;
  opened: boolean;
  close: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const finish = () => {
    close();
    setSecret(null);
  };
  return (
    // A click outside the dialog must not close it, because the secret is never shown again.
    <Modal
      opened={opened}
      onClose={finish}
      title={
        secret !== null
          ? m.webhookForm.secretOfNewWebhook
          : webhook === null
            ? m.webhookForm.newWebhook
            : m.webhookForm.changeWebhook
      }
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
      size="lg"
    >
      {secret === null ? (
        <WebhookForm webhook={webhook} close={finish} made={setSecret} />
      ) : (
        <WebhookSecret value={secret} close={finish} />
      )}
    </Modal>
  );
}
