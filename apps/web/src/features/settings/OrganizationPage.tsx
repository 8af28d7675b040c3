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
import section from '../../ui/Section.module.css';

const PLANS: Record<string, string> = {
  free: 'Free',
  'small-team': 'Small Team',
  'medium-team': 'Medium Team',
  'large-team': 'Large Team',
  enterprise: 'Enterprise',
};

function Facts({ organization }: { organization: Organization }) {
  return (
    <Section title="About">
      <dl className={section['facts']}>
        <dt>Name</dt>
        <dd>{organization.name}</dd>
        <dt>Plan</dt>
        <dd>{PLANS[organization.plan] ?? organization.plan}</dd>
        <dt>Since</dt>
        <dd>{dayOf(organization.created_at)}</dd>
        <dt>Your role</dt>
        <dd style={{ textTransform: 'capitalize' }}>{organization.role}</dd>
        <dt>Id</dt>
        <dd>
          <code>{organization.id}</code>
        </dd>
      </dl>
    </Section>
  );
}

export function OrganizationPage() {
  usePageTitle('Organization');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: organization, error, refetch } = useQuery(organizationQuery);
  if (error !== null && organization === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const administers = session.role !== 'member';
  return (
    <>
      <PageHeader
        title={session.organization.name}
        lead={administers ? 'Settings for the whole organization.' : 'Administrators manage these settings.'}
      />
      {organization === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label="Loading" />
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
            <Text c="dimmed">To change something here, ask an administrator of {organization.name}.</Text>
          )}
        </div>
      )}
    </>
  );
}
