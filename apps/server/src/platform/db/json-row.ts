/**
 * A wide row as one column: an array in JSON, which V8 reads in a fraction of the time that a driver takes for twenty columns. For lists,
 * whose rows are many; PostgreSQL takes a little longer to write it.
 */

/** Values as JSON of PostgreSQL has them: times are text, to be read by `isoTime`. Bytes have no place in it. */
export type InJson<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name];
};

export class JsonRow<Row> {
  readonly #names: readonly string[];
  /** The column. */
  readonly sql: string;

  /** @param columns what each is selected by */
  constructor(columns: { readonly [Name in keyof Row]: string }) {
    this.#names = Object.keys(columns);
    this.sql = `json_build_array(${Object.values(columns).join(', ')})::text`;
  }

  /** The one place where such a row gets its type, as others do in statement.ts. */
  read(text: string): InJson<Row> {
    const values: readonly unknown[] = JSON.parse(text);
    const row: Record<string, unknown> = {};
    for (let i = 0; i < this.#names.length; i += 1) row[this.#names[i] ?? ''] = values[i];
    return row as InJson<Row>;
  }
}

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const MILLISECONDS = SECONDS + '.000'.length;
const UTC = '+00:00';

/** JSON of PostgreSQL writes times with an offset and leaves out zeros at the end; ours have milliseconds and end in Z. */
export function isoTime(text: string): string {
  const end = text.length - UTC.length;
  // Years after 9999, which JavaScript reads with a sign and six digits.
  if (text[10] !== 'T' || !text.endsWith(UTC) || end > MILLISECONDS)
    return new Date(text.replace(/^\d{5,}/, (year) => `+${year.padStart(6, '0')}`)).toISOString();
  return end === SECONDS ? `${text.slice(0, end)}.000Z` : `${text.slice(0, end).padEnd(MILLISECONDS, '0')}Z`;
}
