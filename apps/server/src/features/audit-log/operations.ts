import type { Handlers } from '../../platform/invoke/operations.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { checkAuditLog, type CheckDependencies } from './check.ts';
import { exportAuditLog, listAuditLog } from './log.ts';

export type Services = CheckDependencies & { clock: Clock };

export function operations(services: Services) {
  const { uow, clock } = services;
  return {
    listAuditLog: ({ query }, context) => listAuditLog(uow, context, query),
    exportAuditLog: async ({ query }, context) => exportAuditLog(uow, context, clock.now(), query),
    checkAuditLog: ({ query: { cursor, files } }, { principal }) =>
      checkAuditLog(services, principal.tenantId, { after: cursor, withFiles: files === 'true' }),
  } satisfies Partial<Handlers>;
}
