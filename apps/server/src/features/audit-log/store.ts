import { boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

/**
 * The position of an entry in the log. Entries are ordered by time, then by chain, then by their order in the chain.
 */
export type Place = { at: Date; stream: string; n: number };
export type LogRow = Place & { id: string; hash: string; bytes: Buffer };
export type Look = {
  tenantId: string;
  /** The exclusive start position in reading order. */
  beyondAt: Date | null;
  beyondStream: string;
  beyondN: number;
  /** The end position, or null to read to the end. */
  end: Date | null;
  limit: number;
};

/**
 * The condition for the start of the index scan has a single bound. If it had two, the planner might start the scan at
 * the wider bound and read every row up to the other one.
 */
const entries = (order: 'desc' | 'asc', [beyond, start]: ['<' | '>', string], [within, end]: ['<' | '>=', string]) => `
  select id, at, stream, n, hash, bytes from audit_entries
  where tenant_id = :tenantId
    and (at, stream, n) ${beyond} (${boundOr(':beyondAt::timestamptz', `'${start}'`)}, :beyondStream::text, :beyondN::int)
    and at ${within} ${boundOr(':end::timestamptz', `'${end}'`)}
  order by at ${order}, stream ${order}, n ${order} limit :limit`;
export const selectNewest = namedStatement<LogRow, Look>(
  'audit-log-newest',
  entries('desc', ['<', 'infinity'], ['>=', '-infinity']),
);
export const selectOldest = namedStatement<LogRow, Look>(
  'audit-log-oldest',
  entries('asc', ['>', '-infinity'], ['<', 'infinity']),
);

export const selectNames = statement<{ id: string; name: string }, [tenant: string, ids: string[]]>(
  'audit-log-names',
  `with keys as materialized (select id, name from api_keys where tenant_id = $1 and id = any($2))
   select id, name from users where id = any($2)
   union all select id, name from keys
   union all select id, name from signers where tenant_id = $1 and id = any($2)
   union all select id, title from documents where tenant_id = $1 and id = any($2)`,
);

export type ChainRow = { stream: string; n: number; hash: string; starts_n: number; starts_hash: string | null };
/** Selects the chains after a cursor, by name, each with its first and last entry number. */
export const selectChains = statement<ChainRow, [tenant: string, after: string, limit: number]>(
  'audit-log-chains',
  'select stream, n, hash, starts_n, starts_hash from audit_streams where tenant_id = $1 and stream > $2 order by stream limit $3',
);
export const countChains = statement<{ total: number }, [tenant: string]>(
  'audit-log-chains-count',
  'select count(*)::int as total from audit_streams where tenant_id = $1',
);
export type EntryRow = { n: number; id: string; at: Date; hash: string; bytes: Buffer };
/** Selects entries of a chain from a given number up to the last entry that existed when the chain was selected. */
export const selectEntries = statement<
  EntryRow,
  [tenant: string, stream: string, from: number, to: number, limit: number]
>(
  'audit-log-entries',
  'select n, id, at, hash, bytes from audit_entries where tenant_id = $1 and stream = $2 and n >= $3 and n <= $4 order by n limit $5',
);
