/**
 * Verifies the chains of an organization and compares each document's trail with the stored document
 * (docs/understand/verification.md). If the entries of a document exist but the document does not, it must have been
 * erased. Both the entries and the erasure ledger, which is stored outside the database, must record the erasure.
 */
import { hashEntry, StreamVerifier } from '@countersign/audit-log';
import { type Id, isId, type OutputOf, type operations } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { ErasureLedger } from '../../platform/ports/erasure-ledger.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type AuditTrail, finding, readAuditTrail, type TrailDependencies } from '../document-trail/index.ts';
import { compareStored, type VerifyDependencies } from '../verification/index.ts';
import { type ChainRow, countChains, type EntryRow, selectChains, selectEntries } from './store.ts';

export type CheckDependencies = TrailDependencies & VerifyDependencies & { ledger: ErasureLedger };
type Check = OutputOf<(typeof operations)['checkAuditLog']>;
type Contradiction = Check['contradictions'][number];

const CHECK_CHAINS = 200;
/**
 * The approximate number of entries that a request verifies. A request verifies at least one chain, regardless of its
 * length.
 */
const CHECK_ENTRIES = 20_000;
const CHECK_ROWS = 1_000;
/** A request that compares stored files stops after this time, but compares at least one document. */
const FILES_MS = 3_000;

export async function checkAuditLog(
  dependencies: CheckDependencies,
  tenantId: string,
  { after, withFiles }: { after?: string | undefined; withFiles: boolean },
): Promise<Check> {
  const contradictions: Contradiction[] = [];
  const unverified: Check['unverified'] = [];
  const erased = erasedDocuments(dependencies.ledger, tenantId);
  const begun = performance.now();
  const checked = await checkChains(dependencies.uow, tenantId, after, async ({ stream, n }) => {
    if (isId('document', stream) && n >= 0)
      contradictions.push(
        ...(await contradictionsOf(dependencies, tenantId, stream, { withFiles, erased, unverified })),
      );
    return withFiles && performance.now() - begun > FILES_MS ? 'enough' : 'more';
  });
  return { ...checked, contradictions, unverified };
}

/**
 * Reads chains one after another. Entries that are appended to a chain during the read are checked in the next run.
 *
 * @param whole is called for each intact chain. If it returns `enough`, no further chain is read
 */
export async function checkChains(
  uow: UnitOfWork,
  tenantId: string,
  after = '',
  whole: (chain: ChainRow) => Promise<'more' | 'enough'> = () => Promise.resolve('more'),
): Promise<Omit<Check, 'contradictions' | 'unverified'>> {
  const [chains, [{ total } = { total: 0 }]] = await uow.readAll(tenantId, [
    selectChains(tenantId, after, CHECK_CHAINS),
    countChains(tenantId),
  ]);
  const broken: Check['broken'] = [];
  let [checked, entries] = [0, 0];
  for (const chain of chains) {
    if (entries >= CHECK_ENTRIES) break;
    const result = await verifyChain(uow, tenantId, chain);
    entries += result.entries;
    checked += 1;
    if (result.message !== undefined) broken.push({ stream: chain.stream, message: result.message });
    else if ((await whole(chain)) === 'enough') break;
  }
  const isLast = checked === chains.length && chains.length < CHECK_CHAINS;
  const nextCursor = isLast ? null : (chains[checked - 1]?.stream ?? null);
  return { chains: checked, entries, total, broken, nextCursor };
}

async function verifyChain(
  uow: UnitOfWork,
  tenantId: string,
  { stream, n, hash, starts_n: first, starts_hash: prev }: ChainRow,
): Promise<{ entries: number; message?: string }> {
  const start = prev === null ? undefined : { n: first, prev };
  let moved: EntryRow | undefined;
  const verifier = new StreamVerifier({ tenant: tenantId, stream, head: hash, ...(start && { start }) });
  let entries = 0;
  for (let from = first; from <= n; from += CHECK_ROWS) {
    const rows = await uow.read(tenantId, selectEntries(tenantId, stream, from, n, CHECK_ROWS));
    entries += rows.length;
    moved ??= rows.find(isMoved);
    if (!rows.every(({ bytes }) => verifier.take(bytes)) || rows.length < CHECK_ROWS) break;
  }
  const result = verifier.end();
  if (!result.valid) return { entries, message: result.message };
  if (!moved) return { entries };
  const message = `Entry ${moved.n} is stored with a wrong number, ID, time or hash.`;
  return { entries, message };
}

/**
 * Returns whether the row's columns differ from the entry's hashed bytes. They must match, because lists, exports and
 * retention use the columns.
 */
const isMoved = ({ n, id, at, hash, bytes }: EntryRow): boolean =>
  hash !== hashEntry(bytes) ||
  ![`"at":"${at.toISOString()}"`, `"id":"${id}"`, `"n":${n},`].every((member) => bytes.includes(member));

type Wanted = {
  withFiles: boolean;
  erased: () => Promise<ReadonlySet<string>>;
  unverified: Check['unverified'];
};

async function contradictionsOf(
  dependencies: CheckDependencies,
  tenantId: string,
  documentId: Id<'document'>,
  { withFiles, erased, unverified }: Wanted,
): Promise<Contradiction[]> {
  const trail = await readAuditTrail(dependencies, tenantId, documentId);
  const about = (found: AuditTrail['findings']) => found.map((one) => ({ documentId, ...one }));
  if (!trail.isThere) return about(await goneFindings(trail, documentId, erased));
  if (!withFiles || trail.isBroken) return about(trail.findings);
  try {
    // The comparison includes documents in the trash, whose files still exist.
    return about(await compareStored(dependencies, tenantId, documentId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // One unreadable file must not stop the check of the other files.
    unverified.push({ documentId, message: error.message });
    return about(trail.findings);
  }
}

/**
 * Reports a document that has an audit trail but no rows. It was either erased, or its rows were removed without a
 * record.
 */
async function goneFindings(
  trail: AuditTrail,
  documentId: string,
  erased: () => Promise<ReadonlySet<string>>,
): Promise<AuditTrail['findings']> {
  const last = trail.entries.at(-1);
  const entry = trail.entries.findLast(({ action }) => action === 'document.erased');
  if (!entry) {
    // The trail of an erased document has a separate retention period, after which the oldest entries are removed first
    // and the entry about the erasure last.
    if (trail.entries.length === 0) return [];
    const message = `The audit trail of document ${documentId} ends with entry ${last?.sequence ?? '?'}, but the document is not stored, and no entry records its erasure.`;
    return [{ ...finding('document-missing', message, { subject: documentId }), entry: last?.sequence ?? null }];
  }
  if ((await erased()).has(documentId)) return [];
  const message = `Entry ${entry.sequence} says that document ${documentId} was erased, but the erasure ledger does not list it.`;
  return [{ ...finding('document-missing', message, { subject: documentId }), entry: entry.sequence }];
}

/** The ledger is loaded once, and only if a document is missing. */
function erasedDocuments(ledger: ErasureLedger, tenantId: string): () => Promise<ReadonlySet<string>> {
  let read: Promise<ReadonlySet<string>> | undefined;
  return () => {
    read ??= ledger
      .erased()
      .then(
        (all) =>
          new Set(all.flatMap(({ kind, tenantId: of, id }) => (kind === 'document' && of === tenantId ? id : []))),
      );
    return read;
  };
}
