/**
 * The features of an organization's plan. A refusal is always 403 PLAN_REQUIRED, which names the smallest sufficient
 * plan.
 */
import {
  planAllows,
  planFacts,
  planFor,
  type PlanLimits,
  type PlanRight,
  planWith,
  PLANS,
} from '@countersign/contract';
import { AppError } from './errors.ts';

const WORDS: Record<PlanRight, string> = {
  apiKeys: 'API keys are',
  singleSignOn: 'Single sign-on is',
  customLimits: 'Custom limits are',
};

/** Throws PLAN_REQUIRED if the plan does not include `right`. */
export function requireRight(plan: string, right: PlanRight): void {
  if (planAllows(plan, right)) return;
  const needed = planWith(right);
  throw new AppError(
    'PLAN_REQUIRED',
    { plan, needed, right },
    {
      message: `${WORDS[right]} available on the ${PLANS[needed].name} plan and above. Your organization is on ${planFacts(plan).name}.`,
    },
  );
}

const COUNTED = {
  seats: (most: number) => `${most} ${most === 1 ? 'seat' : 'seats'}, including open invitations`,
  envelopesPerMonth: (most: number) => `${most} envelopes a month`,
} as const satisfies Partial<Record<keyof PlanLimits, (most: number) => string>>;

/** Throws PLAN_REQUIRED if a plan allows fewer than `count` of something. */
export function requireRoom(plan: string, limit: keyof typeof COUNTED, count: number): void {
  const facts = planFacts(plan);
  const most = facts[limit];
  if (most === null || count <= most) return;
  const needed = planFor(limit, count);
  throw new AppError(
    'PLAN_REQUIRED',
    { plan, needed, limit, most, used: count - 1 },
    {
      message: `The ${facts.name} plan includes ${COUNTED[limit](most)}. Upgrade to ${PLANS[needed].name} or a larger plan for more.`,
    },
  );
}
