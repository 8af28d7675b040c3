/** Operations of the contract -> use cases. */
import type { Handlers } from '../../platform/invoke/operations.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { checkAuditLog, exportAuditLog, listAuditLog } from './log.ts';

export type Services = { uow: UnitOfWork; clock: Clock };

export function operations({ uow, clock }: Services) {
  return {
    listAuditLog: ({ query }, context) => listAuditLog(uow, context, query),
    exportAuditLog: async ({ query }, context) => exportAuditLog(uow, context, clock.now(), query),
    checkAuditLog: ({ query }, context) => checkAuditLog(uow, context.principal.tenantId, query.cursor),
  } satisfies Partial<Handlers>;
}
