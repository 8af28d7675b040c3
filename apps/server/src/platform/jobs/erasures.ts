/** What is erased when nobody can use it any more. Each feature declares its own; the timer and the operator's request run all of them. */

/** @typeParam S what it needs of the services that `main` puts together. */
export type Erasure<S> = {
  /** As the answer to the operator counts it. */
  readonly name: string;
  /** Rows go before files: what no row needs any more goes in the same turn. */
  readonly of: 'rows' | 'files';
  /** In which tables people's data was: they are vacuumed when any of it went. */
  readonly tables?: readonly string[];
  /** Answers with how many. Safe to run at any time, twice, and from several processes at once. */
  readonly erase: (services: S) => Promise<number>;
};

/**
 * How many of each were erased. One after the other, for as long as the time can be believed: a clock may jump between two of them.
 * One that fails keeps none of the others from its turn.
 * @param vacuum gets the tables from which people's data went
 * @throws AggregateError when all others are done.
 */
export async function eraseAll<S>(
  erasures: readonly Erasure<S>[],
  services: S,
  isTimeTrusted: () => boolean,
  vacuum: (tables: readonly string[]) => Promise<void>,
): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const { name, erase } of ['rows', 'files'].flatMap((kind) => erasures.filter(({ of }) => of === kind))) {
    if (!isTimeTrusted()) break;
    await erase(services).then(
      (count) => (erased[name] = count),
      (cause: unknown) => failures.push(new Error(`erasing ${name} failed`, { cause })),
    );
  }
  const tables = erasures.flatMap(({ name, tables: own = [] }) => ((erased[name] ?? 0) > 0 ? own : []));
  if (tables.length > 0) await vacuum([...new Set(tables)]);
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be erased');
  return erased;
}
