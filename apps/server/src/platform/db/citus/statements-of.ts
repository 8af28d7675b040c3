/** A string, a quoted name, a dollar-quoted text or a comment, or the end of a statement. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--.*$|\/\*[\s\S]*?\*\/|;/gm;

/**
 * Returns the statements of a migration, one by one. Citus passes the text of a query on to its workers, which refuse a
 * query with several statements.
 */
export function statementsOf(sql: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token !== ';') continue;
    found.push(sql.slice(start, index));
    start = index + 1;
  }
  found.push(sql.slice(start));
  return found.filter((text) => text.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, '').trim() !== '');
}
