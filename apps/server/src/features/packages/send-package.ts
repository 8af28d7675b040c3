/**
 * Sends a package. Every document is prepared as if it were sent separately, outside any transaction. Then one
 * transaction records all documents and the package, or nothing.
 */
import { readCallback } from '../callbacks/index.ts';
import {
  addressKey,
  type Id,
  type PackageDetails,
  type PackageSigner,
  type SignerInput,
  type SignerStatus,
} from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { DocumentRow, SendInput, LockedDocument } from '../document-core/index.ts';
import {
  prepareSending,
  recordSending,
  refuseTurns,
  type SendDependencies,
  type Sender,
  senderOf,
  type Sending,
} from '../documents/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { requireEnvelope } from '../plans/index.ts';
import { assignDocuments } from './assign.ts';
import { mayChange } from './domain.ts';
import { getPackage, loadPackage } from './read-packages.ts';
import { packageEvent } from './settle.ts';
import { lockPackageDocuments, selectPackageMembers } from '../document-core/store/index.ts';
import { lockPackage, updatePackageSent } from './store.ts';

export type PackageSending = Pick<
  SendInput,
  'signingOrder' | 'expirationDays' | 'emailSubject' | 'emailMessage' | 'reminders'
> & { signers: PackageSigner[]; callbackUrl?: string | undefined };

type Prepared = { document: DocumentRow; sending: Sending };

/** Records that the package was sent. Runs after all of its documents have been recorded. */
export async function recordPackageSent(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext<MemberPrincipal>,
  { id, title, members, recipients }: SentPackage,
  all: readonly { document: Pick<DocumentRow, 'id'>; sending: Sending }[],
): Promise<void> {
  const { tenantId, userId } = context.principal;
  tx.write(updatePackageSent(tenantId, id, all.length, tx.now));
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: 'package.sent',
    actor: auditActor(context.principal),
    target: { kind: 'package', id },
    data: { documents: all.length, signers: recipients },
    personal: { personId: userId, fields: requestOrigin(context) },
    event: {
      kind: 'package.sent',
      data: { ...packageEvent(id, title, 'in-progress', members), ...notifiedOnce(all) },
    },
  });
}
type SentPackage = {
  id: Id<'package'>;
  title: string;
  members: readonly { id: Id<'document'> }[];
  recipients: number;
};

export async function sendPackage(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  id: Id<'package'>,
  given: PackageSending,
): Promise<PackageDetails> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  const { signers, callbackUrl, ...options } = given;
  const callback = await readCallback(dependencies, tenantId, callbackUrl);
  const input: SendInput = { ...options, callback, isInPackage: true };
  const { row, documents } = await loadPackage(uow, context.principal, id);
  refuseUnlessDraft(id, row.status);
  for (const document of documents) refuseChanged(document, document, id);
  refuseTurns(signers, input.signingOrder);
  const assigned = assignDocuments(documents, signers);
  const sender = senderOf(context);
  const all = await prepareAll(dependencies, sender, documents, assigned, input);
  await uow.run(tenantId, async (tx) => {
    const ids = documents.map((document) => document.id).toSorted();
    const locked = new Map(
      (await tx.query(lockPackageDocuments({ tenantId, documentIds: ids }))).map((one) => [one.id, one]),
    );
    for (const { document } of all) refuseChanged(document, locked.get(document.id), id);
    const trails = new Map<string, Awaited<ReturnType<typeof uow.recorder.open>>>();
    for (const one of ids) trails.set(one, await uow.recorder.open(tx, tenantId, one));
    const [own] = await tx.query(lockPackage(tenantId, id));
    if (!own) throw new AppError('PACKAGE_NOT_FOUND', { packageId: id });
    refuseUnlessDraft(id, own.status);
    const members = await tx.query(selectPackageMembers({ tenantId, packageId: id }));
    if (members.length !== all.length || members.length === 0)
      throw new AppError('DOCUMENT_CHANGED', { packageId: id });
    const [first] = all;
    if (first?.document.environment === 'live') await requireEnvelope(tx, tenantId, first.sending.named.plan);
    for (const { document, sending } of all) {
      const trail = trails.get(document.id);
      if (trail) await recordSending(tx, trail, sender, document, sending, input);
    }
    await recordPackageSent(uow, tx, context, { id, title: own.title, members, recipients: signers.length }, all);
    failpointsOfCommit(tx, 'send');
  });
  return getPackage(uow, context.principal, id);
}

function refuseUnlessDraft(packageId: string, status: DocumentRow['status'] | 'cancelled'): void {
  if (!mayChange(status as Parameters<typeof mayChange>[0]))
    throw new AppError('PACKAGE_STATE', { packageId, status, allowed: ['draft'] });
}

/** `seen` is the state that was checked and certified. No other state may be sent. */
function refuseChanged(
  seen: Pick<DocumentRow, 'id' | 'title' | 'updated_at'>,
  now: Omit<LockedDocument, 'owner_id'> | undefined,
  packageId: string,
): void {
  const isSame =
    now?.status === 'draft' &&
    now.deleted_at === null &&
    now.package_id === packageId &&
    now.updated_at.getTime() === seen.updated_at.getTime();
  if (!isSame) throw new AppError('DOCUMENT_CHANGED', { documentId: seen.id, title: seen.title });
}

/** The documents are prepared one after another, because each file can be as large as 50 MB. */
async function prepareAll(
  dependencies: SendDependencies,
  sender: Sender,
  documents: readonly DocumentRow[],
  assigned: readonly SignerInput[][],
  input: SendInput,
): Promise<Prepared[]> {
  const all: Prepared[] = [];
  for (const [index, document] of documents.entries()) {
    const recipients = { signers: assigned[index] ?? [], fields: document.planned?.fields ?? [] };
    try {
      all.push({ document, sending: await prepareSending(dependencies, sender, document, recipients, input) });
    } catch (error) {
      if (error instanceof ValidationError) throw ofDocument(error, index, document);
      throw error;
    }
  }
  return all;
}

/**
 * Adds the document's index and title to errors about planned fields. Errors about recipients keep their path in the
 * request.
 */
function ofDocument(error: ValidationError, index: number, { title }: DocumentRow): ValidationError {
  const [first, ...more] = error.faults.map((fault) =>
    fault.field.startsWith('fields')
      ? { ...fault, field: `documents[${index}].${fault.field}`, message: `${fault.message} ("${title}")` }
      : fault,
  );
  return first ? new ValidationError(first, ...more) : error;
}

type Notified = { documentId: Id<'document'>; to: Id<'signer'> };

/**
 * Each person, identified by e-mail address, gets one e-mail, about the first document that they sign or receive. Its
 * link gives access to all of their documents in the package.
 */
function notifiedOnce(all: readonly { document: Pick<DocumentRow, 'id'>; sending: Sending }[]): {
  recipients: Notified[];
  readers: Notified[];
} {
  const firstNotified = (wanted: SignerStatus): Notified[] => {
    const byAddress = new Map<string, Notified>();
    for (const { document, sending } of all) {
      for (const [index, { id, input }] of sending.plan.signers.entries()) {
        const address = addressKey(input.email);
        if (sending.statuses[index] !== wanted || byAddress.has(address)) continue;
        byAddress.set(address, { documentId: document.id, to: id });
      }
    }
    return [...byAddress.values()];
  };
  return { recipients: firstNotified('pending-signature'), readers: firstNotified('notified') };
}
