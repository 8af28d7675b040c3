/** Derives a document's contribution to the statistics with pure functions, without clock or database. */
import type { DocumentStatus } from '@countersign/contract';
import { addTo, classOf, type Histogram } from './histogram.ts';
import { GRAINS, startOf } from './periods.ts';

export const SCOPES = { organization: 0, member: 1, template: 2 } as const;

/** The counted properties of a document, as in a row of `statistics_documents`. */
export type Fact = {
  owner_id: string;
  template_id: string | null;
  state: DocumentStatus | 'deleted' | 'erased';
  outcome: DocumentStatus;
  created_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
};

export type Current = {
  owner_id: string;
  template_id: string | null;
  status: DocumentStatus;
  archived_from: DocumentStatus | null;
  deleted_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  completed_at: Date | null;
  /** The time when the document was last declined, voided or expired. */
  stopped_at: Date | null;
};

const STOPPED: ReadonlySet<DocumentStatus> = new Set(['declined', 'voided', 'expired']);

/**
 * Returns the values with which a document is counted. An erased document keeps its counts. They stay with the
 * document's first owner.
 */
export function factOf(current: Current | undefined, counted: Fact | undefined): Fact | undefined {
  if (!current) return counted && { ...counted, state: 'erased' };
  const { status, archived_from: archivedFrom, completed_at: completedAt, stopped_at: stoppedAt } = current;
  const outcome = status === 'archived' && archivedFrom !== null ? archivedFrom : status;
  const endedAt = outcome === 'completed' ? completedAt : STOPPED.has(outcome) ? stoppedAt : null;
  return {
    owner_id: counted?.owner_id ?? current.owner_id,
    template_id: counted?.template_id ?? current.template_id,
    state: current.deleted_at ? 'deleted' : status,
    outcome,
    created_at: current.created_at,
    sent_at: current.sent_at,
    ended_at: endedAt,
  };
}

export const COUNTS = ['created', 'sent', 'sent_completed', 'completed', 'declined', 'voided', 'expired'] as const;
type Count = (typeof COUNTS)[number];
export type Period = { scope: number; scopeId: string; grain: number; at: Date; durations: Histogram } & Record<
  Count,
  number
>;
export type State = { scope: number; scopeId: string; state: string; documents: number };

/** Differences between figures, accumulated until they are written. */
export class Differences {
  readonly #periods = new Map<string, Period>();
  readonly #states = new Map<string, State>();

  /** Adds the document if `sign` is 1, and subtracts its previous counts if `sign` is -1. */
  add(fact: Fact, sign: 1 | -1): void {
    const { state, outcome, created_at: created, sent_at: sent, ended_at: ended } = fact;
    if (state !== 'erased') this.#addState(fact, sign);
    this.#addAt(fact, created, { created: sign });
    if (sent) this.#addAt(fact, sent, { sent: sign, ...(outcome === 'completed' && { sent_completed: sign }) });
    if (!ended) return;
    if (outcome === 'declined' || outcome === 'voided' || outcome === 'expired')
      this.#addAt(fact, ended, { [outcome]: sign });
    if (outcome === 'completed') {
      const took = sent && classOf(ended.getTime() - sent.getTime());
      this.#addAt(fact, ended, { completed: sign }, took === null ? undefined : { took, sign });
    }
  }

  periods(): Period[] {
    return [...this.#periods.values()].filter(
      (period) => period.durations.size > 0 || COUNTS.some((count) => period[count] !== 0),
    );
  }

  states(): State[] {
    return [...this.#states.values()].filter(({ documents }) => documents !== 0);
  }

  #addState(fact: Fact, sign: number): void {
    for (const [scope, scopeId] of scopesOf(fact)) {
      const name = `${scope} ${scopeId} ${fact.state}`;
      const known = this.#states.get(name) ?? { scope, scopeId, state: fact.state, documents: 0 };
      this.#states.set(name, { ...known, documents: known.documents + sign });
    }
  }

  #addAt(
    fact: Fact,
    at: Date,
    counts: Partial<Record<Count, number>>,
    duration?: { took: number; sign: number },
  ): void {
    for (const [scope, scopeId] of scopesOf(fact))
      for (const grain of GRAINS) {
        const start = startOf(grain, at);
        const name = `${scope} ${scopeId} ${grain} ${start.getTime()}`;
        const period = this.#periods.get(name) ?? emptyPeriod({ scope, scopeId, grain, at: start });
        this.#periods.set(name, period);
        for (const count of COUNTS) period[count] += counts[count] ?? 0;
        if (duration) addTo(period.durations, duration.took, duration.sign);
      }
  }
}

const emptyPeriod = (key: Pick<Period, 'scope' | 'scopeId' | 'grain' | 'at'>): Period => ({
  ...key,
  created: 0,
  sent: 0,
  sent_completed: 0,
  completed: 0,
  declined: 0,
  voided: 0,
  expired: 0,
  durations: new Map(),
});

const scopesOf = ({ owner_id: owner, template_id: template }: Fact): [scope: number, scopeId: string][] => [
  [SCOPES.organization, ''],
  [SCOPES.member, owner],
  ...(template === null ? [] : [[SCOPES.template, template] as [number, string]]),
];
