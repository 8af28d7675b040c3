/**
 * Reads a wide row as one column: an array in JSON, which V8 parses in a fraction of the time that a driver needs for
 * twenty columns. Used for lists with many rows. PostgreSQL needs slightly longer to write it.
 */

/** Values as PostgreSQL's JSON: times are text that `isoTime` parses. Bytes are not supported. */
export type InJson<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name];
};

type Columns<Row> = { readonly [Name in keyof Row]: string };

/**
 * Columns of the type `text` are put into a nested array, because PostgreSQL looks up the element type of an array
 * once, but the type of any other value each time.
 */
export class JsonRow<Texts, Others> {
  readonly #texts: readonly string[];
  readonly #others: readonly string[];
  /** An object with all column names, so that filling in a row does not change its shape. */
  readonly #empty: Readonly<Record<string, null>>;
  readonly sql: string;

  constructor(columns: { texts: Columns<Texts>; others: Columns<Others> }) {
    this.#texts = Object.keys(columns.texts);
    this.#others = Object.keys(columns.others);
    this.#empty = Object.fromEntries([...this.#texts, ...this.#others].map((name) => [name, null]));
    const texts = `array[${Object.values(columns.texts).join(', ')}]`;
    this.sql = `json_build_array(${[texts, ...Object.values(columns.others)].join(', ')})::text`;
  }

  /** Parses a row. Only this function gives these rows their type. statement.ts sets the types of other rows. */
  read(text: string): InJson<Texts & Others> {
    const [texts, ...others]: readonly [readonly (string | null)[], ...unknown[]] = JSON.parse(text);
    const row: Record<string, unknown> = { ...this.#empty };
    for (let i = 0; i < this.#texts.length; i += 1) row[this.#texts[i] ?? ''] = texts[i];
    for (let i = 0; i < this.#others.length; i += 1) row[this.#others[i] ?? ''] = others[i];
    return row as InJson<Texts & Others>;
  }
}

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const MILLISECONDS = SECONDS + '.000'.length;
const UTC = '+00:00';

/**
 * Formats a time. PostgreSQL's JSON writes times with an offset and omits trailing zeros. Our times have milliseconds
 * and end in Z.
 */
export function isoTime(text: string): string {
  const end = text.length - UTC.length;
  // Handles years after 9999, which JavaScript parses with a sign and six digits.
  if (text[10] !== 'T' || !text.endsWith(UTC) || end > MILLISECONDS)
    return new Date(text.replace(/^\d{5,}/, (year) => `+${year.padStart(6, '0')}`)).toISOString();
  return end === SECONDS ? `${text.slice(0, end)}.000Z` : `${text.slice(0, end).padEnd(MILLISECONDS, '0')}Z`;
}
