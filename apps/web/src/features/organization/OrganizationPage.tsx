import { Skeleton, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Organization } from './queries.ts';
import { organizationQuery, sessionQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { dayOf } from '../../ui/time.ts';
import { DeletionSection, LeaveSection, TransferSection } from './OrganizationEnds.tsx';
import { LogoSection } from './LogoSection.tsx';
import { OrganizationForm } from './OrganizationForm.tsx';
import { Section } from '../../ui/Section.tsx';
import { StorageSection } from './StorageSection.tsx';
import { ROLES } from './roles.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import section from '../../ui/Section.module.css';

const PLANS: Record<string, string> = {
  free: m.organizationPage.free,
  'small-team': m.organizationPage.smallTeam,
  'medium-team': m.organizationPage.mediumTeam,
  'large-team': m.organizationPage.largeTeam,
  enterprise: m.organizationPage.enterprise,
};

function Facts({ organization }: { organization: Organization }) {
  return (
    <Section title={m.organizationPage.about}>
      <dl className={section['facts']}>
        <dt>{labels.name}</dt>
        <dd>{organization.name}</dd>
        <dt>{m.organizationPage.plan}</dt>
        <dd>{PLANS[organization.plan] ?? organization.plan}</dd>
        <dt>{m.organizationPage.since}</dt>
        <dd>{dayOf(organization.created_at)}</dd>
        <dt>{m.organizationPage.yourRole}</dt>
        <dd>{organization.role !== null && ROLES[organization.role].label}</dd>
        <dt>{m.organizationPage.id}</dt>
        <dd>
          <code>{organization.id}</code>
        </dd>
      </dl>
    </Section>
  );
}

export function OrganizationPage() {
  usePageTitle(labels.organization);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: organization, error, refetch } = useQuery(organizationQuery);
  if (error !== null && organization === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const administers = session.role !== 'member';
  return (
    <>
      <PageHeader
        title={session.organization.name}
        lead={
          administers
            ? m.organizationPage.settingsForWholeOrganization
            : m.organizationPage.administratorsManageSettings
        }
      />
      {organization === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label={common.loading} />
      ) : (
        <div className={section['sections']}>
          {organization.deletion !== null && <DeletionSection organization={organization} />}
          <Facts organization={organization} />
          {administers && <StorageSection />}
          {administers && <LogoSection organization={organization} />}
          {administers && <OrganizationForm key={organization.id} organization={organization} />}
          {session.role === 'owner' && <TransferSection organization={organization} />}
          <LeaveSection organization={organization} />
          {session.role === 'owner' && organization.deletion === null && (
            <DeletionSection organization={organization} />
          )}
          {!administers && (
            <Text c="dimmed">{m.organizationPage.toChangeSomethingAskAdministrator(organization.name)}</Text>
          )}
        </div>
      )}
    </>
  );
}
