/** The audit trail of a document: as stored, and checked. */
import { AuditLogError, type Entry, parseEntry, verifyStream } from '@countersign/audit-log';
import type { AuditEntry, Id } from '@countersign/contract';
import { auditText } from '../../platform/audit/actions.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectAuditEntries, selectAuditHead, type AuditRow } from './store.ts';

export type AuditTrail = { entries: AuditEntry[]; isValid: boolean; headHash: string | null; problem: string | null };

const TRIES = 3;

/**
 * Reads the whole stream and checks bytes, numbering and chain against the recorded head, so that a cut end shows too. Entries and head
 * are two statements, and an entry may be written between them: what does not fit is read again, and a real fault stays.
 */
export async function readAuditTrail(uow: UnitOfWork, tenantId: string, stream: string): Promise<AuditTrail> {
  let trail = await readOnce(uow, tenantId, stream);
  for (let attempt = 1; !trail.isValid && attempt < TRIES; attempt += 1) trail = await readOnce(uow, tenantId, stream);
  return trail;
}

async function readOnce(uow: UnitOfWork, tenantId: string, stream: string): Promise<AuditTrail> {
  const [found, heads] = await uow.readAll(tenantId, [
    selectAuditEntries(tenantId, stream),
    selectAuditHead(tenantId, stream),
  ]);
  const rows = (found?.rows ?? []) as AuditRow[];
  const head = heads?.rows[0] as { n: number; hash: string } | undefined;
  const result = verifyStream(
    rows.map(({ bytes }) => bytes),
    { tenant: tenantId, stream, ...(head && { head: head.hash }) },
  );
  return {
    // Whoever looks at a broken trail sees what can still be read of it; what cannot is what `problem` is about.
    entries: rows.flatMap((row) => entryView(row) ?? []),
    isValid: result.valid && rows.length > 0,
    headHash: head?.hash ?? null,
    problem: result.valid ? null : result.message,
  };
}

function entryView({ id, hash, bytes }: AuditRow): AuditEntry | undefined {
  const entry = readEntry(bytes);
  if (!entry) return undefined;
  const data = entry.data as Record<string, unknown>;
  return {
    id: id as Id<'audit'>,
    stream: entry.stream,
    sequence: entry.n,
    timestamp: entry.at,
    actor: entry.actor,
    action: entry.type,
    target: entry.target,
    context: data,
    previous_hash: entry.prev,
    hash,
    bytes: bytes.toString('base64'),
    summary: auditText(entry.type, data),
  };
}

function readEntry(bytes: Buffer): Entry | undefined {
  try {
    return parseEntry(bytes);
  } catch (error) {
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}
