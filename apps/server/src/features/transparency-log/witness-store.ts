/** SQL for witnesses and their cosignatures. */
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** `contradicted` means that the witness cosigned a checkpoint that our log does not continue. */
export type WitnessFaultKind = 'unreachable' | 'refused' | 'contradicted';
export type WitnessRow = {
  witness: string;
  failures: number;
  fault: WitnessFaultKind | null;
  reason: string | null;
  since: Date | null;
};

/** Returns no row while another process sends to the witness, or before the wait after a failure ends. */
export const claimWitness = statement<{ failures: number }, [witness: string, now: Date, until: Date]>(
  'log-witness-claim',
  `insert into log_witnesses as w (witness, asked_until) values ($1, $3)
   on conflict (witness) do update set asked_until = excluded.asked_until
     where (w.asked_until is null or w.asked_until <= $2) and (w.next_at is null or w.next_at <= $2)
   returning failures`,
);
/** Extends the claim that ends at `until`. Has no effect if another process has claimed the witness since. */
export const renewWitness = statement<{ witness: string }, [witness: string, until: Date, longer: Date]>(
  'log-witness-renew',
  'update log_witnesses set asked_until = $3 where witness = $1 and asked_until = $2 returning witness',
);
/**
 * Ends the claim that ends at `until`, unless another process has claimed the witness since. A witness that fails again
 * keeps the time at which it stopped cosigning.
 */
export const noteWitness = namedStatement<
  { isNew: boolean },
  {
    witness: string;
    until: Date;
    failures: number;
    nextAt: Date | null;
    fault: WitnessFaultKind | null;
    reason: string | null;
    now: Date;
  }
>(
  'log-witness-note',
  `with before as (select fault, since from log_witnesses where witness = :witness)
   update log_witnesses w set asked_until = null, next_at = :nextAt::timestamptz, failures = :failures::int, fault = :fault::text,
     reason = :reason::text, since = case when :fault::text is null then null else coalesce(w.since, :now::timestamptz) end
   from before where w.witness = :witness and w.asked_until = :until::timestamptz returning before.fault is distinct from w.fault as "isNew"`,
);
export const selectWitnesses = statement<WitnessRow, [witnesses: string[]]>(
  'log-witnesses',
  'select witness, failures, fault, reason, since from log_witnesses where witness = any ($1)',
);

/** Selects the size up to which the witness has cosigned each log. */
export const selectCosignedSizes = statement<{ tenant_id: string; size: string }, [witness: string]>(
  'log-cosigned-sizes',
  'select tenant_id, max(size) as size from log_cosignatures where witness = $1 group by tenant_id',
);
export const insertCosignature = statement<
  unknown,
  [tenant: string, size: number, witness: string, line: string, createdAt: Date]
>(
  'log-cosignature-insert',
  `insert into log_cosignatures (tenant_id, size, witness, line, created_at) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, witness, size) do nothing`,
);
/** Selects the keys of all witnesses that cosigned the log, including those that are no longer configured. */
export const selectWitnessKeys = statement<{ witness: string }, [tenant: string]>(
  'log-witness-keys',
  'select distinct witness from log_cosignatures where tenant_id = $1 order by witness',
);
export const selectCosignedBy = statement<
  { witness: string; size: string; created_at: Date },
  [tenant: string, witnesses: string[]]
>(
  'log-cosigned-by',
  `select w.witness, last.size, last.created_at from unnest($2::text[]) as w (witness) cross join lateral (
     select size, created_at from log_cosignatures where tenant_id = $1 and witness = w.witness order by size desc limit 1) last`,
);
/**
 * Selects when a witness last cosigned, how many logs it cosigned, and how many of them it has not cosigned up to their
 * current size.
 */
export const selectWitnessSummary = statement<
  { logs: number; behind: number; last_at: Date | null },
  [witness: string]
>(
  'log-witness-summary',
  `select count(last.size)::int as logs, (count(*) filter (where coalesce(last.size, 0) < l.checkpoint_size))::int as behind,
     max(last.created_at) as last_at
   from transparency_logs l left join lateral (select size, created_at from log_cosignatures c
     where c.tenant_id = l.tenant_id and c.witness = $1 order by size desc limit 1) last on true where l.checkpoint_size > 0`,
);
