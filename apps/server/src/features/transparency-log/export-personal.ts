/**
 * Exports the personal fields of the log. A field is either opened, or replaced with the entry that recorded its
 * erasure (docs/understand/audit-log-format.md).
 */
import { AuditLogError, type Entry, parseEntry, PII_SALT_BYTES } from '@countersign/audit-log';
import { SealError, unseal, type Vault } from '../../platform/crypto/seal.ts';
import { type SecretKey, secretKey } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ErasureLedger } from '../../platform/ports/erasure-ledger.ts';
import { type PersonalLeafRow, selectAccountErasures, selectDocumentErasures, selectPersonalLeaves } from './store.ts';

export type PersonalServices = { database: Database; vault: Vault; ledger: ErasureLedger };
type Line =
  | { id: string; salt: string; fields: Record<string, string> }
  | { id: string; erasedBy: string }
  | { id: string; unreadable: true };

/** `start` is inclusive and `end` is exclusive. Entries without personal fields have no line. */
export async function personalLines(
  { database, vault }: PersonalServices,
  tenantId: string,
  { start, end }: { start: number; end: number },
): Promise<string[]> {
  const context = { role: 'app', tenantId } as const;
  const rows = await database.query(context, selectPersonalLeaves(tenantId, start, end));
  const keys = new Map<string, SecretKey>();
  const missing = rows.flatMap((row) => {
    const entry = row.key_sealed === null ? readEntry(row.bytes) : undefined;
    return entry !== undefined && entry.pii !== null ? entry : [];
  });
  const erasures = await erasuresOf(database, tenantId, missing);
  return rows.flatMap((row) => {
    const line = row.key_sealed === null ? erasures.get(row.id) : openRow(vault, tenantId, keys, row);
    return line === undefined ? [] : `${JSON.stringify(line)}\n`;
  });
}

function openRow(vault: Vault, tenantId: string, keys: Map<string, SecretKey>, row: PersonalLeafRow): Line | undefined {
  const { id, person_id: person, sealed, key_sealed: keySealed } = row;
  if (person === null || sealed === null || keySealed === null) return undefined;
  try {
    const key = keys.get(person) ?? secretKey(vault.open(`person ${tenantId}/${person}`, keySealed));
    keys.set(person, key);
    const content = unseal(key, `audit ${id}`, sealed);
    return {
      id,
      salt: content.toString('hex', 0, PII_SALT_BYTES),
      fields: JSON.parse(content.subarray(PII_SALT_BYTES).toString()) as Record<string, string>,
    };
  } catch (error) {
    if (error instanceof SealError) return { id, unreadable: true };
    throw error;
  }
}

/** Returns one line for each entry whose personal fields are missing because they were erased. */
async function erasuresOf(
  database: Database,
  tenantId: string,
  missing: readonly Entry[],
): Promise<ReadonlyMap<string, Line>> {
  const context = { role: 'app', tenantId } as const;
  const streams = [...new Set(missing.map(({ stream }) => stream).filter((stream) => stream !== tenantId))];
  const documents =
    streams.length === 0 ? [] : await database.query(context, selectDocumentErasures(tenantId, streams));
  const ofDocuments = new Map(documents.map(({ stream, id }) => [stream, id]));
  const accounts = streams.length === missing.length ? [] : await accountErasures(database, tenantId);
  const lines = new Map<string, Line>();
  for (const entry of missing) {
    const erasedBy =
      entry.stream === tenantId
        ? accounts.find(({ covers, n }) => n > entry.n && covers(entry))?.id
        : ofDocuments.get(entry.stream);
    if (erasedBy !== undefined) lines.set(entry.id, { id: entry.id, erasedBy });
  }
  return lines;
}

type AccountErasure = { id: string; n: number; covers: (entry: Entry) => boolean };

async function accountErasures(database: Database, tenantId: string): Promise<AccountErasure[]> {
  const rows = await database.query({ role: 'app', tenantId }, selectAccountErasures(tenantId));
  return rows.flatMap(({ bytes }) => {
    const erasure = readEntry(bytes);
    if (erasure === undefined) return [];
    const { id, n, type, target, data } = erasure;
    if (type === 'user.account-closed')
      return { id, n, covers: ({ actor, target: of }: Entry) => [actor.id, of.id].includes(target.id) };
    const { entries } = data;
    const numbers = parseRanges(typeof entries === 'string' ? entries : '');
    return { id, n, covers: (entry: Entry) => numbers.has(entry.n) };
  });
}

/** Lists the accounts and the documents that were erased in this tenant. */
export async function ledgerLines(
  { database, ledger }: PersonalServices,
  tenantId: string,
): Promise<{ kind: string; id: string }[]> {
  const rows = await database.query({ role: 'app', tenantId }, selectAccountErasures(tenantId));
  const accounts = new Set(rows.map(({ bytes }) => readEntry(bytes)?.target.id));
  return (await ledger.erased())
    .filter(({ kind, tenantId: of, id }) => (kind === 'account' ? accounts.has(id) : of === tenantId))
    .map(({ kind, id }) => ({ kind, id }));
}

function readEntry(bytes: Buffer): Entry | undefined {
  try {
    return parseEntry(bytes);
  } catch (error) {
    // The error is ignored here, because the checker reports the invalid entry.
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}

/** Parses text such as `3,7,12-40`. */
function parseRanges(ranges: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let n = first; n <= last; n += 1) numbers.add(n);
  }
  return numbers;
}
