import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { type SingleSignOn, singleSignOnQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { dayOf, exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Section } from '../../ui/Section.tsx';
import { Copyable, DomainsSection } from './Domains.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import section from '../../ui/Section.module.css';
import classes from './SingleSignOn.module.css';

type Answer = AnswerOf<'getSingleSignOn'>;

/** The values that the provider's administrator needs. */
function AboutUs({ provider }: { provider: Answer['service_provider'] }) {
  return (
    <Section title="About Countersign" text="Enter these at your identity provider.">
      <dl className={classes['copyables']}>
        <Copyable label="SAML: entity id" value={provider.entity_id} />
        <Copyable label="SAML: assertion consumer service (ACS)" value={provider.acs_url} />
        <Copyable label="SAML: our metadata" value={provider.metadata_url} />
        <Copyable label="OpenID Connect: redirect URI" value={provider.redirect_url} />
      </dl>
    </Section>
  );
}

function Findings({ found }: { found: AnswerOf<'testSingleSignOn'> }) {
  return (
    <Alert
      variant="light"
      color={found.ok ? 'ink' : 'red'}
      title={found.ok ? 'The settings are consistent' : 'Some settings need attention'}
      role="status"
    >
      <ul className={classes['checks']}>
        {found.checks.map((check) => (
          <li key={check.name}>
            {check.ok ? (
              <IconCircleCheck size={18} className={classes['good']} aria-label="Good:" />
            ) : (
              <IconCircleX size={18} className={classes['bad']} aria-label="Problem:" />
            )}
            <span>
              <b>{check.name}</b> {check.message}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const provider = (present: SingleSignOn): [string, string][] =>
  present.protocol === 'saml'
    ? [
        ['Protocol', 'SAML 2.0'],
        ['Provider', present.entity_id],
        ['Sign-ins go to', present.sso_url],
        ...present.certificates.map((certificate): [string, string] => [
          'Certificate',
          `${certificate.subject}, valid to ${dayOf(certificate.not_after)}`,
        ]),
      ]
    : [
        ['Protocol', 'OpenID Connect'],
        ['Provider', present.issuer],
        ['Client id', present.client_id],
        ['Scopes', present.scopes.join(' ')],
      ];

function RemoveDialog({ opened, close, remove }: { opened: boolean; close: () => void; remove: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Remove the identity provider?">
      <Stack gap="md">
        <Text>
          People can no longer sign in through it, and everyone who did is signed out. People without a password can use
          “Forgot your password?”.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" onClick={remove}>
            Remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Present({ present, edit }: { present: SingleSignOn; edit: () => void }) {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const test = useMutation({ mutationFn: () => call(api.testSingleSignOn, {}), onError: toastError });
  const remove = useMutation({
    mutationFn: () => call(api.deleteSingleSignOn, {}),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: singleSignOnQuery.queryKey });
      toastDone('Identity provider removed');
    },
    onError: toastError,
  });
  return (
    <Section
      title="Identity provider"
      action={
        <Group gap={8}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button variant="default" onClick={edit}>
            Change
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={() => setRemoving(true)}>
            Remove …
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {test.data !== undefined && <Findings found={test.data} />}
        {present.last_refusal !== null && (
          <Alert variant="light" color="gray" title="Latest failed sign-in">
            {exactTime(present.last_refusal.at)}: {present.last_refusal.message}
          </Alert>
        )}
        <dl className={section['facts']}>
          {provider(present).map(([name, value]) => (
            <Group key={`${name} ${value}`} display="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Group>
          ))}
        </dl>
        <dl className={classes['copyables']}>
          <Copyable label="Sign-in link" value={present.login_url} />
        </dl>
      </Stack>
      <RemoveDialog
        opened={removing}
        close={() => setRemoving(false)}
        remove={() => {
          setRemoving(false);
          remove.mutate();
        }}
      />
    </Section>
  );
}

function Loaded({ answer }: { answer: Answer }) {
  const [editing, setEditing] = useState(false);
  const present = answer.single_sign_on;
  return (
    <div className={section['sections']}>
      {present !== null && !editing && <Present present={present} edit={() => setEditing(true)} />}
      {(present === null || editing) && (
        <Section
          title="Identity provider"
          text="Members sign in with their work account, and you manage access in one place."
        >
          <ProviderForm present={present} close={present === null ? null : () => setEditing(false)} />
        </Section>
      )}
      <AboutUs provider={answer.service_provider} />
      <DomainsSection />
    </div>
  );
}

export function SingleSignOnPage() {
  usePageTitle('Single sign-on');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data, error, refetch } = useQuery(singleSignOnQuery);
  if (isCode(error, 'PLAN_REQUIRED')) {
    return (
      <>
        <PageHeader title="Single sign-on" />
        <Panel label="Single sign-on">
          <EmptyState
            title="On the Large Team plan and above"
            text="Your members sign in through your own identity provider with SAML 2.0 or OpenID Connect."
          >
            {session.role === 'owner' ? (
              <ButtonLink to="/settings/billing" variant="default">
                Compare plans
              </ButtonLink>
            ) : (
              <Text c="dimmed">Ask the owner of your organization to change the plan.</Text>
            )}
          </EmptyState>
        </Panel>
      </>
    );
  }
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader title="Single sign-on" lead="Sign in through your own identity provider." />
      {data === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label="Loading" />
      ) : (
        <Loaded answer={data} />
      )}
    </>
  );
}
