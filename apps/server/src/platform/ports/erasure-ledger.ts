/**
 * What was erased, kept apart from the database and its backups: after one of them is restored, it is erased again (ADR 59). Ids alone;
 * the ledger says nothing about anybody.
 */

/** An account belongs to no tenant. */
export type Erased = { kind: 'document' | 'account'; tenantId: string | null; id: string };

/**
 * What became of one of them after a restore. `absent`: it is not in this database, or was erased in it before. `held`: a legal hold
 * stands. `ownership`: an organization would be without an owner. What is not erased yet stays due, and goes with a later run.
 */
export type Replayed = Erased & { outcome: 'erased' | 'absent' | 'held' | 'ownership' };

export interface ErasureLedger {
  /** Notes what is about to be erased; durable when it returns, so nothing is erased that the ledger does not know. */
  intend: (items: readonly Erased[]) => Promise<void>;
  /** Notes how it ended. */
  settle: (items: readonly Erased[], outcome: 'erased' | 'kept') => Promise<void>;
  /** What was about to be erased by a run that broke off: nobody noted how it ended. */
  unsettled: () => Promise<Erased[]>;
  /** Everything that was erased, or may have been. */
  erased: () => Promise<Erased[]>;
}
