/** What is erased when nobody can use it any more. Each feature declares its own; the timer and the operator's request run all of them. */

/** @typeParam S what it needs of the services that `main` puts together. */
export type Erasure<S> = {
  /** As the answer to the operator counts it. */
  readonly name: string;
  /** Rows go before files: what no row needs any more goes in the same turn. */
  readonly of: 'rows' | 'files';
  /** Answers with how many. Safe to run at any time, twice, and from several processes at once. */
  readonly erase: (services: S) => Promise<number>;
};

/** How many of each were erased. One after the other, for as long as the time can be believed: a clock may jump between two of them. */
export async function eraseAll<S>(
  erasures: readonly Erasure<S>[],
  services: S,
  isTimeTrusted: () => boolean,
): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  for (const kind of ['rows', 'files'] as const)
    for (const erasure of erasures)
      if (erasure.of === kind && isTimeTrusted()) erased[erasure.name] = await erasure.erase(services);
  return erased;
}
