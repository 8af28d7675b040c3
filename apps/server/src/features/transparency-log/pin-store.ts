/** SQL for logs that contradict a pin (a copy of a checkpoint that is stored elsewhere). */
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type PinSource = 'pin-file' | 'presented';
/**
 * `behind` means that the log is shorter than its pin, `forked` that it has other entries, and `unknown-key` that no
 * key of this installation signed the pin.
 */
export type PinFaultKind = 'behind' | 'forked' | 'unknown-key';
export type PinFaultRow = {
  tenant_id: string;
  source: PinSource;
  kind: PinFaultKind;
  pinned: string;
  size: string;
  note: string;
  since: Date;
  accepted_at: Date | null;
};
const COLUMNS = 'tenant_id, source, kind, pinned, size, note, since, accepted_at';

/** Selects all faults, including those that were accepted. */
export const selectPinFaults = statement<PinFaultRow>(
  'log-pin-faults',
  `select ${COLUMNS} from log_pin_faults order by since, tenant_id, source`,
);
export const selectPinFaultsOf = statement<PinFaultRow, [tenant: string]>(
  'log-pin-faults-of',
  `select ${COLUMNS} from log_pin_faults where tenant_id = $1 order by source`,
);
/**
 * Returns a row only if the fault is new: if it was not reported before, or if the fault that was accepted was a
 * smaller one.
 */
export const reportPinFault = namedStatement<
  { since: Date },
  { tenantId: string; source: PinSource; kind: PinFaultKind; pinned: number; size: number; note: string; since: Date }
>(
  'log-pin-fault-report',
  `insert into log_pin_faults as f (tenant_id, source, kind, pinned, size, note, since)
     values (:tenantId, :source, :kind, :pinned, :size, :note, :since)
   on conflict (tenant_id, source) do update set kind = excluded.kind, pinned = excluded.pinned, size = excluded.size,
     note = excluded.note, since = excluded.since, accepted_at = null
     where f.pinned < excluded.pinned and (f.accepted_at is not null or f.source = 'pin-file')
       or f.accepted_at is not null and f.source = 'pin-file' and f.note <> excluded.note
   returning since`,
);
/** Accepts the open faults and returns their rows. A fault that is stored at the same time stays open. */
export const acceptPinFaults = statement<PinFaultRow, [tenant: string, now: Date, sources: readonly PinSource[]]>(
  'log-pin-faults-accept',
  `update log_pin_faults set accepted_at = $2 where tenant_id = $1 and accepted_at is null and source = any ($3)
   returning ${COLUMNS}`,
);
/**
 * Called when the log continues the pin, or after the pin was replaced. Pins in the files of other processes are not
 * affected.
 */
export const forgetPinFault = statement<unknown, [tenant: string, note: string]>(
  'log-pin-fault-forget',
  "delete from log_pin_faults where tenant_id = $1 and source = 'pin-file' and note = $2",
);
