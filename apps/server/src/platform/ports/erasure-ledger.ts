/**
 * Records erasures, separately from the database and its backups: after a restore, the data is erased again (ADR 59).
 * Contains only IDs, and nothing about any person.
 */

/** An account does not belong to a tenant. */
export type Erased = { kind: 'document' | 'account'; tenantId: string | null; id: string };

/**
 * The outcome of an erasure after a restore. `absent`: not in this database, or erased before. `held`: under a legal
 * hold. `ownership`: an organization would be left without an owner. Other data stays due and is erased in a later run.
 */
export type Replayed = Erased & { outcome: 'erased' | 'absent' | 'held' | 'ownership' };

export interface ErasureLedger {
  /** Records a pending erasure. The record is durable when this returns, so nothing is erased without a record. */
  intend: (items: readonly Erased[]) => Promise<void>;
  /** Records the outcome. */
  settle: (items: readonly Erased[], outcome: 'erased' | 'kept') => Promise<void>;
  /** Pending erasures of an interrupted run, which have no outcome yet. */
  unsettled: () => Promise<Erased[]>;
  /** Everything that was erased, or may have been. */
  erased: () => Promise<Erased[]>;
}
