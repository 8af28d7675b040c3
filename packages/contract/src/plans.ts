/** What the plans allow. */

/** `requestsPerHour` null: unlimited. */
export type PlanRights = { requestsPerHour: number | null; apiKeys: boolean; singleSignOn: boolean };

export const PLANS = {
  free: { requestsPerHour: 1000, apiKeys: false, singleSignOn: false },
  'small-team': { requestsPerHour: 1000, apiKeys: false, singleSignOn: false },
  'medium-team': { requestsPerHour: 1000, apiKeys: true, singleSignOn: false },
  'large-team': { requestsPerHour: 5000, apiKeys: true, singleSignOn: true },
  enterprise: { requestsPerHour: null, apiKeys: true, singleSignOn: true },
} as const satisfies Record<string, PlanRights>;
export type Plan = keyof typeof PLANS;

/**
 * What each user and each key may ask for in an hour; null is unlimited.
 * @param agreed with an organization on enterprise, where something was
 */
export function requestsPerHour(plan: string, agreed: number | null): number | null {
  return planRights(plan).requestsPerHour ?? agreed;
}

/** A plan that nobody knows allows what the smallest does. */
export function planRights(plan: string): PlanRights {
  return Object.hasOwn(PLANS, plan) ? PLANS[plan as Plan] : PLANS.free;
}
