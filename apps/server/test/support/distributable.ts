/**
 * Reads the text of a statement like the planner of Citus: a query block on distributed tables runs on one shard if it
 * compares a tenant_id with a parameter. An equal column of the enclosing query does not count.
 */
import type { Placement } from '../../src/platform/db/citus/tables.ts';

type Block = { text: string; tables: readonly string[] };

const TABLE =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\()|,\s*([a-z_]+)\s+[a-z]\w*\b(?=\s*(?:,|where|join|left|\)|$))/gi;

/** The queries of a statement, each without the ones inside it. `union` separates two. */
function blocksOf(text: string): Block[] {
  const open: string[][] = [['']];
  const kinds: boolean[] = [];
  const done: string[] = [];
  const plain = text.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, `''`);
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain[at];
    const current = open.at(-1);
    if (!current) throw new Error(`unbalanced parentheses: ${text}`);
    if (char === '(') {
      const isQuery = /^\(\s*(select|insert|update|delete|with)\b/i.test(plain.slice(at, at + 20));
      kinds.push(isQuery);
      if (isQuery) open.push(['']);
      else current.push('(');
    } else if (char === ')') {
      if (kinds.pop()) {
        done.push(...(open.pop() ?? []).join('').split(/\bunion\b(?:\s+all\b)?/i));
        open.at(-1)?.push(' () ');
      } else current.push(')');
    } else current.push(char ?? '');
  }
  done.push(...(open[0] ?? []).join('').split(/\bunion\b(?:\s+all\b)?/i));
  return done.map((own) => ({
    text: own,
    tables: [...own.matchAll(TABLE)].flatMap(([, one, other]) => one ?? other ?? []),
  }));
}

export type SpreadFault = { kind: 'tenant' | 'coordinator' | 'recursive' | 'volatile'; tables: readonly string[] };

/** Why Citus would not run the statement on one shard. Empty: it does, or it uses no distributed table. */
export function spreadFaults(text: string, placementOf: (table: string) => Placement | undefined): SpreadFault[] {
  const blocks = blocksOf(text);
  const placed = (placement: Placement, among: readonly Block[]): string[] => [
    ...new Set(among.flatMap(({ tables }) => tables.filter((table) => placementOf(table) === placement))),
  ];
  const distributed = placed('distributed', blocks);
  if (distributed.length === 0) return [];
  const faults: SpreadFault[] = [];
  const nameless = placed(
    'distributed',
    blocks.filter((block) => !namesTenant(block.text)),
  );
  if (nameless.length > 0) faults.push({ kind: 'tenant', tables: nameless });
  const local = placed('coordinator', blocks);
  if (local.length > 0) faults.push({ kind: 'coordinator', tables: local });
  if (/\bwith\s+recursive\b/i.test(text)) faults.push({ kind: 'recursive', tables: distributed });
  const updated = /\bdo\s+update\s+set\b([\s\S]*)/i.exec(text)?.[1] ?? '';
  if (/\b(now|random|clock_timestamp|gen_random_uuid|nextval)\s*\(/i.test(updated))
    faults.push({ kind: 'volatile', tables: distributed });
  return faults;
}

/**
 * Tables that a part of the statement reads although an earlier part changes them. PostgreSQL reads the state before
 * the statement; Citus runs the parts one after another.
 */
export function rereadTables(text: string): string[] {
  if (!/^\s*with\b/i.test(text)) return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    const isEnd =
      depth === 0 && text[at] === ')' && /^\)\s*(,|select|insert|update|delete)/i.test(text.slice(at, at + 20));
    if (!isEnd) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  parts.push(text.slice(start));
  const changed = new Set<string>();
  const found = new Set<string>();
  for (const part of parts) {
    const reads = part.replaceAll(/\b(?:insert\s+into|update|delete\s+from)\s+[a-z_]+/gi, '').matchAll(READ);
    for (const [, table = ''] of reads) if (changed.has(table)) found.add(table);
    for (const [, table = ''] of part.matchAll(CHANGE)) changed.add(table);
  }
  return [...found];
}
const READ = /\b(?:from|join|using)\s+([a-z_]+)/gi;
const CHANGE = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/gi;

/** A comparison with a parameter, or the first value of VALUES. */
const namesTenant = (block: string): boolean =>
  /\btenant_id\s*=\s*\$\d/i.test(block) ||
  /\binsert\s+into\s+[a-z_]+(?:\s+as\s+\w+)?\s*\(\s*tenant_id\b[^)]*\)\s*values\s*\(\s*\$\d/i.test(block);
