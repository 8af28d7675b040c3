/** Operations of the contract -> use cases. */
import type { Authority } from '../authority/index.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { clockProblem, damageProblem, type PartsHealth, problemsOf, signingHealth } from './index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = {
  authority: Authority;
  clock: Clock;
  damage: { known: Parameters<typeof damageProblem>[0] };
  clockGuard: { doubt: Parameters<typeof clockProblem>[0] };
  health: PartsHealth;
};

export function operations(services: Services) {
  const { authority, clock } = services;
  return {
    getHealth: async () => ({
      status: 'healthy',
      timestamp: clock.now().toISOString(),
      ...problemsOf(damageProblem(services.damage.known), clockProblem(services.clockGuard.doubt)),
    }),
    getSigningHealth: async () => ({
      ...(await signingHealth(authority, clock)),
      ...problemsOf(clockProblem(services.clockGuard.doubt)),
    }),
    getDatabaseHealth: () => services.health.of('database'),
    getStorageHealth: () => services.health.of('storage'),
  } satisfies Partial<Handlers>;
}
