/** SQL as data: a name (under which it is prepared once per connection), a text with $1, $2, …, and the values. */

export type Statement<Row> = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** True if the caller does not use the rows, so they are neither described nor parsed. */
  readonly silent?: true;
  readonly parts?: Parts<Row>;
  /** The shape of a row. It exists only for the type checker. */
  readonly row?: Row;
};

export type Statements = readonly Statement<unknown>[];

/**
 * A statement in parts, in the order in which they run. Citus plans a statement with several tables at each execution
 * and sends its parts to the worker one after another. It plans a statement on one table once (ADR 158).
 */
export type Parts<Row> = {
  readonly statements: Statements;
  readonly join: (rows: readonly (readonly unknown[])[]) => Row[];
};

export type RowsOf<S extends Statements> = {
  -readonly [At in keyof S]: S[At] extends Statement<infer Row> ? Row[] : never;
};

/**
 * Returns rows as the driver read them, with the types that their statements declare. Rows get their types only here,
 * and the compiler checks these types from here on (ADR 2).
 */
export function rowsOf<const S extends Statements>(statements: S, rows: unknown[][]): RowsOf<S> {
  if (rows.length !== statements.length)
    throw new Error(`expected ${statements.length} result sets, one per statement, but got ${rows.length}`);
  return rows as RowsOf<S>;
}

/** Returns a row that must exist, such as one that this transaction wrote. A missing row is a bug. */
export function certainRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a required row is missing');
  return row;
}

/**
 * Selects one row of the tenant, for inserting lists of values: `select s.tenant_id, u.* from ${onShardOf('$1')},
 * unnest(…) u`. Because of this row, Citus runs the statement on the tenant's shard. Otherwise, Citus would run it as
 * COPY, which row-level security refuses. A tenant without an audit stream has no row, and nothing is inserted, so an
 * entry must be recorded first.
 */
export const onShardOf = (parameter: string): string =>
  `(select tenant_id from audit_streams where tenant_id = ${parameter} limit 1) s`;

/** A value that sorts after every ID, for reading a list from its newest entry without a cursor. */
export const BEHIND_ALL_IDS = `'~'`;

/**
 * Returns a parameter, or if it is null, a bound that includes all rows: `id < ${boundOr('$1::text', BEHIND_ALL_IDS)}`.
 * PostgreSQL cannot search an index by an optional condition (`$1 is null or id < $1`). Under row-level security, it
 * cannot do so by a comparison with coalesce either, because it does not treat coalesce as leakproof. To return the
 * last page of a list, it would then read all rows before that page.
 */
export const boundOr = (parameter: string, bound: string): string =>
  `(case when ${parameter} is null then ${bound} else ${parameter} end)`;

const texts = new Map<string, string>();

/** The maximum number of positional parameters. With more parameters, positions are hard to read. */
const POSITIONAL_PARAMETERS = 6;

function define<Row>(name: string, text: string): (values: readonly unknown[]) => Statement<Row> {
  if (texts.has(name)) throw new Error(`statement ${name} is defined twice`);
  texts.set(name, text);
  return (values) => ({ name, text, values });
}

/**
 * Defines a statement. `Row` is the type of its rows, `P` the tuple of its parameters. Names are unique in the process,
 * because a name refers to one prepared text on every connection. A second definition is a programming error.
 */
export function statement<Row, P extends readonly unknown[] = readonly []>(
  name: string,
  text: string,
): (...values: P) => Statement<Row> {
  const made = define<Row>(name, text);
  if (text.includes(`$${POSITIONAL_PARAMETERS + 1}`))
    throw new Error(
      `statement ${name} takes more than ${POSITIONAL_PARAMETERS} parameters. Name them (namedStatement)`,
    );
  return (...values) => made(values);
}

/**
 * Returns the text with $1, $2, … instead of names such as `:tenantId`, and the names in the order of their numbers.
 */
function numbered(text: string): { text: string; order: string[] } {
  const order: string[] = [];
  // A cast such as `::int` is not a parameter.
  const withNumbers = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!order.includes(parameter)) order.push(parameter);
    return `$${order.indexOf(parameter) + 1}`;
  });
  return { text: withNumbers, order };
}

/**
 * Defines a statement with named parameters such as `:tenantId` in the text, for statements with more than six
 * parameters. The names are replaced with numbers once, when the module loads. A call only puts the values in order.
 */
export function namedStatement<Row, P extends Readonly<Record<string, unknown>>>(
  name: string,
  namedText: string,
): (values: P) => Statement<Row> {
  const { text, order } = numbered(namedText);
  const made = define<Row>(name, text);
  return (values) => {
    const given = Object.keys(values);
    if (given.length !== order.length || !order.every((parameter) => parameter in values))
      throw new Error(`statement ${name} takes ${order.join(', ')}, but was given ${given.join(', ')}`);
    return made(order.map((parameter) => values[parameter]));
  };
}

/**
 * Defines one statement that runs several writes, which return no rows. On Citus, each write is a separate statement.
 *
 * @param writes the text of each write by its name, with named parameters; no write reads what another one changes
 */
export function combinedWrites<P extends Readonly<Record<string, unknown>>>(
  name: string,
  writes: Readonly<Record<string, string>>,
): (values: P) => Statement<unknown> {
  const all = Object.entries(writes);
  const last = all.at(-1)?.[1] ?? '';
  const others = all.slice(0, -1).map(([part, text]) => `${part} as (${text})`);
  const whole = namedStatement<unknown, P>(name, others.length === 0 ? last : `with ${others.join(', ')} ${last}`);
  const parts = all.map(([part, namedText]) => {
    const { text, order } = numbered(namedText);
    const made = define<unknown>(`${name}-${part}`, text);
    return (values: P) => made(order.map((parameter) => values[parameter]));
  });
  return (values) => ({
    ...whole(values),
    parts: { statements: parts.map((part) => part(values)), join: () => [] },
  });
}

/** Returns every statement defined so far. A test prepares each statement against the migrated schema. */
export function definedStatements(): ReadonlyMap<string, string> {
  return texts;
}
