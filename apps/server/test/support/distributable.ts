/**
 * Reads the text of a statement as Citus's planner does. A query block on distributed tables runs on one shard if it
 * compares a tenant_id with a parameter. A comparison with a column of the enclosing query does not count.
 */
import type { Placement } from '../../src/platform/db/citus/tables.ts';

/**
 * `reads` and `inserts` are tables. `isStep` marks a part that Citus runs before the rest, which is `with … as
 * materialized (…)` or a part that changes rows.
 */
type Block = { text: string; reads: readonly string[]; inserts: readonly string[]; isStep: boolean };

const TABLE =
  /\b(?:from|join|update|using)\s+(?!set\b)(?:only\s+)?([a-z_]+)\b(?!\s*\()|,\s*([a-z_]+)\s+[a-z]\w*\b(?=\s*(?:,|where|join|left|\)|$))/gi;

/** Returns the queries of a statement, each without its nested queries. `union` separates two queries. */
function blocksOf(text: string): Block[] {
  const open: { parts: string[]; isStep: boolean }[] = [{ parts: [''], isStep: false }];
  const kinds: boolean[] = [];
  const done: Block[] = [];
  const close = (): void => {
    const { parts, isStep } = open.pop() ?? { parts: [], isStep: false };
    for (const own of parts.join('').split(/\bunion\b(?:\s+all\b)?/i))
      done.push({
        text: own,
        reads: [...own.matchAll(TABLE)].flatMap(([, one, other]) => one ?? other ?? []),
        inserts: [...own.matchAll(/\binsert\s+into\s+([a-z_]+)/gi)].flatMap(([, into]) => into ?? []),
        isStep,
      });
  };
  const plain = text.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, `''`);
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain[at];
    const current = open.at(-1)?.parts;
    if (!current) throw new Error(`The parentheses are unbalanced: ${text}`);
    if (char === '(') {
      const [, word] = /^\(\s*(select|insert|update|delete|with)\b/i.exec(plain.slice(at, at + 20)) ?? [];
      kinds.push(word !== undefined);
      const isStep = /\bas\s+(materialized\s*)?$/i.exec(plain.slice(0, at));
      if (word)
        open.push({ parts: [''], isStep: isStep !== null && (isStep[1] !== undefined || !/select|with/i.test(word)) });
      else current.push('(');
    } else if (char === ')') {
      if (kinds.pop()) {
        close();
        open.at(-1)?.parts.push(' () ');
      } else current.push(')');
    } else current.push(char ?? '');
  }
  close();
  return done;
}

export type SpreadFault = { kind: 'tenant' | 'coordinator' | 'recursive' | 'volatile'; tables: readonly string[] };

/**
 * Returns why Citus would not run the statement on one shard. Empty if it does, or if the statement uses no distributed
 * table.
 */
export function spreadFaults(text: string, placementOf: (table: string) => Placement | undefined): SpreadFault[] {
  const blocks = blocksOf(text);
  const isPlaced = (placement: Placement) => (table: string) => placementOf(table) === placement;
  const placed = (placement: Placement, tables: readonly string[]) => [...new Set(tables.filter(isPlaced(placement)))];
  const allOf = (among: readonly Block[]) => among.flatMap(({ reads, inserts }) => [...reads, ...inserts]);
  const distributed = placed('distributed', allOf(blocks));
  if (distributed.length === 0) return [];
  const faults: SpreadFault[] = [];
  const nameless = placed('distributed', allOf(blocks.filter((block) => !namesTenant(block))));
  if (nameless.length > 0) faults.push({ kind: 'tenant', tables: nameless });
  // A step that reads no distributed table runs on the coordinator, and its rows are sent to the rest of the statement.
  const joined = blocks.filter(({ isStep, reads }) => !isStep || reads.some(isPlaced('distributed')));
  const local = placed(
    'coordinator',
    joined.flatMap(({ reads }) => reads),
  );
  if (local.length > 0) faults.push({ kind: 'coordinator', tables: local });
  if (/\bwith\s+recursive\b/i.test(text)) faults.push({ kind: 'recursive', tables: distributed });
  const updated = /\bdo\s+update\s+set\b([\s\S]*)/i.exec(text)?.[1] ?? '';
  if (/\b(now|random|clock_timestamp|gen_random_uuid|nextval)\s*\(/i.test(updated))
    faults.push({ kind: 'volatile', tables: distributed });
  return faults;
}

/**
 * Returns tables that a part of the statement reads although an earlier part changes them. PostgreSQL reads the state
 * before the statement, but Citus runs the parts one after another.
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

/** Returns tables whose rows the statement writes or locks. A lock without OF applies to every table of its query. */
export function writtenTables(text: string): string[] {
  const changed = [...text.matchAll(CHANGE)].flatMap(([, table]) => table ?? []);
  const locks = blocksOf(text).filter((block) => /\bfor\s+(no\s+key\s+)?(update|share)(?!\s+of)\b/i.test(block.text));
  return [...changed, ...locks.flatMap(({ reads }) => reads)];
}

const READ = /\b(?:from|join|using)\s+([a-z_]+)/gi;
const CHANGE = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/gi;

const INSERT =
  /\binsert\s+into\s+[a-z_]+(?:\s+as\s+\w+)?\s*\(\s*tenant_id\b[^)]*\)\s*(values\s*\(|select)\s*([^\s,]+)/i;

/**
 * A comparison with a parameter, or the first value of VALUES. If INSERT selects a parameter, Citus queries every node.
 * If it selects a column of the tenant's own rows, Citus queries only one.
 */
function namesTenant({ text, reads }: Block): boolean {
  const isCompared = /\btenant_id\s*=\s*\$\d/i.test(text);
  const [, source = '', tenant = ''] = INSERT.exec(text) ?? [];
  if (source === '') return isCompared;
  if (/^values/i.test(source)) return /^\$\d/.test(tenant);
  return /^(\w+\.)?tenant_id$/.test(tenant) && (isCompared || reads.length === 0);
}
