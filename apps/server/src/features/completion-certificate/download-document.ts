/** Download links: signed, short-lived, and valid only for the revision that was current when they were created. */
import { LIMITS, type Id } from '@countersign/contract';
import type { Vault } from '../../platform/crypto/seal.ts';
import { idBytes, idFromBytes } from '../../platform/crypto/ids.ts';
import { readToken, type SecretKey, signToken } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import {
  awaitSeal,
  type DocumentRow,
  downloadName,
  type DownloadType,
  notYet,
  openDocumentFile,
  ownDocumentsOnly,
  SEAL_WAIT_MS,
  type SealWaiter,
  streamDocumentFile,
} from '../document-core/index.ts';
import { selectDocument, selectKeptDocument, selectRevisionHead } from '../document-core/store/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { openBundle, type StoredFile } from './bundle.ts';
import { readCertificate } from './certificate.ts';
import { continuations } from './reactions.ts';
import { selectHasCertificate } from './store.ts';

/** The positions in this list are part of issued links, so append new types only at the end. */
const TYPES: readonly DownloadType[] = ['signed', 'original', 'current', 'audit', 'bundle'];
export type FileGrant = {
  tenantId: string;
  documentId: Id<'document'>;
  upTo: number;
  type: DownloadType;
  /**
   * True if the link was issued to a recipient. Once the document is completed, moving it to the sender's trash does
   * not affect recipients (ADR 24).
   */
  isRecipients: boolean;
  /** The recipient whose personal fields the bundle contains. Only set in a recipient's bundle. */
  signerId: Id<'signer'> | undefined;
};
/** A flag in the type byte for links that were issued to a recipient. */
const RECIPIENTS = 0x80;

export type DownloadDependencies = {
  uow: UnitOfWork;
  linkKey: SecretKey;
  sealed: SealWaiter;
  certified: SealWaiter;
};

/**
 * The size of a grant in bytes: tenant and document, expiry time, revision and type. The grant for a recipient's bundle
 * also contains the recipient's ID.
 */
const GRANT_BYTES = 41;
const ID_BYTES = 16;
const PURPOSE = 'countersign/file/1';
/** Download types that are available only for a completed document with its certificate of completion. */
const FINISHED: ReadonlySet<DownloadType> = new Set(['signed', 'audit', 'bundle']);
const WITH_CERTIFICATE: ReadonlySet<DownloadType> = new Set(['audit', 'bundle']);

export async function downloadDocument(
  dependencies: DownloadDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  type: DownloadType,
): Promise<{ downloadUrl: string; filename: string; expiresAt: string }> {
  const { tenantId, userId } = context.principal;
  const [document] = await dependencies.uow.read(
    tenantId,
    selectDocument({ tenantId, documentId, owner: ownDocumentsOnly(context.principal) }),
  );
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  return linkToFile(dependencies, context, document, type, userId);
}

/**
 * Download types for recipients: the document, and a bundle with the evidence and only the recipient's own personal
 * data. The certificate of completion contains data about other recipients, so only the sender may share it.
 */
const FOR_RECIPIENTS: ReadonlySet<DownloadType> = new Set(['signed', 'original', 'current', 'bundle']);

export async function downloadAsRecipient(
  dependencies: DownloadDependencies,
  context: RequestContext<SignerPrincipal>,
  document: DocumentRow,
  type: DownloadType,
): Promise<{ downloadUrl: string; filename: string; expiresAt: string }> {
  if (!FOR_RECIPIENTS.has(type))
    throw new AppError(
      'FORBIDDEN',
      { type },
      { message: 'Only the sender can download this file. Ask the sender for a copy.' },
    );
  return linkToFile(dependencies, context, document, type, context.principal.signerId);
}

/** Creates a link. `personId` is the person whose key seals the personal part of the audit entry. */
async function linkToFile(
  dependencies: DownloadDependencies,
  context: RequestContext<MemberPrincipal | SignerPrincipal>,
  document: DocumentRow,
  type: DownloadType,
  personId: string,
): Promise<{ downloadUrl: string; filename: string; expiresAt: string }> {
  const { uow, linkKey } = dependencies;
  const { tenantId } = context.principal;
  const documentId = document.id;
  if (FINISHED.has(type)) await refuseUnsealed(dependencies, tenantId, document);
  const isMember = context.principal.kind !== 'signer';
  if (isMember && WITH_CERTIFICATE.has(type)) await refuseUncertified(dependencies, tenantId, document);
  const certificate = type === 'audit' ? await readCertificate(uow, tenantId, documentId) : undefined;
  // The download is recorded when the link is issued, because the link alone gives access to the file. The audit entry
  // states which file the link opens.
  const revision = await recordDownload(uow, context, document, { type, personId, sha256: certificate?.sha256 });
  const expires = Math.floor(uow.now().getTime() / 1000) + LIMITS.downloadLinkMinutes * 60;
  const own = type === 'bundle' && context.principal.kind === 'signer' ? context.principal.signerId : undefined;
  const body = Buffer.alloc(own === undefined ? GRANT_BYTES : GRANT_BYTES + ID_BYTES);
  idBytes(tenantId).copy(body, 0);
  idBytes(documentId).copy(body, 16);
  body.writeUInt32BE(expires, 32);
  body.writeUInt32BE(revision, 36);
  body.writeUInt8(TYPES.indexOf(type) | (isMember ? 0 : RECIPIENTS), 40);
  if (own !== undefined) idBytes(own).copy(body, GRANT_BYTES);
  return {
    downloadUrl: `${context.linkBase()}/api/files/${signToken(linkKey, PURPOSE, body)}`,
    filename: downloadName(document.filename, type),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Records the download of the newest revision, or of the upload, and returns the number of that revision. */
export function recordDownload(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal | SignerPrincipal>,
  document: DocumentRow,
  { type, personId, sha256 }: { type: DownloadType; personId: string; sha256?: string | undefined },
): Promise<number> {
  const { tenantId } = context.principal;
  const documentId = document.id;
  return uow.run(tenantId, async (tx) => {
    const newest = [selectRevisionHead({ tenantId, documentId })] as const;
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, newest, personId);
    const head = (type === 'original' ? undefined : rows[0][0]) ?? { n: 0, sha256: document.sha256 };
    await trail.record({
      action: 'document.downloaded',
      actor: auditActor(context.principal),
      target: { kind: 'document', id: documentId },
      data: { type, revision: head.n, sha256: sha256 ?? head.sha256 },
      personal: { personId, fields: requestOrigin(context) },
    });
    return head.n;
  });
}

async function refuseUnsealed(
  { uow, sealed }: DownloadDependencies,
  tenantId: string,
  document: DocumentRow,
): Promise<void> {
  if (document.sealed_at) return;
  if (document.status !== 'completed')
    throw new AppError('DOCUMENT_NOT_COMPLETED', { documentId: document.id, status: document.status });
  await awaitSeal({ uow, sealed }, tenantId, document);
}

async function refuseUncertified(
  { uow, certified }: DownloadDependencies,
  tenantId: string,
  document: DocumentRow,
): Promise<void> {
  const documentId = document.id;
  const [made] = await uow.read(tenantId, selectHasCertificate({ tenantId, documentId }));
  if (made?.ready) return;
  // The certificate is created on the first request (ADR 70). A job that failed permanently is queued again.
  await uow.run(tenantId, async (tx) =>
    uow.recorder.start(tx, tenantId, continuations.certificateWanted, { documentId }),
  );
  if (await certified.wait(uow, tenantId, documentId, SEAL_WAIT_MS)) return;
  throw notYet(documentId, 'The certificate of completion is still being created.');
}

/** Returns the content of a download link, or undefined if the link is invalid or expired. */
export function readFileGrant(linkKey: SecretKey, token: string, now: Date): FileGrant | undefined {
  const body = readToken(linkKey, PURPOSE, token);
  if (!body || (body.length !== GRANT_BYTES && body.length !== GRANT_BYTES + ID_BYTES)) return undefined;
  if (body.readUInt32BE(32) * 1000 <= now.getTime()) return undefined;
  const kind = body.readUInt8(40);
  const type = TYPES[kind & ~RECIPIENTS];
  if (!type) return undefined;
  return {
    tenantId: idFromBytes('tenant', body.subarray(0, 16)),
    documentId: idFromBytes('document', body.subarray(16, 32)),
    upTo: body.readUInt32BE(36),
    type,
    isRecipients: (kind & RECIPIENTS) !== 0,
    signerId: body.length > GRANT_BYTES ? idFromBytes('signer', body.subarray(GRANT_BYTES)) : undefined,
  };
}

/** Throws FILE_NOT_FOUND for invalid links of every kind. */
export async function openGrantedFile(
  dependencies: { uow: UnitOfWork; blobs: CheckedBlobs; vault: Vault },
  linkKey: SecretKey,
  token: string,
): Promise<StoredFile> {
  const { uow, blobs, vault } = dependencies;
  const grant = readFileGrant(linkKey, token, uow.now());
  if (!grant) throw new AppError('FILE_NOT_FOUND');
  const { tenantId, documentId, type } = grant;
  const [[kept], file] = await Promise.all([
    uow.read(tenantId, selectKeptDocument({ tenantId, documentId })),
    openDocumentFile(uow, tenantId, documentId, grant.upTo).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') throw new AppError('FILE_NOT_FOUND');
      throw error;
    }),
  ]);
  const isShown = kept && (kept.deleted_at === null || (grant.isRecipients && kept.completed_at !== null));
  if (!isShown) throw new AppError('FILE_NOT_FOUND');
  const filename = downloadName(file.filename, type);
  const open: StoredFile['open'] = (range) => streamDocumentFile(blobs, file, range);
  const document = { size: file.size, etag: file.sha256, filename, open };
  if (!WITH_CERTIFICATE.has(type)) return document;
  const signed = { ...document, filename: downloadName(file.filename, 'signed') };
  const { signerId } = grant;
  if (signerId !== undefined)
    return openBundle(
      { uow, blobs, vault },
      { tenantId, documentId, filename, signed, certificate: undefined, signerId },
    );
  // A recipient's link never opens a file with data about other recipients.
  if (grant.isRecipients) throw new AppError('FILE_NOT_FOUND');
  const certificate = await readCertificate(uow, tenantId, documentId);
  if (!certificate) throw new AppError('FILE_NOT_FOUND');
  if (type === 'bundle')
    return openBundle({ uow, blobs, vault }, { tenantId, documentId, filename, signed, certificate, signerId });
  const { bytes, sha256 } = certificate;
  return { size: bytes.length, etag: sha256, filename, open: ({ start, end }) => bytes.subarray(start, end + 1) };
}
