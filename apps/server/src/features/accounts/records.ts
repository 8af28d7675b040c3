/** Dependencies of the account use cases, and functions that write to the audit trail. */
import type { Plan } from '@countersign/contract';
import type { AuditAction } from '../../platform/audit/actions.ts';
import type { Happening, Party } from '../../platform/audit/recorder.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';

export type RegistrationMode = 'open' | 'invite' | 'off';
export type AccountDependencies = {
  uow: UnitOfWork;
  linkKey: SecretKey;
  registration: RegistrationMode;
  /** The plan of organizations that people create. The operator's organization includes all features from the start. */
  startingPlan: Plan;
};

export type RecordInput = {
  action: AuditAction;
  actor: Party;
  target: Party;
  data?: Happening['data'];
  event?: NonNullable<Happening['event']>;
  /** The person whose data the entry commits to. Default: the actor. */
  personId?: string;
  fields?: Record<string, string>;
};

/**
 * Writes one entry with the origin of the request to the organization's trail. Leaves the transaction in the tenant's
 * role.
 */
export async function recordIn(
  uow: UnitOfWork,
  tx: Tx,
  context: Pick<RequestContext, 'address' | 'userAgent'>,
  tenantId: string,
  { data = {}, personId, fields = {}, ...happening }: RecordInput,
): Promise<void> {
  tx.enter({ role: 'app', tenantId });
  await uow.recorder.record(tx, tenantId, tenantId, {
    ...happening,
    data,
    personal: { personId: personId ?? happening.actor.id, fields: { ...network(context), ...fields } },
  });
}

export function recordOwn(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  {
    who,
    action,
    more = {},
  }: {
    who: { tenantId: string; userId: string };
    action: AuditAction;
    more?: Pick<RecordInput, 'data' | 'fields' | 'event'> | undefined;
  },
): Promise<void> {
  const self = { kind: 'user', id: who.userId } as const;
  return recordIn(uow, tx, context, who.tenantId, { action, actor: self, target: self, ...more });
}

function network(context: Pick<RequestContext, 'address' | 'userAgent'>): Record<string, string> {
  return { address: context.address, user_agent: context.userAgent.slice(0, 300) };
}
