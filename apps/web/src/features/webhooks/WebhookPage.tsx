import { ActionIcon, Alert, Button, Menu, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  IconChevronLeft,
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Webhook, webhookQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { DeleteWebhookDialog, RotateSecretDialog, TestDialog, useWebhooksChanged } from './WebhookDialogs.tsx';
import { WebhookDialog } from './WebhookForm.tsx';
import { SHAPES, stateOf, disabledReason } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Webhooks.module.css';

const route = getRouteApi('/frame/settings/webhooks/$id');

type Doing = 'test' | 'change' | 'rotate' | 'delete' | null;

function useSwitch(webhook: Webhook) {
  const changed = useWebhooksChanged();
  const turn = async (active: boolean) => {
    await call(api.updateWebhook, { params: { integrationId: webhook.id }, body: { active } });
    changed();
  };
  return useMutation({
    mutationFn: turn,
    onSuccess: (_answer, active) =>
      toastUndo(
        active ? m.webhookPage.webhookTurnedOn : m.webhookPage.webhookPaused,
        active ? m.webhookPage.waitingDeliveriesSentNow : m.webhookPage.eventsKeptAndSent,
        () => turn(!active),
      ),
    onError: toastError,
  });
}

function Actions({ webhook, act }: { webhook: Webhook; act: (doing: Doing) => void }) {
  const turn = useSwitch(webhook);
  return (
    <>
      {webhook.active ? (
        <Button variant="default" leftSection={<IconSend size={16} />} onClick={() => act('test')}>
          {m.webhookPage.sendTestEvent}
        </Button>
      ) : (
        <Button leftSection={<IconPlayerPlay size={16} />} loading={turn.isPending} onClick={() => turn.mutate(true)}>
          {m.webhookPage.turnOn}
        </Button>
      )}
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={m.webhookPage.moreAboutWebhook}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act('change')}>
            {m.webhookPage.changeDialog}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => act('rotate')}>
            {m.webhookPage.newSecretDialog}
          </Menu.Item>
          {webhook.active ? (
            <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={() => turn.mutate(false)}>
              {m.webhookPage.pause}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconSend size={16} />} onClick={() => act('test')}>
              {m.webhookPage.sendTestEventDialog}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act('delete')}>
            {labels.deleteDialog}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Shown while two secrets are valid, with the end of the overlap and a button to end it now. */
function TwoSecrets({ webhook, until }: { webhook: Webhook; until: string }) {
  const changed = useWebhooksChanged();
  const end = useMutation({
    mutationFn: () => call(api.rotateWebhookSecret, { params: { integrationId: webhook.id }, body: { confirm: true } }),
    onSuccess: () => {
      changed();
      toastDone(m.webhookPage.oldSecretRevoked, m.webhookPage.deliveriesSignedOnlyWithNew);
    },
    onError: toastError,
  });
  return (
    <Alert variant="light" title={m.webhookPage.twoSecretsValid} mb="md">
      <Text mb="sm">{m.webhookPage.oldOneExpiresOr(exactTime(until))}</Text>
      <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {m.webhookPage.revokeOldSecretNow}
      </Button>
    </Alert>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <Panel label={m.webhookPage.settingsOfWebhook} className={classes['facts']}>
      <dl>
        <dt>{m.webhookPage.events}</dt>
        <dd>
          {webhook.events.some((kind) => kind === '*')
            ? m.webhookPage.allEventsIncludingFutureOnes
            : webhook.events.join(', ')}
        </dd>
        <dt>{m.webhookPage.payload}</dt>
        <dd>{SHAPES.find(({ value }) => value === webhook.payload_shape)?.label}</dd>
        {webhook.failing_since !== null && (
          <>
            <dt>{m.webhookPage.failingSince}</dt>
            <dd>{exactTime(webhook.failing_since)}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

export function WebhookPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  usePageTitle(m.webhookPage.webhook);
  if (error !== null && webhook === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/settings/webhooks" variant="default">
          {m.webhookPage.allWebhooks}
        </ButtonLink>
      </ErrorView>
    );
  }
  if (webhook === undefined) return <PageLoader />;
  const off = disabledReason(webhook);
  return (
    <>
      <TextLink to="/settings/webhooks" className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {labels.webhooks}
      </TextLink>
      <PageHeader
        title={webhook.description ?? new URL(webhook.url).host}
        lead={
          <span className={classes['lead']}>
            <Pill {...stateOf(webhook)} />{' '}
            <bdi dir="ltr" className={classes['address']} title={webhook.url}>
              {webhook.url}
            </bdi>
          </span>
        }
        actions={<Actions webhook={webhook} act={setDoing} />}
      />
      {off !== null && (
        <Alert variant="light" color={webhook.disabled_reason === 'paused' ? 'gray' : 'red'} title={off.title} mb="md">
          {off.text}
        </Alert>
      )}
      {webhook.previous_secret_until !== null && <TwoSecrets webhook={webhook} until={webhook.previous_secret_until} />}
      <Facts webhook={webhook} />
      <DeliveryLog webhook={webhook} search={search} show={(next) => void navigate({ search: next, replace: true })} />
      <WebhookDialog webhook={webhook} opened={doing === 'change'} close={close} />
      {doing === 'test' && <TestDialog webhook={webhook} close={close} done={close} />}
      {doing === 'rotate' && <RotateSecretDialog webhook={webhook} close={close} />}
      {doing === 'delete' && (
        <DeleteWebhookDialog
          webhook={webhook}
          close={close}
          leave={() => navigate({ to: '/settings/webhooks', search: {} })}
        />
      )}
    </>
  );
}
