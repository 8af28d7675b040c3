import { Button, Skeleton, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Checks, productionHealthQuery, securityHealthQuery, startupCheckQuery } from './queries.ts';
import { English } from '../../ui/English.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { exactTime } from '../../ui/time.ts';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import section from '../../ui/Section.module.css';
import classes from './SystemPage.module.css';

type Check = NonNullable<Checks['checks']>[number];

const WORDS = {
  healthy: { label: m.systemPage.ok, tone: 'done' },
  degraded: { label: m.systemPage.warning, tone: 'wait' },
  unhealthy: { label: m.systemPage.actionNeeded, tone: 'no' },
} as const;

/** Returns the name of a check in the app's language. A check that only a newer server runs has no name here. */
function nameOf(name: string): string | null {
  return Object.hasOwn(m.checks, name) ? m.checks[name as keyof typeof m.checks] : null;
}

function CheckItems({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={classes['checks']}>
      {checks.map(({ name, status, message, fix }) => (
        <li key={name} className={classes['check']}>
          <Pill {...WORDS[status]} />
          <div>
            <Text fw={580}>{nameOf(name)}</Text>
            <Text>
              <English>{message}</English>
            </Text>
            {fix !== null && (
              <Text c="dimmed" size="sm" mt={2}>
                <English>{fix}</English>
              </Text>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Lists problems first, most urgent at the top. Passed checks are collapsed. */
function CheckList({ title, text, checks }: { title: string; text: string; checks: readonly Check[] }) {
  const of = (state: Check['status']) => checks.filter(({ status }) => status === state);
  const problems = [...of('unhealthy'), ...of('degraded')];
  const passed = of('healthy');
  const count =
    problems.length === 0 ? m.systemPage.everythingInOrder : m.systemPage.ofToLookAt(problems.length, checks.length);
  return (
    <Section title={title} text={`${text} ${count}`}>
      {problems.length > 0 && <CheckItems checks={problems} />}
      {passed.length > 0 && (
        <details className={classes['passed']}>
          <summary>{m.systemPage.passed(passed.length)}</summary>
          <CheckItems checks={passed} />
        </details>
      )}
    </Section>
  );
}

function Part({
  query,
  children,
}: {
  query: { error: Error | null; data: unknown; refetch(): unknown };
  children: ReactNode;
}) {
  if (query.data !== undefined) return children;
  if (query.error !== null) return <ErrorView error={query.error} retry={() => void query.refetch()} />;
  return <Skeleton height={240} radius="lg" role="status" aria-label={common.loading} />;
}

/** Shows operators the state of the installation. */
export function SystemPage() {
  usePageTitle(m.systemPage.system);
  const production = useQuery(productionHealthQuery);
  const security = useQuery(securityHealthQuery);
  const start = useQuery(startupCheckQuery);
  const again = () => void Promise.all([production.refetch(), security.refetch(), start.refetch()]);
  const isFetching = production.isFetching || security.isFetching;
  return (
    <>
      <PageHeader
        title={m.systemPage.system}
        lead={m.systemPage.checksForProductionReadiness}
        actions={
          <Button variant="default" leftSection={<IconRefresh size={16} />} loading={isFetching} onClick={again}>
            {m.systemPage.checkNow}
          </Button>
        }
      />
      <div className={section['sections']}>
        <Part query={production}>
          <CheckList
            title={m.systemPage.productionReadiness}
            text={m.systemPage.checksMustPassBeforePeople}
            checks={production.data?.checks ?? []}
          />
        </Part>
        <Part query={security}>
          <CheckList
            title={m.systemPage.security}
            text={m.systemPage.agesOfKeysAndCertificates}
            checks={security.data?.checks ?? []}
          />
        </Part>
        <Part query={start}>
          {start.data !== undefined && (
            <Section title={m.systemPage.thisServer}>
              <dl className={section['facts']}>
                <dt>{m.systemPage.version}</dt>
                <dd>{start.data.version}</dd>
                <dt>{m.systemPage.started}</dt>
                <dd>{start.data.started_at === undefined ? '' : exactTime(start.data.started_at)}</dd>
                <dt>{m.systemPage.database}</dt>
                <dd>
                  {m.systemPage.postgresql} {start.data.database_version}
                </dd>
                <dt>{m.systemPage.schema}</dt>
                <dd>
                  <bdi>{start.data.migrations?.newest.replace(/\.sql$/, '')}</bdi>
                </dd>
              </dl>
            </Section>
          )}
        </Part>
      </div>
    </>
  );
}
