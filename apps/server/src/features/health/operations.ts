import type { Authority } from '../authority/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type AnonymousPrincipal, isOperatorAdmin, type MemberPrincipal } from '../../platform/principal.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import type { ArchiveState, BackupState } from '../backups/index.ts';
import type { Deployment } from './deployment.ts';
import type { MailHealth } from './mail.ts';
import type { PartsHealth } from './parts.ts';
import {
  backupProblem,
  pinFileProblem,
  pinProblem,
  witnessProblem,
  clockProblem,
  coverageProblem,
  damageProblem,
  keyProblem,
  overloadProblem,
  problemsOf,
} from './problems.ts';
import { productionHealth } from './production.ts';
import { securityHealth } from './security.ts';
import { signingHealth } from './signing.ts';
import { type HealthAnswer, joinHealth } from './installation.ts';
import type { StartAnswer, StartReport } from './start-report.ts';

export type HealthDependencies = {
  authority: Authority;
  clock: Clock;
  database: Database;
  damage: { known: Parameters<typeof damageProblem>[0] };
  clockGuard: { doubt: Parameters<typeof clockProblem>[0] };
  trust: { state: { lists: number; outdated: number } };
  health: PartsHealth;
  signingKeys: { unreachable(): readonly string[] };
  mailHealth: MailHealth;
  deployment: Deployment;
  startReport: StartReport;
  backups: { health: { known: BackupState } };
  archive: { known: ArchiveState } | undefined;
  transparencyLog: {
    pins: {
      isConfigured: boolean;
      fileFault: Parameters<typeof pinFileProblem>[0];
      current: () => Parameters<typeof pinProblem>[0];
    };
    witnesses: { isConfigured: boolean; current: () => Parameters<typeof witnessProblem>[0] };
    coverage: { current: () => Parameters<typeof coverageProblem>[0] };
  };
  overload: { shedding: Parameters<typeof overloadProblem>[0] };
  /** Undefined if this is the only process of the machine. */
  siblings: { ask(topic: 'health' | 'start'): Promise<readonly { text: string }[]> } | undefined;
};

export function operations(services: HealthDependencies) {
  const { authority, clock } = services;
  return {
    getHealth: async () => {
      if (!services.startReport.isReady)
        throw new AppError(
          'SERVICE_UNAVAILABLE',
          { check: 'start' },
          { message: 'The server is starting.', retryAfter: 1 },
        );
      const others = (await services.siblings?.ask('health')) ?? [];
      return joinHealth(
        healthOf(services),
        others.map(({ text }) => JSON.parse(text) as Partial<HealthAnswer>),
      );
    },
    getLiveness: async () => ({ status: 'alive' as const, timestamp: clock.now().toISOString() }),
    getSigningHealth: async () => ({
      ...(await signingHealth(authority, clock)),
      ...problemsOf(clockProblem(services.clockGuard.doubt)),
    }),
    getDatabaseHealth: () => services.health.of('database'),
    getStorageHealth: () => services.health.of('storage'),
    getEmailHealth: async () => services.mailHealth.latest(),
    getSecurityHealth: (_input, { principal }) => {
      // Weaknesses of this installation are visible only to its operator, not to administrators of other organizations.
      if (!isOperatorAdmin(principal)) throw new AppError('FORBIDDEN');
      return securityHealth(services, principal.tenantId);
    },
    getProductionHealth: async (_input, { principal }) => forOperator(principal, await productionHealth(services)),
    getStartupCheck: async (_input, { principal }) => {
      const others = (await services.siblings?.ask('start')) ?? [];
      const reports = [services.startReport.answer(), ...others.map(({ text }) => JSON.parse(text) as StartAnswer)];
      // The process that has been running longest responds for all processes.
      const [oldest] = reports.toSorted((a, b) => a.started_at.localeCompare(b.started_at));
      return forOperator(principal, oldest ?? services.startReport.answer());
    },
  } satisfies Partial<Handlers>;
}

/**
 * Removes details for callers other than the operator, because versions and weaknesses help attackers. Other callers
 * get only the status.
 */
function forOperator<T extends { status: string }>(
  principal: MemberPrincipal | AnonymousPrincipal,
  answer: T,
): T | Pick<T, 'status'> {
  if (principal.kind !== 'public' && principal.kind !== 'cron' && isOperatorAdmin(principal)) return answer;
  return { status: answer.status };
}

export function answerSiblings(
  services: HealthDependencies,
  onQuestion: (topic: 'health' | 'start', answer: () => Promise<string>) => void,
): void {
  onQuestion('health', async () => JSON.stringify(healthOf(services)));
  onQuestion('start', async () => JSON.stringify(services.startReport.answer()));
}

function healthOf(services: HealthDependencies): HealthAnswer {
  const storage = services.health.storageProblem();
  const keys = keyProblem(services.signingKeys.unreachable(), services.startReport.startedAt);
  return {
    // A load balancer may send the next request to another server. This process still finishes the requests it has
    // accepted.
    status:
      services.overload.shedding === undefined && !storage && !keys ? ('healthy' as const) : ('degraded' as const),
    timestamp: services.clock.now().toISOString(),
    ...problemsOf(
      storage,
      keys,
      damageProblem(services.damage.known),
      clockProblem(services.clockGuard.doubt),
      overloadProblem(services.overload.shedding, services.clock.now()),
      pinProblem(services.transparencyLog.pins.current()),
      pinFileProblem(services.transparencyLog.pins.fileFault),
      coverageProblem(services.transparencyLog.coverage.current()),
      witnessProblem(services.transparencyLog.witnesses.current(), services.clock.now()),
      backupProblem(services.backups.health.known.trouble),
    ),
  };
}
