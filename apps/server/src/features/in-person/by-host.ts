/** The host's operations for in-person sessions: start a session, follow its progress and end it (ADR 31). */
import {
  addressKey,
  type Id,
  type IdentityCheck,
  type InPersonSession,
  LIMITS,
  type WarningCode,
} from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  decideEmbed,
  type DocumentRow,
  loadDocument,
  ownDocumentsOnly,
  refuseUnless,
  type SignerRow,
  type WholeDocument,
} from '../document-core/index.ts';
import { lockDocument, selectSigners } from '../document-core/store/index.ts';
import { refuseUnknown } from '../documents/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { identityFacts } from '../signing/index.ts';
import { newCredential } from './credential.ts';
import { sessionView } from './domain.ts';
import {
  discardFiles,
  endByHost,
  endEarlier,
  insertSession,
  selectLive,
  selectOfDocument,
  selectSession,
} from './store.ts';

type HostContext = RequestContext<MemberPrincipal>;
export type StartDependencies = {
  uow: UnitOfWork;
  baseUrl: () => string;
  /** Sends a draft to this one signer, who is present and gets no invitation. */
  sendHere: (
    context: HostContext,
    documentId: Id<'document'>,
    signer: { email: string; name: string },
    acceptWarnings: StartInput['acceptWarnings'],
  ) => Promise<unknown>;
};
export type StartInput = {
  documentId: Id<'document'>;
  signerEmail: string;
  signerId?: Id<'signer'> | undefined;
  signerName?: string | undefined;
  accessCode?: string | undefined;
  identityCheck?: IdentityCheck | undefined;
  acceptWarnings?: WarningCode[] | undefined;
};

/**
 * Throws SIGNER_NOT_FOUND for an address to which the document was not sent, and the errors for a signer who cannot
 * sign now.
 */
export async function startSession(
  dependencies: StartDependencies,
  context: HostContext,
  input: StartInput,
): Promise<{ sessionId: string; url: string; session: InPersonSession }> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId } = principal;
  const { document, signers } = await sentDocument(dependencies, context, input);
  const roles = signers.filter(
    ({ id, email }) =>
      addressKey(email) === addressKey(input.signerEmail) && (input.signerId === undefined || id === input.signerId),
  );
  const found = roles.find(({ status }) => status === 'pending-signature') ?? roles[0];
  if (!found) throw new AppError('SIGNER_NOT_FOUND', { signerEmail: input.signerEmail });
  // Recipient authentication must be completed on the signer's own device, not on a device handed over by the host.
  if (found.second_step !== null) throw new AppError('IN_PERSON_NOT_ALLOWED', { step: found.second_step });
  const codeHash = await codeOf(found, input.accessCode);
  const { sessionId, tokenHash } = newCredential(tenantId);
  const session = await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, document.id, [
      lockDocument({ tenantId, documentId: document.id }),
      selectSigners({ tenantId, documentId: document.id }),
    ]);
    const locked = rows[0][0];
    const own = rows[1].find(({ id }) => id === found.id);
    if (!locked || !own) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: document.id });
    refuseUnless(decideEmbed(locked, own, tx.now));
    const id = newId('inPersonSession', tx.now);
    const expiresAt = new Date(tx.now.getTime() + LIMITS.inPersonMinutes * 60_000);
    const host = auditActor(principal);
    for (const { id: earlier } of await tx.query(endEarlier(tenantId, own.id, tx.now)))
      tx.write(discardFiles(own.id, earlier));
    tx.write(
      insertSession({
        tenantId,
        id,
        tokenHash,
        documentId: document.id,
        signerId: own.id,
        generation: own.link_generation,
        hostKind: host.kind,
        hostId: host.id,
        hostUserId: principal.userId,
        accessCodeHash: codeHash,
        identityCheck: input.identityCheck?.method ?? null,
        identityDocument: input.identityCheck?.kind ?? null,
        createdAt: tx.now,
        expiresAt,
      }),
    );
    await trail.record({
      action: 'in-person.started',
      actor: host,
      target: { kind: 'signer', id: own.id },
      data: {
        session: id,
        access_code: codeHash !== null,
        expires_at: expiresAt.toISOString(),
        ...identityFacts(input.identityCheck),
      },
      personal: { personId: principal.userId, fields: requestOrigin(context) },
    });
    const [row] = await tx.query(selectSession(tenantId, id, null));
    if (!row) throw new AppError('IN_PERSON_SESSION_NOT_FOUND');
    return sessionView(row, tx.now);
  });
  return { sessionId, url: `${context.linkBase()}/sign#${sessionId}`, session };
}

/** A draft without recipients is sent immediately. The signer is present and gets no e-mail. */
async function sentDocument(
  dependencies: StartDependencies,
  context: HostContext,
  { documentId, signerEmail, signerName, acceptWarnings }: StartInput,
): Promise<WholeDocument> {
  const { uow } = dependencies;
  const found = await loadDocument(uow, context.principal, documentId);
  if (found.document.status !== 'draft') return found;
  refusePlanned(found.document);
  const signer = { email: signerEmail, name: signerName ?? signerEmail };
  await dependencies.sendHere(context, documentId, signer, acceptWarnings);
  return loadDocument(uow, context.principal, documentId);
}

function refusePlanned({ id, planned }: DocumentRow): void {
  if (!planned || planned.signers.length === 0) return;
  throw new AppError(
    'INVALID_STATE',
    { documentId: id, status: 'draft', allowed: ['in-progress'] },
    { message: 'This draft already has recipients. Send it first, then start the in-person session with one of them.' },
  );
}

async function codeOf({ access_code_hash: own }: SignerRow, given: string | undefined): Promise<string | null> {
  if (given === undefined) return own;
  if (own !== null)
    throw invalid(
      'accessCode',
      'must be omitted, because this signer already has an access code, which is also required in this session',
    );
  return hashPassword(given);
}

/** If no document is given, lists the active sessions of all documents that the caller may see. */
export async function listSessions(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  documentId: string | undefined,
): Promise<InPersonSession[]> {
  const { tenantId } = principal;
  await refuseUnknown(uow, principal, { documentId });
  const owner = ownDocumentsOnly(principal);
  const rows = await uow.read(
    tenantId,
    documentId === undefined ? selectLive(tenantId, uow.now(), owner) : selectOfDocument(tenantId, documentId, owner),
  );
  return rows.map((row) => sessionView(row, uow.now()));
}

/** Throws IN_PERSON_ENDED for a session that has already ended. */
export async function endSession(
  uow: UnitOfWork,
  context: HostContext,
  id: Id<'inPersonSession'>,
): Promise<InPersonSession> {
  const { principal } = context;
  const { tenantId } = principal;
  const [found] = await uow.read(tenantId, selectSession(tenantId, id, ownDocumentsOnly(principal)));
  if (!found) throw new AppError('IN_PERSON_SESSION_NOT_FOUND', { inPersonId: id });
  return uow.run(tenantId, async (tx) => {
    const { trail } = await uow.recorder.openAfter(tx, tenantId, found.document_id, [
      lockDocument({ tenantId, documentId: found.document_id }),
    ]);
    const [ended] = await tx.query(endByHost(tenantId, id, tx.now));
    if (!ended)
      throw new AppError('IN_PERSON_ENDED', { inPersonId: id }, { message: 'This session has already ended.' });
    tx.write(discardFiles(ended.signer_id, id));
    await trail.record({
      action: 'in-person.ended',
      actor: auditActor(principal),
      target: { kind: 'signer', id: found.signer_id },
      data: { session: id },
      personal: { personId: principal.userId, fields: requestOrigin(context) },
    });
    const [row] = await tx.query(selectSession(tenantId, id, null));
    if (!row) throw new AppError('IN_PERSON_SESSION_NOT_FOUND', { inPersonId: id });
    return sessionView(row, tx.now);
  });
}
