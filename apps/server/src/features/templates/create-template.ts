/** Creates a template from an uploaded PDF or from a document's file. */
import { type Id, reasonOf, type Template, type TemplateForm, type TemplateInput } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import { writeBlob, writeBlobKey } from '../../platform/blobs/blob-keys.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  findVariables,
  pagesOfUpload,
  type PdfFile,
  acceptUpload,
  type UploadDependencies,
} from '../documents/index.ts';
import { type DocumentRow, foldTitle, loadDocument, type PageSize, type Variable } from '../document-core/index.ts';
import { lockDocument } from '../document-core/store/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { checkContent, contentOf } from './content.ts';
import { insertFile, insertTemplate, insertVersion, selectTemplate, type TemplateContent } from './store.ts';
import { claimTemplateExternalId } from './external-ids.ts';
import { templateView } from './view.ts';

type Context = RequestContext<MemberPrincipal>;
type Upload = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<TemplateForm> };

/** The file is inspected and cleaned like every upload. */
export function createTemplateFromFile(
  dependencies: UploadDependencies,
  context: Context,
  upload: Upload,
): Promise<Template> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  return acceptUpload(dependencies, context.principal, upload, async (file, form) => {
    const name = form.name ?? file.filename.replace(/\.pdf$/i, '');
    const content = checkContent(file.pages, { ...contentOf(), ...given(form) }, uow.now());
    const found = await variablesOf(dependencies, context, file);
    return uow.run(tenantId, async (tx) => {
      const id = newId('template', tx.now);
      writeBlob(tx, tenantId, id, file);
      return writeTemplate(uow, tx, context, {
        id,
        name,
        externalId: form.externalId,
        metadata: form.metadata,
        description: form.description ?? null,
        ...found,
        content,
        source: null,
      });
    });
  });
}

/** Uses the document's original upload, without anything that has since been filled in or signed. */
export async function createTemplateFromDocument(
  dependencies: { uow: UnitOfWork; blobs: CheckedBlobs; pdf: PdfPool },
  context: Context,
  input: TemplateInput,
): Promise<Template> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId } = principal;
  const whole = await loadDocument(uow, principal, input.documentId);
  const file = fileOf(whole.document, await pagesOfUpload(dependencies, principal, whole.document));
  const content = checkContent(file.pages, { ...contentOf(whole, file.pages.length), ...given(input) }, uow.now());
  const found = await variablesOf(dependencies, context, file);
  return uow.run(tenantId, async (tx) => {
    // The document is locked, so that neither it nor its file can be erased while the template starts to refer to the
    // file.
    const [locked] = await tx.query(lockDocument({ tenantId, documentId: input.documentId }));
    if (!locked || locked.deleted_at) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: input.documentId });
    // The file was replaced after it had been read.
    if (locked.blob_id !== file.blobId)
      throw new AppError('SERVICE_UNAVAILABLE', { documentId: input.documentId }, { retryAfter: 1 });
    const { name, description = null, documentId: source } = input;
    const id = newId('template', tx.now);
    writeBlobKey(tx, tenantId, file.blobId, id, await dependencies.blobs.share(tx, `${tenantId}/${file.blobId}`));
    return writeTemplate(uow, tx, context, {
      id,
      name,
      externalId: input.externalId,
      metadata: input.metadata,
      description,
      ...found,
      content,
      source,
    });
  });
}

/** Finds the variables in a file. Invalid variables are added to the file's warnings. */
export async function variablesOf<File extends PdfFile>(
  dependencies: { blobs: CheckedBlobs; pdf: PdfPool },
  { principal }: Context,
  file: File,
): Promise<{ file: File; variables: Variable[] }> {
  const { blobId: blob_id, size: size_bytes, sha256, filename, hasSignatures } = file;
  const source = { blob_id, size_bytes, sha256, filename, hasSignatures };
  const { variables, warnings } = await findVariables(dependencies, taskOwner(principal), source);
  return { file: { ...file, warnings: [...file.warnings, ...warnings] }, variables };
}

/** Returns only the given properties. The other properties keep their detected values. */
function given(input: TemplateForm | TemplateInput): Partial<TemplateContent> {
  const { roles, fields, signingOrder, emailSubject, emailMessage } = input;
  return {
    ...(roles && { roles, fields: [] }),
    ...(fields && { fields }),
    ...(signingOrder && { signingOrder }),
    ...(emailSubject !== undefined && { emailSubject }),
    ...(emailMessage !== undefined && { emailMessage }),
  };
}

function fileOf(document: DocumentRow, pages: PageSize[]): PdfFile {
  return {
    blobId: document.blob_id,
    filename: document.filename,
    size: document.size_bytes,
    sha256: document.sha256,
    pages,
    hashState: document.hash_state,
    hasSignatures: document.has_signatures,
    warnings: document.warnings,
    warningsToAccept: document.warnings_to_accept,
    ownFields: document.own_fields,
  };
}

/** A template is sent many times, often automatically, so its file must not require a decision by the sender. */
function refuseUndecided({ warningsToAccept: [code], ownFields }: PdfFile): void {
  if (ownFields.length > 0)
    throw invalid(
      'file',
      'does not permit new fields, so it cannot be used for a template. Upload it with its owner password.',
      'no_new_fields',
    );
  if (code === undefined) return;
  throw invalid(
    'file',
    'ends with an incomplete update, so it cannot be used for a template. Open it in a PDF viewer, check every page, save it again and upload that copy.',
    reasonOf(code),
  );
}

export function writeFile(
  tx: Tx,
  tenantId: string,
  id: string,
  { version, file, variables }: { version: number; file: PdfFile; variables: readonly Variable[] },
): void {
  refuseUndecided(file);
  const { filename, pages, size, sha256, blobId, hashState, hasSignatures, warnings } = file;
  const sizes = JSON.stringify(pages);
  tx.write(
    insertFile({
      tenantId,
      templateId: id,
      version,
      filename,
      pages: sizes,
      sizeBytes: size,
      sha256,
      blobId,
      hashState,
      hasSignatures,
      warnings,
      variables: JSON.stringify(variables),
    }),
  );
}

async function writeTemplate(
  uow: UnitOfWork,
  tx: Tx,
  context: Context,
  made: {
    id: Id<'template'>;
    name: string;
    externalId: string | undefined;
    metadata: Record<string, string> | undefined;
    description: string | null;
    file: PdfFile;
    variables: readonly Variable[];
    content: TemplateContent;
    source: Id<'document'> | null;
  },
): Promise<Template> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  const { id, name, description, file, variables, content, source } = made;
  tx.write(
    insertTemplate({
      tenantId,
      id,
      ownerId: userId,
      name,
      foldedName: foldTitle(name),
      description,
      metadata: JSON.stringify(made.metadata ?? {}),
      createdAt: tx.now,
    }),
  );
  await claimTemplateExternalId(tx, { tenantId, id }, made.externalId);
  writeFile(tx, tenantId, id, { version: 1, file, variables });
  tx.write(
    insertVersion({
      tenantId,
      templateId: id,
      version: 1,
      fileVersion: 1,
      name,
      content: JSON.stringify(content),
      madeBy: userId,
      createdAt: tx.now,
    }),
  );
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: 'template.created',
    actor: auditActor(principal),
    target: { kind: 'template', id },
    data: { sha256: file.sha256, size_bytes: file.size, document: source },
    personal: { personId: userId, fields: { ...requestOrigin(context), name } },
  });
  const rows = await tx.query(selectTemplate(tenantId, id, null, null));
  return templateView(certainRow(rows), principal);
}
