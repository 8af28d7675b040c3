/** Upload: stream to disk, judge in a worker, and only then become a document (docs/signing-flow.md). */
import type { Document } from '@countersign/contract';
import { LIMITS } from '@countersign/contract';
import { createHasher, type Inspection } from '@countersign/pdf-sign';
import { newId } from '../../platform/crypto/ids.ts';
import { isRolledBack } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { BlobError, type BlobStore } from '../../platform/ports/blob-store.ts';
import { type PdfPool, PdfTaskError } from '../../platform/pdf/index.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { evidence, partyOf } from './evidence.ts';
import { insertBlob, insertDocument, selectDocument, type DocumentRow } from './store.ts';
import { documentView } from './view.ts';

export type UploadDependencies = { uow: UnitOfWork; blobs: BlobStore; pdf: PdfPool };
export type Upload = {
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** Read after the file: form fields may come behind it. */
  fields: () => Promise<{ title?: string | undefined; description?: string | undefined }>;
};

const REFUSALS: Record<string, string> = {
  not_a_pdf: 'is not a PDF',
  encrypted_pdf: 'is protected with a password. Remove the protection and upload it again.',
  xfa_unsupported: 'is a dynamic XFA form, which cannot be signed. Print it to a PDF and upload that.',
  certified_no_changes: 'was certified by its author so that nothing may be added to it, not even a signature',
  active_content:
    'contains JavaScript or other active content, which cannot be signed safely. Print it to a PDF and upload that.',
};

export async function uploadDocument(
  { uow, blobs, pdf }: UploadDependencies,
  context: RequestContext<MemberPrincipal>,
  upload: Upload,
): Promise<Document> {
  const hasher = await createHasher('sha256');
  const staged = await blobs
    .stage(upload.content, { maxBytes: LIMITS.uploadBytes, hash: hasher })
    .catch((error: unknown) => {
      if (error instanceof BlobError && error.code === 'too_large')
        throw new AppError('FILE_TOO_LARGE', { maxBytes: LIMITS.uploadBytes });
      throw error;
    });
  let kept = false;
  try {
    const { title, description } = await upload.fields();
    if (staged.size === 0) throw invalid('file', 'is empty', 'empty_file');
    const inspection = await inspect(pdf, staged.path);
    const { tenantId, userId } = context.principal;
    const blobId = newId('blob', uow.now());
    const warnings = refuseOrWarn(inspection);
    await staged.commit(`${tenantId}/${blobId}`);
    kept = true;
    // A crash here leaves a file that no row names: it costs its place on the disk, and was acknowledged to nobody.
    return await uow
      .run(tenantId, async (tx) => {
        const id = newId('document', tx.now);
        const name = title ?? upload.filename;
        const pages = JSON.stringify(inspection.pages.map(({ width, height }) => ({ width, height })));
        tx.write(insertBlob(tenantId, blobId, staged.size, staged.sha256, tx.now));
        tx.write(
          insertDocument(
            tenantId,
            id,
            userId,
            name,
            description ?? null,
            upload.filename,
            inspection.pageCount,
            pages,
            staged.size,
            staged.sha256,
            blobId,
            Buffer.from(hasher.save()),
            inspection.signatures > 0,
            warnings,
            tx.now,
          ),
        );
        await uow.recorder.record(tx, tenantId, id, {
          action: 'document.created',
          actor: partyOf(context.principal),
          target: { kind: 'document', id },
          data: { sha256: staged.sha256, size_bytes: staged.size, pages: inspection.pageCount },
          personal: { personId: userId, fields: { ...evidence(context), title: name } },
          event: { kind: 'document.created', data: { documentId: id, document: { id, title: name, status: 'draft' } } },
        });
        const [row] = await tx.query(selectDocument(tenantId, id, null));
        return documentView(row as DocumentRow, [], []);
      })
      .catch(async (error: unknown) => {
        if (isRolledBack(error)) await blobs.delete(`${tenantId}/${blobId}`);
        throw error;
      });
  } finally {
    if (!kept) await staged.discard();
  }
}

async function inspect(pdf: PdfPool, path: string): Promise<Inspection> {
  try {
    return await pdf.inspect({ parts: [{ path }] });
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    if (error.code === 'busy' || error.code === 'aborted')
      throw new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
    if (error.code !== 'rejected')
      throw invalid('file', 'is too complex or damaged to be read safely', 'unreadable_pdf');
    throw refusal(error.reason ?? 'damaged');
  }
}

function refusal(reason: string) {
  return invalid(
    'file',
    REFUSALS[reason] ?? 'is damaged and cannot be read. Open it in a PDF viewer, save it anew and upload that.',
    REFUSALS[reason] ? reason : 'damaged_pdf',
  );
}

/**
 * What cannot be signed is refused here, before anybody waits for it. Scripts are refused, not removed: taking them out means
 * writing the file anew, which the signature engine does not do yet (decisions §3, `active_content`).
 */
function refuseOrWarn(inspection: Inspection): string[] {
  if (inspection.encrypted) throw refusal('encrypted_pdf');
  if (inspection.dynamicXfa) throw refusal('xfa_unsupported');
  if (inspection.certification === 1) throw refusal('certified_no_changes');
  if (inspection.pageCount === 0) throw refusal('damaged');
  const warnings: string[] = [];
  if (inspection.activeContent.length > 0) {
    if (inspection.signatures === 0) throw refusal('active_content');
    warnings.push('This file carries signatures and active content; it is kept as it is.');
  }
  if (inspection.signatures > 0)
    warnings.push(`This file carries ${inspection.signatures} signature(s) already; they are kept and stay valid.`);
  if (inspection.embeddedFiles > 0)
    warnings.push(`This file has ${inspection.embeddedFiles} embedded file(s), which signers do not see on the pages.`);
  return warnings;
}
