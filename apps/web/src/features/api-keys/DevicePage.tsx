import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { IconShieldCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as api from '@countersign/client/operations';
import type { AnswerOf } from '@countersign/client';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { phrase } from '../../ui/phrase.ts';
import { PlanNotice } from '../billing/PlanNotice.tsx';
import { LIFETIMES, type Scope, ScopeChecks } from './scopes.tsx';
import { m } from './texts.ts';
import classes from './ApiKeys.module.css';

type Request = AnswerOf<'reviewDeviceSignIn'>;

type CodeProps = { first: string; done: (code: string, request: Request) => void };

function CodeForm({ first, done }: CodeProps) {
  const [code, setCode] = useState(first);
  const review = useMutation({
    mutationFn: () => call(api.reviewDeviceSignIn, { body: { userCode: code } }),
    onSuccess: (request) => done(code, request),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        review.mutate();
      }}
    >
      <Stack gap="md">
        <Text>{m.devicePage.enterCode}</Text>
        <FormError error={review.error} />
        <TextInput
          label={m.devicePage.code}
          placeholder={m.devicePage.codeExample}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          maxLength={20}
          data-autofocus
        />
        <Group>
          <Button type="submit" loading={review.isPending} disabled={code.trim() === ''}>
            {m.devicePage.next}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ConfirmProps = { code: string; request: Request; done: () => void; back: () => void };

function ConfirmForm({ code, request, done, back }: ConfirmProps) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const form = useForm({
    initialValues: {
      environment: request.environment,
      lifetime: '90',
      scopes: ['documents:read', 'documents:write', 'templates'] as Scope[],
    },
    validate: { scopes: (value) => (value.length === 0 ? m.createKeyDialog.chooseAtLeastOne : null) },
  });
  const confirm = useMutation({
    mutationFn: ({ environment, lifetime, scopes }: typeof form.values) =>
      call(api.confirmDeviceSignIn, {
        body: { userCode: code, environment, scopes, expiresInDays: lifetime === 'never' ? null : Number(lifetime) },
      }),
    onSuccess: done,
  });
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>{phrase(m.devicePage.wantsAccess(<strong>{request.device}</strong>))}</Text>
        <Text fz="xl" ff="monospace" fw={600}>
          {code.toUpperCase()}
        </Text>
        <Text fz="sm" c="dimmed">
          {m.devicePage.requestedFrom(request.address)}
        </Text>
        <Alert variant="light" color="yellow">
          {m.devicePage.onlyIfYouStarted}
        </Alert>
        <FormError error={confirm.error} />
        <TextInput label={m.devicePage.organization} value={session.organization.name} readOnly />
        <Stack gap={4}>
          <Text fz="sm" fw={500} id="device-environment">
            {m.devicePage.environment}
          </Text>
          <SegmentedControl
            aria-labelledby="device-environment"
            data={[
              { value: 'sandbox', label: m.devicePage.sandbox },
              { value: 'live', label: m.devicePage.live },
            ]}
            value={form.values.environment}
            onChange={(value) => form.setFieldValue('environment', value)}
          />
        </Stack>
        <ScopeChecks {...form.getInputProps('scopes')} />
        <Select
          label={m.createKeyDialog.expiresAfter}
          data={LIFETIMES}
          allowDeselect={false}
          {...form.getInputProps('lifetime')}
        />
        <Group>
          <Button type="submit" leftSection={<IconShieldCheck size={16} />} loading={confirm.isPending}>
            {m.devicePage.allow}
          </Button>
          <Button variant="default" onClick={back}>
            {m.devicePage.otherCode}
          </Button>
          <ButtonLink to="/documents" search={{}} variant="default">
            {labels.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}

/** Confirms the code that a program shows. The program then gets an API key (RFC 8628). */
export function DevicePage() {
  usePageTitle(m.devicePage.signInDevice);
  const isMember = useSuspenseQuery(sessionQuery).data.role === 'member';
  const [first, setFirst] = useState(() => window.location.hash.slice(1));
  const [found, setFound] = useState<{ code: string; request: Request } | null>(null);
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus, because the clicked button disappears together with its step.
  const go = (step: () => void) => {
    flushSync(step);
    heading.current?.focus();
  };
  const another = () =>
    go(() => {
      setFirst('');
      setFound(null);
    });
  return (
    <Panel label={m.devicePage.signInDevice} className={classes['device']}>
      <Stack gap="md">
        <Title order={1} fz="xl" ref={heading} tabIndex={-1}>
          {isDone ? m.devicePage.signedIn : m.devicePage.signInDevice}
        </Title>
        <PlanNotice right="apiKeys" />
        {isMember ? (
          <Text>{m.devicePage.administratorNeeded}</Text>
        ) : isDone ? (
          <>
            <Text>{m.devicePage.backToProgram}</Text>
            <Group>
              <ButtonLink to="/settings/api-keys" variant="default">
                {m.devicePage.showKeys}
              </ButtonLink>
            </Group>
          </>
        ) : found === null ? (
          <CodeForm first={first} done={(code, request) => go(() => setFound({ code, request }))} />
        ) : (
          <ConfirmForm {...found} done={() => go(() => setDone(true))} back={another} />
        )}
      </Stack>
    </Panel>
  );
}
