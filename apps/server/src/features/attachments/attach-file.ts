/**
 * Stores and checks a signer's file before the signer signs. The signing transaction (features/signing) binds the file
 * to the document and writes its hash into the evidence. Until then, only the signer can access the file.
 */
import { FIELD_LIMITS, type Id, type OwnAttachment } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { isRolledBack } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, fileTooLarge, invalid, ValidationError } from '../../platform/errors.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import { releaseFile, writeBlob } from '../../platform/blobs/blob-keys.ts';
import type { CheckedBlobs, StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';
import { type RequestContext, type SignerPrincipal, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { lockDocument } from '../document-core/store/index.ts';
import { contextOf, loadSigningContext, type SigningContext } from '../recipient-access/index.ts';
import { refuseUnsignable } from '../signing/index.ts';
import { withExtension } from '../../platform/file-name.ts';
import { type AttachmentType, judgeFile } from './judge-file.ts';
import { deleteUnbound, insertAttachment, selectLiveInPerson } from './store.ts';

export type AttachDependencies = { uow: UnitOfWork; blobs: CheckedBlobs; pdf: PdfPool };
export type SentFile = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<unknown> };
type Context = RequestContext<SignerPrincipal>;
type Target = { signerId: Id<'signer'>; fieldId: Id<'field'> };

export async function attachFile(
  dependencies: AttachDependencies,
  context: Context,
  target: Target,
  file: SentFile,
): Promise<OwnAttachment> {
  const { blobs, pdf } = dependencies;
  // The signer is checked before any bytes are read, because a person who cannot sign must not store files.
  const signing = await load(dependencies.uow, context, target);
  const staged = await blobs.stage(file.content, { maxBytes: FIELD_LIMITS.attachmentBytes }).catch((error: unknown) => {
    if (error instanceof BlobError && error.code === 'too_large') throw fileTooLarge(FIELD_LIMITS.attachmentBytes);
    throw error;
  });
  try {
    await file.fields();
    if (staged.size === 0) throw invalid('file', 'is empty', 'empty_file');
    const type = await judgeFile(pdf, staged, { owner: taskOwner(context.principal) });
    return await keep(
      dependencies,
      context,
      { signing, fieldId: target.fieldId },
      { staged, type, filename: withExtension(file.filename, ...EXTENSIONS[type]) },
    );
  } finally {
    await staged.discard();
  }
}

const EXTENSIONS: { readonly [Type in AttachmentType]: readonly [string, ...string[]] } = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
};

type Judged = { staged: StagedFile; type: AttachmentType; filename: string };

async function keep(
  { uow, blobs }: AttachDependencies,
  context: Context,
  place: { signing: SigningContext; fieldId: Id<'field'> },
  { staged, type, filename }: Judged,
): Promise<OwnAttachment> {
  const { tenantId, signerId, generation, inPerson } = context.principal;
  const { fieldId } = place;
  const session = inPerson?.sessionId ?? null;
  const { size, sha256 } = staged;
  const blobId = newId('blob', uow.now());
  const { wrapFor, chunkHashes } = await staged.commit(`${tenantId}/${blobId}`);
  try {
    await change(uow, context, place, async (tx, documentId, record) => {
      const id = newId('attachment', tx.now);
      const [replaced] = await tx.query(deleteUnbound(tenantId, fieldId, session));
      if (replaced) tx.write(releaseFile(replaced.blob_id, replaced.id));
      writeBlob(tx, tenantId, id, { blobId, size, sha256, chunkHashes, wrapFor });
      tx.write(
        insertAttachment({
          tenantId,
          id,
          documentId,
          signerId,
          fieldId,
          generation,
          inPersonId: session,
          blobId,
          filename,
          contentType: type,
          sizeBytes: size,
          sha256,
          uploadedAt: tx.now,
        }),
      );
      await record(
        'signer.attachment-added',
        { attachment: id, field: fieldId, sha256, size_bytes: size },
        { filename },
      );
    });
  } catch (error) {
    // The transaction failed, so no row refers to the file.
    if (isRolledBack(error) || error instanceof AppError || error instanceof ValidationError)
      await blobs.delete(`${tenantId}/${blobId}`);
    throw error;
  }
  return { field_id: fieldId, filename, content_type: type, size_bytes: size, sha256 };
}

export async function detachFile(uow: UnitOfWork, context: Context, target: Target): Promise<void> {
  const signing = await load(uow, context, target);
  const { fieldId } = target;
  const { tenantId, inPerson } = context.principal;
  await change(uow, context, { signing, fieldId }, async (tx, _documentId, record) => {
    const [gone] = await tx.query(deleteUnbound(tenantId, fieldId, inPerson?.sessionId ?? null));
    if (!gone) return;
    tx.write(releaseFile(gone.blob_id, gone.id));
    await record('signer.attachment-removed', { attachment: gone.id, field: fieldId, sha256: gone.sha256 });
  });
}

type Record = (
  action: 'signer.attachment-added' | 'signer.attachment-removed',
  data: { [member: string]: string | number },
  personal?: { filename: string },
) => Promise<void>;

/**
 * Runs under the document's lock and checks the signer again, because the files of a signature that is being committed
 * must not change.
 */
function change(
  uow: UnitOfWork,
  context: Context,
  { signing: { document_id: documentId }, fieldId }: { signing: SigningContext; fieldId: string },
  work: (tx: Tx, documentId: string, record: Record) => Promise<void>,
): Promise<void> {
  const { principal } = context;
  const { tenantId, signerId, inPerson } = principal;
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      contextOf(principal),
    ]);
    const now = rows[1][0];
    if (!now || now.deleted_at) throw new AppError('INVALID_LINK');
    refuseField(now, fieldId, tx.now);
    // The host may have ended the in-person session during the upload.
    if (inPerson) {
      const [live] = await tx.query(selectLiveInPerson(tenantId, inPerson.sessionId, tx.now));
      if (!live) throw new AppError('IN_PERSON_ENDED');
    }
    await work(tx, documentId, async (action, data, personal) => {
      await trail.record({
        action,
        actor: { kind: 'signer', id: signerId },
        target: { kind: 'document', id: documentId },
        data: {
          ...data,
          ...(inPerson && { session: inPerson.sessionId, host: `${inPerson.host.kind} ${inPerson.host.id}` }),
        },
        personal: { personId: signerId, fields: { ...requestOrigin(context), ...personal } },
      });
    });
  });
}

/**
 * Throws INVALID_LINK for another signer's link, the errors of signing, and a ValidationError if the field does not
 * accept a file.
 */
async function load(uow: UnitOfWork, { principal }: Context, { signerId, fieldId }: Target): Promise<SigningContext> {
  if (principal.signerId !== signerId) throw new AppError('INVALID_LINK');
  const signing = await loadSigningContext(uow, principal);
  refuseField(signing, fieldId, uow.now());
  return signing;
}

function refuseField(signing: SigningContext, fieldId: string, now: Date): void {
  refuseUnsignable(signing, now);
  const field = signing.fields.find(({ id }) => id === fieldId);
  if (field?.kind !== 'attachment') throw invalid('field', 'must be the ID of one of your attachment fields');
}
