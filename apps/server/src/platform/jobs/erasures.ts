/**
 * Erases data that nobody can use any longer. Each feature declares its own erasures. The timer and the operator's
 * request run all of them.
 */

/** @typeParam S the services of `main` that the erasure needs */
export type Erasure<S> = {
  /** The name of the erasure, and of its count in the response to the operator. */
  readonly name: string;
  /** Rows are erased before files, so that files without rows are erased in the same run. */
  readonly of: 'rows' | 'files';
  /** The tables that contained personal data. They are vacuumed if any data was erased. */
  readonly tables?: readonly string[];
  /**
   * Erases data and returns the number of erased items. Safe to run at any time, twice, and from several processes at
   * once.
   */
  readonly erase: (services: S) => Promise<number>;
};

/**
 * Runs the erasures one after another and returns the count of each. Checks before each erasure that the time is still
 * trustworthy, because the clock can jump in between. If one erasure fails, the others still run.
 * @param vacuum receives the tables from which personal data was erased
 * @throws AggregateError once all other erasures are done
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
