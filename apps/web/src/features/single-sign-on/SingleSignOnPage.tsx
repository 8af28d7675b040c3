import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type SingleSignOn, singleSignOnQuery } from './queries.ts';
import { English } from '../../ui/English.tsx';
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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import section from '../../ui/Section.module.css';
import classes from './SingleSignOn.module.css';

type Answer = AnswerOf<'getSingleSignOn'>;

/** Shows the values that the identity provider's administrator needs. */
function AboutUs({ provider }: { provider: Answer['service_provider'] }) {
  return (
    <Section title={m.singleSignOnPage.aboutCountersign} text={m.singleSignOnPage.enterAtIdentityProvider}>
      <dl className={classes['copyables']}>
        <Copyable label={m.singleSignOnPage.saml} value={provider.entity_id} />
        <Copyable label={m.singleSignOnPage.samlAssertionConsumerServiceAcs} value={provider.acs_url} />
        <Copyable label={m.singleSignOnPage.samlOurMetadata} value={provider.metadata_url} />
        <Copyable label={m.singleSignOnPage.openidConnect} value={provider.redirect_url} />
      </dl>
    </Section>
  );
}

function Findings({ found }: { found: AnswerOf<'testSingleSignOn'> }) {
  return (
    <Alert
      variant="light"
      color={found.ok ? 'ink' : 'red'}
      title={found.ok ? m.singleSignOnPage.settingsConsistent : m.singleSignOnPage.settingsNeedAttention}
      role="status"
    >
      <ul className={classes['checks']}>
        {found.checks.map((check) => (
          <li key={check.name}>
            {check.ok ? (
              <IconCircleCheck size={18} className={classes['good']} aria-label={m.singleSignOnPage.good} />
            ) : (
              <IconCircleX size={18} className={classes['bad']} aria-label={m.singleSignOnPage.problem} />
            )}
            <span>
              <b>{check.name}</b> <English>{check.message}</English>
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
        [m.singleSignOnPage.protocol, m.singleSignOnPage.samlTwo],
        [m.singleSignOnPage.provider, present.entity_id],
        [m.singleSignOnPage.signInsGoTo, present.sso_url],
        ...present.certificates.map((certificate): [string, string] => [
          m.singleSignOnPage.certificate,
          m.singleSignOnPage.validTo(certificate.subject, dayOf(certificate.not_after)),
        ]),
      ]
    : [
        [m.singleSignOnPage.protocol, m.singleSignOnPage.openidConnectText],
        [m.singleSignOnPage.provider, present.issuer],
        [m.singleSignOnPage.clientId, present.client_id],
        [m.singleSignOnPage.scopes, present.scopes.join(' ')],
      ];

function RemoveDialog({ opened, close, remove }: { opened: boolean; close: () => void; remove: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={m.singleSignOnPage.removeIdentityProvider}>
      <Stack gap="md">
        <Text>{m.singleSignOnPage.peopleCanNoLongerSign}</Text>
        <DialogActions close={close} keep={labels.keepIt} isPending={false} act={remove} isFinal>
          {labels.remove}
        </DialogActions>
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
      toastDone(m.singleSignOnPage.identityProviderRemoved);
    },
    onError: toastError,
  });
  return (
    <Section
      title={m.singleSignOnPage.identityProvider}
      action={
        <Group gap={8}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {m.singleSignOnPage.test}
          </Button>
          <Button variant="default" onClick={edit}>
            {labels.change}
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={() => setRemoving(true)}>
            {labels.removeDialog}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {test.data !== undefined && <Findings found={test.data} />}
        {present.last_refusal !== null && (
          <Alert variant="light" color="gray" title={m.singleSignOnPage.latestFailedSignIn}>
            {exactTime(present.last_refusal.at)}: <English>{present.last_refusal.message}</English>
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
          <Copyable label={m.singleSignOnPage.signInLink} value={present.login_url} />
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
        <Section title={m.singleSignOnPage.identityProvider} text={m.singleSignOnPage.membersSignInWithWork}>
          <ProviderForm present={present} close={present === null ? null : () => setEditing(false)} />
        </Section>
      )}
      <AboutUs provider={answer.service_provider} />
      <DomainsSection />
    </div>
  );
}

export function SingleSignOnPage() {
  usePageTitle(labels.singleSignOn);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data, error, refetch } = useQuery(singleSignOnQuery);
  if (isCode(error, 'PLAN_REQUIRED')) {
    return (
      <>
        <PageHeader title={labels.singleSignOn} />
        <Panel label={labels.singleSignOn}>
          <EmptyState title={m.singleSignOnPage.onLargeTeamPlan} text={m.singleSignOnPage.membersSignInThroughOwn}>
            {session.role === 'owner' ? (
              <ButtonLink to="/settings/billing" variant="default">
                {m.singleSignOnPage.comparePlans}
              </ButtonLink>
            ) : (
              <Text c="dimmed">{m.singleSignOnPage.askOwnerOfOrganization}</Text>
            )}
          </EmptyState>
        </Panel>
      </>
    );
  }
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={labels.singleSignOn} lead={m.singleSignOnPage.signInThroughOwnIdentity} />
      {data === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label={common.loading} />
      ) : (
        <Loaded answer={data} />
      )}
    </>
  );
}
