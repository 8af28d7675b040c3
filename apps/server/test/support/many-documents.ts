/** Creates many documents of one organization as rows only, as copies of an existing document that share its file. */

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * The tables, each with the column that contains the document's ID, and with the other columns whose values differ in a
 * copy.
 */
const TABLES = [
  ['documents', 'id', {}],
  ['audit_streams', 'stream', {}],
  ['audit_entries', 'stream', { id: `'adt_' || lpad(c.number::text, 20, '0') || lpad(o.n::text, 6, '0')` }],
] as const;

/** Creates this many copies of a document, each with an audit trail, on one connection. */
export async function copyDocument(query: Query, documentId: string, copies: number): Promise<void> {
  // Only rows are written, without triggers and foreign key checks.
  await query('set session_replication_role = replica');
  await query(`create temp table copies as select number from generate_series(1, ${copies}) number`);
  for (const [table, key, own] of TABLES) {
    const columns = (await query(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )) as { name: string }[];
    const names = columns.map(({ name }) => name);
    const values: Record<string, string> = { ...own, [key]: `'doc_' || lpad(c.number::text, 26, '0')` };
    await query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => values[name] ?? `o.${name}`).join(', ')}
       from copies c join ${table} o on o.${key} = $1`,
      [documentId],
    );
  }
  await query('reset session_replication_role');
}
