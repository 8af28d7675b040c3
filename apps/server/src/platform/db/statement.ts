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

export type Statements = readonly Statement<unknown>[];

/** What a tuple of statements answers with: the rows of each, in the same order. */
export type RowsOf<S extends Statements> = {
  -readonly [At in keyof S]: S[At] extends Statement<infer Row> ? Row[] : never;
};

/**
 * Rows as the driver read them, with the types that their statements declare. The one place where a row gets its type; the compiler
 * carries it from here (ADR 2).
 */
export function rowsOf<const S extends Statements>(statements: S, rows: unknown[][]): RowsOf<S> {
  if (rows.length !== statements.length) throw new Error(`${statements.length} statements, but rows of ${rows.length}`);
  return rows as RowsOf<S>;
}

/** A row that is certainly there, such as one that this transaction wrote; without it, something is broken here. */
export function certainRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a row that must be there is missing');
  return row;
}

/** Behind every id, for a list from the newest on that has no cursor yet. */
export const BEHIND_ALL_IDS = `'~'`;

/**
 * A parameter, or where it is null a bound that all rows lie within: `id < ${boundOr('$1::text', BEHIND_ALL_IDS)}`. A condition that may be
 * left out (`$1 is null or id < $1`) is none that an index is entered by, nor is a comparison with coalesce under row security, because
 * PostgreSQL does not know that coalesce leaks nothing: the last page would read all before it.
 */
export const boundOr = (parameter: string, bound: string): string =>
  `(case when ${parameter} is null then ${bound} else ${parameter} end)`;

const texts = new Map<string, string>();

/** With more of them a position says nothing any more. */
const POSITIONAL_PARAMETERS = 6;

function define<Row>(name: string, text: string): (values: readonly unknown[]) => Statement<Row> {
  if (texts.has(name)) throw new Error(`statement ${name} is defined twice`);
  texts.set(name, text);
  return (values) => ({ name, text, values });
}

/**
 * Defines a statement. `Row` is what it answers with, `P` the tuple of its parameters. Names are unique in the
 * process: a name stands for one prepared text on every connection, so a second definition is a programming error.
 */
export function statement<Row, P extends readonly unknown[] = readonly []>(
  name: string,
  text: string,
): (...values: P) => Statement<Row> {
  const made = define<Row>(name, text);
  if (text.includes(`$${POSITIONAL_PARAMETERS + 1}`))
    throw new Error(
      `statement ${name} takes more than ${POSITIONAL_PARAMETERS} parameters: name them (namedStatement)`,
    );
  return (...values) => made(values);
}

/**
 * The same with its parameters by name, `:tenantId` in the text: for statements with more than six, where a position says nothing.
 * The text is numbered once, when the module loads; a call only puts the values in order.
 */
export function namedStatement<Row, P extends Readonly<Record<string, unknown>>>(
  name: string,
  text: string,
): (values: P) => Statement<Row> {
  const order: string[] = [];
  // A cast (`::int`) is no parameter.
  const numbered = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!order.includes(parameter)) order.push(parameter);
    return `$${order.indexOf(parameter) + 1}`;
  });
  const made = define<Row>(name, numbered);
  return (values) => {
    const given = Object.keys(values);
    if (given.length !== order.length || !order.every((parameter) => parameter in values))
      throw new Error(`statement ${name} takes ${order.join(', ')}, and was given ${given.join(', ')}`);
    return made(order.map((parameter) => values[parameter]));
  };
}

/** Every statement defined so far; a test prepares each against the migrated schema. */
export function definedStatements(): ReadonlyMap<string, string> {
  return texts;
}
