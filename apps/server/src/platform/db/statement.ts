/** SQL as data: a name (prepared once a connection), a text with $1.., and values. */

export type Statement<Row> = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Its rows are nobody's business, so they are neither described nor parsed. */
  readonly silent?: true;
  /** Only for the type checker: what a row looks like. */
  readonly row?: Row;
};

const texts = new Map<string, string>();

/**
 * Defines a statement. `Row` is what it answers with, `P` the tuple of its parameters. Names are unique in the
 * process: a name stands for one prepared text on every connection, so a second definition is a programming error.
 */
export function statement<Row, P extends readonly unknown[] = readonly []>(
  name: string,
  text: string,
): (...values: P) => Statement<Row> {
  if (texts.has(name)) throw new Error(`statement ${name} is defined twice`);
  texts.set(name, text);
  return (...values) => ({ name, text, values });
}

/** Every statement defined so far; a test prepares each against the migrated schema. */
export function definedStatements(): ReadonlyMap<string, string> {
  return texts;
}
