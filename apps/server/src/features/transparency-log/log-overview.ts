/** Shows administrators the state of a log, and lets them accept a log that contradicts a pin. */
import { parseCheckpointText, parseNote } from '@countersign/audit-log/tlog';
import type { operations, OutputOf } from '@countersign/contract';
import { auditActor, requestOrigin } from '../../platform/audit/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { acceptPins } from './accept-pin.ts';
import { selectLog, selectRecentCheckpoints } from './checkpoint-store.ts';
import { verifierKeys } from './log-keys.ts';
import { selectPinFaultsOf } from './pin-store.ts';
import { newestOf, type ProofServices } from './proofs.ts';
import { selectCosignedBy } from './witness-store.ts';

type State = OutputOf<(typeof operations)['getAuditLogState']>;

const CHECKPOINTS = 20;

export async function getAuditLogState(services: ProofServices, tenantId: string): Promise<State> {
  const { database, transparencyLog } = services;
  const { witnesses, pins, keys } = transparencyLog;
  const { note } = await newestOf(services, tenantId);
  const [[log], checkpoints, cosigned, faults] = await database.queryAll({ role: 'app', tenantId }, [
    selectLog(tenantId),
    selectRecentCheckpoints(tenantId, CHECKPOINTS),
    selectCosignedBy(
      tenantId,
      witnesses.configured.map(({ text }) => text),
    ),
    selectPinFaultsOf(tenantId),
  ]);
  const { origin } = parseCheckpointText(parseNote(note).text);
  return {
    origin,
    tiles: `/log/${origin}/`,
    size: Number(log?.size ?? 0),
    verifierKeys: verifierKeys(await keys.signer(), tenantId),
    checkpoints: checkpoints.map(({ size, created_at: createdAt, stamped_at: stampedAt, cosignatures }) => ({
      size: Number(size),
      created_at: createdAt.toISOString(),
      time_stamped_at: stampedAt?.toISOString() ?? null,
      cosignatures,
    })),
    witnesses: witnesses.configured.map(({ key, text }) => {
      const last = cosigned.find(({ witness }) => witness === text);
      return {
        name: key.name,
        key: text,
        size: last ? Number(last.size) : null,
        cosigned_at: last?.created_at.toISOString() ?? null,
      };
    }),
    pin_file: pins.isConfigured,
    contradictions: faults
      .filter(({ accepted_at: acceptedAt }) => acceptedAt === null)
      .map(({ source, kind, pinned, size, since }) => ({
        source,
        kind,
        pinned: Number(pinned),
        size: Number(size),
        since: since.toISOString(),
      })),
  };
}

/**
 * Accepts contradictions to presented checkpoints. Only the operator can accept contradictions to `PIN_FILE`, because
 * an attacker with the session of an administrator must not end the alarm about a rollback.
 *
 * @throws AppError 409 if no presented checkpoint contradicts the log
 */
export async function acceptAuditLog(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  reason: string,
): Promise<{ success: true; accepted: number }> {
  const { principal } = context;
  const acceptance = { sources: ['presented'], reason } as const;
  const accepted = await acceptPins(uow, principal.tenantId, acceptance, {
    actor: auditActor(principal),
    personal: { personId: principal.userId, fields: requestOrigin(context) },
  });
  if (accepted === 0) throw new AppError('AUDIT_LOG_NOT_CONTRADICTED');
  return { success: true, accepted };
}
