/**
 * The retention period of documents: the organization's setting, overridden by rules for templates, and extended by
 * rules for tags (ADR 59).
 */
import { type InputOf, isId, type operations, readSettings, type RetentionRules } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { lockHoldsAlone } from '../legal-holds/index.ts';
import {
  deleteRules,
  insertRules,
  type RuleRow,
  selectKnownTemplates,
  selectRules,
  selectSettings,
} from './rules-store.ts';

type Input = InputOf<(typeof operations)['setRetentionRules']>['body'];

/** The period in days. Rules for templates and tags can change it. */
export async function standardDays(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(selectSettings(tenantId));
  return readSettings(row?.settings ?? {}).document_retention_days;
}

export async function getRules(uow: UnitOfWork, { tenantId }: MemberPrincipal): Promise<RetentionRules> {
  const [settings, rules] = await uow.readAll(tenantId, [selectSettings(tenantId), selectRules(tenantId)]);
  return view(readSettings(settings[0]?.settings ?? {}).document_retention_days, rules);
}

/** Replaces all rules. Documents that become due because of a shorter period are announced first. */
export async function setRules(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  { rules }: Input,
): Promise<RetentionRules> {
  const { tenantId } = context.principal;
  refuseTwice(rules);
  const actor = auditActor(context.principal);
  return uow.run(tenantId, async (tx) => {
    // Erasures wait for this lock, so that no erasure applies a rule that was just extended.
    await tx.query(lockHoldsAlone());
    await refuseUnknownTemplates(tx, tenantId, rules);
    tx.write(deleteRules(tenantId));
    const [kinds, targets, days] = [
      rules.map(({ kind }) => kind),
      rules.map(({ target }) => target),
      rules.map(({ days: count }) => count),
    ];
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'retention.rules-changed',
      actor,
      target: { kind: 'organization', id: tenantId },
      data: { rules: rules.length },
      personal: { personId: actor.id, fields: { ...requestOrigin(context), rules: JSON.stringify(rules) } },
    });
    // The audit entry is written first, because it creates the audit stream that the insert of the rules reads
    // (onShardOf).
    tx.write(insertRules(tenantId, kinds, targets, days));
    return view(await standardDays(tx, tenantId), await tx.query(selectRules(tenantId)));
  });
}

function refuseTwice(rules: Input['rules']): void {
  const seen = new Set<string>();
  for (const [index, { kind, target }] of rules.entries()) {
    if (seen.has(`${kind} ${target}`)) throw invalid(`rules[${index}].target`, 'already has a rule');
    seen.add(`${kind} ${target}`);
  }
}

/** A deleted template is accepted if a rule already names it, because documents created from it still exist. */
async function refuseUnknownTemplates(tx: Tx, tenantId: string, rules: Input['rules']): Promise<void> {
  const named = rules.flatMap(({ kind, target }) => (kind === 'template' ? [target] : []));
  const known = new Set((await tx.query(selectKnownTemplates(tenantId, named))).map(({ id }) => id));
  for (const [index, { kind, target }] of rules.entries())
    if (kind === 'template' && !(isId('template', target) && known.has(target)))
      throw invalid(`rules[${index}].target`, 'must be the ID of a template');
}

const view = (document_retention_days: number, rules: RuleRow[]): RetentionRules => ({
  document_retention_days,
  rules,
});
