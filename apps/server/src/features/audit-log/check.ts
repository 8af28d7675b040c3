/**
 * Verifies the chains of an organization, and compares each document's trail with what is stored about the document
 * (docs/understand/verification.md). Documents that only their entries know have to have been erased: by the entry and by the ledger of erasures,
 * which is not in the database.
 */
import { StreamVerifier } from '@countersign/audit-log';
import { type Id, isId, type OutputOf, type operations } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { ErasureLedger } from '../../platform/ports/erasure-ledger.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type AuditTrail, finding, readAuditTrail, type TrailDependencies } from '../document-trail/index.ts';
import { compareStored, type VerifyDependencies } from '../verification/index.ts';
import { type ChainRow, countChains, selectChains, selectEntries } from './store.ts';

export type CheckDependencies = TrailDependencies & VerifyDependencies & { ledger: ErasureLedger };
type Check = OutputOf<(typeof operations)['checkAuditLog']>;
type Contradiction = Check['contradictions'][number];

const CHECK_CHAINS = 200;
/** A request verifies about so many entries, and at least one chain, however long that is. */
const CHECK_ENTRIES = 20_000;
const CHECK_ROWS = 1_000;
/** Files take longer: a request ends after so much time, and at least one document. */
const FILES_MS = 3_000;

/** The chains, and the documents that they are about. */
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
 * Chains one after the other; what is appended to one while it is read is left to the next look.
 * @param whole called for each chain that is whole; `enough` ends the look after it
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
  const verifier = new StreamVerifier({ tenant: tenantId, stream, head: hash, ...(start && { start }) });
  let entries = 0;
  for (let from = first; from <= n; from += CHECK_ROWS) {
    const rows = await uow.read(tenantId, selectEntries(tenantId, stream, from, n, CHECK_ROWS));
    entries += rows.length;
    if (!rows.every(({ bytes }) => verifier.take(bytes)) || rows.length < CHECK_ROWS) break;
  }
  const result = verifier.end();
  return result.valid ? { entries } : { entries, message: result.message };
}

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
    // Of a document in the trash too: its files are still there.
    return about(await compareStored(dependencies, tenantId, documentId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // One file that cannot be judged keeps nobody from the result for all others.
    unverified.push({ documentId, message: error.message });
    return about(trail.findings);
  }
}

/** A document without rows was erased, or its rows were removed without a record. */
async function goneFindings(
  trail: AuditTrail,
  documentId: string,
  erased: () => Promise<ReadonlySet<string>>,
): Promise<AuditTrail['findings']> {
  const last = trail.entries.at(-1);
  const entry = trail.entries.findLast(({ action }) => action === 'document.erased');
  if (!entry) {
    // The beginning of an erased document's trail ends by its own retention, the entry of the erasure last of all.
    if (trail.entries.length === 0) return [];
    const message = `The audit trail names document ${documentId} up to entry ${last?.sequence ?? '?'}; the document is not stored, and no entry recorded its erasure.`;
    return [{ ...finding('document-missing', message), entry: last?.sequence ?? null }];
  }
  if ((await erased()).has(documentId)) return [];
  const message = `Entry ${entry.sequence} says that document ${documentId} was erased; the ledger of erasures does not have it.`;
  return [{ ...finding('document-missing', message), entry: entry.sequence }];
}

/** Read once, and only where a document is gone. */
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
