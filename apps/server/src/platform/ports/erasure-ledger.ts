/**
 * Records erasures, separately from the database and its backups, so that the data is erased again after a restore (ADR
 * 59). The ledger contains only IDs, and nothing about any person.
 */

/** Something that was erased. `tenantId` is null for an account, because an account does not belong to a tenant. */
export type Erased = { kind: 'document' | 'account'; tenantId: string | null; id: string };

/**
 * The outcome of an erasure after a restore. `absent` means that the data is not in this database, or was erased
 * before. `held` means that it is under a legal hold. `ownership` means that an organization would be left without an
 * owner. Other data stays due and is erased in a later run.
 */
export type Replayed = Erased & { outcome: 'erased' | 'absent' | 'held' | 'ownership' };

export interface ErasureLedger {
  /** Records a pending erasure. The record is durable when this returns, so nothing is erased without a record. */
  intend: (items: readonly Erased[]) => Promise<void>;
  settle: (items: readonly Erased[], outcome: 'erased' | 'kept') => Promise<void>;
  /** Returns the erasures of an interrupted run that have no outcome yet. */
  unsettled: () => Promise<Erased[]>;
  /** Returns everything that was erased, or may have been erased. */
  erased: () => Promise<Erased[]>;
}
