import { Alert } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { plansQuery } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { type PlanEntry, RIGHTS } from './words.ts';
import { m } from './texts.ts';

type Right = PlanEntry['rights'][number];

/** Undefined while loading, null if the plan includes the feature, and otherwise the smallest plan that includes it. */
function useMissingRight(right: Right): string | null | undefined {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: plans } = useQuery(plansQuery);
  const own = plans?.find(({ id }) => id === session.organization.plan);
  if (!plans || !own) return undefined;
  return own.rights.includes(right) ? null : (plans.find(({ rights }) => rights.includes(right))?.name ?? null);
}

/**
 * Shown in place of a feature that the plan lacks. It names a plan that includes the feature, and the people who can
 * change the plan.
 */
export function PlanNotice({ right }: { right: Right }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const needed = useMissingRight(right);
  if (needed === undefined || needed === null) return null;
  return (
    <Alert variant="light" mb="md" title={m.planNotice.onPlanAndAbove(needed)}>
      {`${m.planNotice.notPartOfOrganizationsPlan(RIGHTS[right])} `}
      {session.role === 'owner' ? (
        <TextLink to="/settings/billing" underline="always">
          {m.planNotice.comparePlans}
        </TextLink>
      ) : (
        m.planNotice.askOwnerOfOrganization
      )}
    </Alert>
  );
}
