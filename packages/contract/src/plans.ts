/** The catalog of plans with their prices and features. All checks of plan features are in this file. */
import { z } from 'zod';

/** Plans are ordered from smallest to largest. A larger plan includes all features of smaller plans. */
export const PLAN_IDS = ['free', 'small-team', 'medium-team', 'large-team', 'enterprise'] as const;
export type Plan = (typeof PLAN_IDS)[number];
export const planId = z.enum(PLAN_IDS);

/**
 * The features of a plan. `apiKeys` covers creating and using API keys, `singleSignOn` covers SAML 2.0 and OpenID
 * Connect, and `customLimits` covers limits agreed with the operator.
 */
export const PLAN_RIGHTS = ['apiKeys', 'singleSignOn', 'customLimits'] as const;
export type PlanRight = (typeof PLAN_RIGHTS)[number];

/** Null means unlimited. */
export type PlanLimits = {
  seats: number | null;
  envelopesPerMonth: number | null;
  requestsPerHour: number | null;
};
export type PlanFacts = PlanLimits & {
  name: string;
  /** The price for the whole organization, in cents of `CURRENCY`. */
  price: { month: number; year: number };
  rights: readonly PlanRight[];
};

export const CURRENCY = 'EUR';

export const PLANS = {
  free: {
    name: 'Free',
    price: { month: 0, year: 0 },
    seats: 2,
    envelopesPerMonth: 5,
    requestsPerHour: 1000,
    rights: [],
  },
  'small-team': {
    name: 'Small Team',
    price: { month: 2900, year: 29_000 },
    seats: 5,
    envelopesPerMonth: 100,
    requestsPerHour: 1000,
    rights: [],
  },
  'medium-team': {
    name: 'Medium Team',
    price: { month: 9900, year: 99_000 },
    seats: 25,
    envelopesPerMonth: 500,
    requestsPerHour: 1000,
    rights: ['apiKeys'],
  },
  'large-team': {
    name: 'Large Team',
    price: { month: 29_900, year: 299_000 },
    seats: 100,
    envelopesPerMonth: 2500,
    requestsPerHour: 5000,
    rights: ['apiKeys', 'singleSignOn'],
  },
  enterprise: {
    name: 'Enterprise',
    price: { month: 99_900, year: 999_000 },
    seats: null,
    envelopesPerMonth: null,
    requestsPerHour: null,
    rights: ['apiKeys', 'singleSignOn', 'customLimits'],
  },
} as const satisfies Record<Plan, PlanFacts>;

/** Returns the limits and features of a plan. For an unknown plan, returns those of the smallest plan. */
export function planFacts(plan: string): PlanFacts {
  return PLANS[knownPlan(plan)];
}

/** Returns the plan with the given name, or the smallest plan if the name is unknown. */
export function knownPlan(plan: string): Plan {
  return PLAN_IDS.find((id) => id === plan) ?? 'free';
}

/** Whether a plan includes a feature. */
export function planAllows(plan: string, right: PlanRight): boolean {
  return planFacts(plan).rights.includes(right);
}

/** Returns the smallest plan that includes a feature. */
export function planWith(right: PlanRight): Plan {
  return PLAN_IDS.find((id) => planAllows(id, right)) ?? 'enterprise';
}

/** Returns the smallest plan whose limit allows the given number. */
export function planFor(limit: keyof PlanLimits, count: number): Plan {
  const isEnough = (most: number | null): boolean => most === null || most >= count;
  return PLAN_IDS.find((id) => isEnough(PLANS[id][limit])) ?? 'enterprise';
}

/**
 * Returns the number of requests per hour for each user and each key. Null means unlimited.
 * @param agreed limits agreed with the organization, if its plan has custom limits
 */
export function requestsPerHour(plan: string, agreed: number | null): number | null {
  return planAllows(plan, 'customLimits') ? agreed : planFacts(plan).requestsPerHour;
}
