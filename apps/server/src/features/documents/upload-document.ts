/**
 * Uploads a document: streams it to disk, inspects it in a worker, cleans it if needed, and only then creates the
 * document (docs/understand/signing-flow.md).
 */
import { type Document, type Id, LIMITS } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { isRolledBack } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type NamedBlob, writeBlob } from '../../platform/blobs/blob-keys.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import { BlobError } from '../../platform/ports/blob-store.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type CleaningDependencies, cleanUpload } from './clean-upload.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { claimExternalId, insertDocument, selectDocument } from '../document-core/store/index.ts';
import { withExtension } from '../../platform/file-name.ts';
import { foldTitle, type PageSize, documentView } from '../document-core/index.ts';
import { selectActiveContent } from './sender-store.ts';
import { UploadHash } from './upload-hash.ts';
import { readRule } from './upload-policy.ts';

export type UploadDependencies = CleaningDependencies & { uow: UnitOfWork };
export type Upload = {
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** Reads the form fields. Must be called after the file has been read, because the fields may come after the file. */
  fields: () => Promise<
    UploadFields & {
      title?: string | undefined;
      description?: string | undefined;
      externalId?: string | undefined;
    }
  >;
};
/** `password` opens an encrypted file and is not stored. */
export type UploadFields = { password?: string | undefined };

export async function uploadDocument(
  dependencies: UploadDependencies,
  context: RequestContext<MemberPrincipal>,
  upload: Upload,
): Promise<Document> {
  const { uow } = dependencies;
  const { tenantId, userId } = context.principal;
  const readMade = await acceptUpload(
    dependencies,
    context.principal,
    upload,
    (file, { title, description, externalId }) =>
      uow.run(tenantId, async (tx) => {
        const id = newId('document', tx.now);
        const name = title ?? upload.filename;
        writeBlob(tx, tenantId, id, file);
        writeDraft(tx, tenantId, { id, ownerId: userId, title: name, description: description ?? null, file });
        await claimExternalId(tx, { tenantId, id }, externalId);
        const trail = await uow.recorder.create(tx, tenantId, id, userId);
        await trail.record({
          action: 'document.created',
          actor: auditActor(context.principal),
          target: { kind: 'document', id },
          data: {
            sha256: file.sha256,
            size_bytes: file.size,
            pages: file.pages.length,
            // For a rewritten file, this hash links the document to the uploader's original.
            uploaded_sha256: file.uploaded.sha256,
            uploaded_size_bytes: file.uploaded.size,
          },
          personal: { personId: userId, fields: { ...requestOrigin(context), title: name, filename: file.filename } },
          event: { kind: 'document.created', data: { documentId: id, document: { id, title: name, status: 'draft' } } },
        });
        failpointsOfCommit(tx, 'upload');
        return tx.readLater([selectDocument({ tenantId, documentId: id, owner: null })]);
      }),
  );
  const [rows] = readMade();
  return documentView(certainRow(rows), [], []);
}

/** An inspected and stored PDF. All rows that refer to it share these immutable bytes. */
export type PdfFile = {
  blobId: Id<'blob'>;
  filename: string;
  size: number;
  sha256: string;
  pages: PageSize[];
  /** Resumable SHA-256 state after the last byte. */
  hashState: Buffer;
  hasSignatures: boolean;
  warnings: string[];
  /** The sender must confirm these warnings before sending. */
  warningsToAccept: string[];
  /** The file's signature fields. Empty if the file permits new fields. */
  ownFields: string[];
};
export type AcceptedFile = PdfFile & NamedBlob & { uploaded: { sha256: string; size: number } };

/**
 * Accepts an upload. `write` inserts the rows that refer to the file in one transaction. If the transaction is rolled
 * back, the file is deleted too.
 */
export async function acceptUpload<Fields extends UploadFields, Made>(
  dependencies: UploadDependencies,
  principal: MemberPrincipal,
  upload: { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<Fields> },
  write: (file: AcceptedFile, fields: Fields) => Promise<Made>,
): Promise<Made> {
  const { uow, blobs } = dependencies;
  const { tenantId } = principal;
  const owner = taskOwner(principal);
  const hash = await UploadHash.begin();
  let staged = await blobs.stage(upload.content, { maxBytes: LIMITS.uploadBytes, hash }).catch((error: unknown) => {
    if (error instanceof BlobError && error.code === 'too_large')
      throw new AppError('FILE_TOO_LARGE', { maxBytes: LIMITS.uploadBytes });
    throw error;
  });
  let kept = false;
  try {
    failpoint('upload.staged');
    const fields = await upload.fields();
    if (staged.size === 0) throw invalid('file', 'is empty', 'empty_file');
    const uploaded = { sha256: staged.sha256, size: staged.size };
    const rule = async () => readRule((await uow.read(tenantId, selectActiveContent(tenantId)))[0]?.rule);
    const cleaned = await cleanUpload(dependencies, { staged, hash, owner, password: fields.password }, rule);
    const { hashState, inspection, warnings, warningsToAccept, ownFields } = cleaned;
    ({ staged } = cleaned);
    const blobId = newId('blob', uow.now());
    const { wrapFor, chunkHashes } = await staged.commit(`${tenantId}/${blobId}`);
    kept = true;
    failpoint('upload.named');
    const file: AcceptedFile = {
      blobId,
      filename: withExtension(upload.filename, 'pdf'),
      size: staged.size,
      sha256: staged.sha256,
      wrapFor,
      chunkHashes,
      pages: inspection.pages.map(({ width, height }) => ({ width, height })),
      hashState,
      hasSignatures: inspection.signatures > 0,
      warnings,
      warningsToAccept,
      ownFields,
      uploaded,
    };
    // A crash here leaves an unreferenced file that takes up disk space. No client received a confirmation for the
    // file.
    return await write(file, fields).catch(async (error: unknown) => {
      if (isRolledBack(error) || isRefusal(error)) await blobs.delete(`${tenantId}/${blobId}`);
      throw error;
    });
  } finally {
    if (!kept) await staged.discard();
  }
}

/** Returns whether the error is a refusal, which is thrown before anything is written. */
const isRefusal = (error: unknown): boolean => error instanceof AppError || error instanceof ValidationError;

export function writeDraft(tx: Tx, tenantId: string, { id, ownerId, title, description, file }: NewDraft): void {
  tx.write(
    insertDocument({
      tenantId,
      id,
      ownerId,
      title,
      description,
      filename: file.filename,
      pageCount: file.pages.length,
      pages: JSON.stringify(file.pages),
      sizeBytes: file.size,
      sha256: file.sha256,
      blobId: file.blobId,
      hashState: file.hashState,
      hasSignatures: file.hasSignatures,
      warnings: file.warnings,
      warningsToAccept: file.warningsToAccept,
      ownFields: file.ownFields,
      createdAt: tx.now,
      foldedTitle: foldTitle(title),
    }),
  );
}

export type NewDraft = { id: string; ownerId: string; title: string; description: string | null; file: PdfFile };
