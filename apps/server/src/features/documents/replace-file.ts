/** Replaces the file of a draft. Recipients and input are kept, as are the fields that fit on the new pages. */
import type { Document, DraftContent, FieldFault, Id } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { releaseFile, writeBlob } from '../../platform/blobs/blob-keys.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import {
  type KeptDraft,
  decideSend,
  type KeptSending,
  refuseUnless,
  type PageSize,
  documentView,
  loadDocument,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { lockForMove, selectDraft, replaceDraftFile, selectDocument } from '../document-core/store/index.ts';
import { lockHolds, selectStandingHolds } from '../legal-holds/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { findAnchorsAndTags } from './find-anchors.ts';
import type { FoundText } from './place-fields.ts';
import { planSend } from './plan-send.ts';
import { refuseScheduled } from './refuse-scheduled.ts';
import { fitFields, unfitting } from './unfitting.ts';
import { type AcceptedFile, acceptUpload, type UploadDependencies, type UploadFields } from './upload-document.ts';

type Upload = {
  filename: string;
  content: AsyncIterable<Uint8Array>;
  fields: () => Promise<UploadFields & { removeUnfitting: boolean }>;
};

export async function replaceDocumentFile(
  dependencies: UploadDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  upload: Upload,
): Promise<{ document: Document; removed: FieldFault[] }> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId, userId } = principal;
  const owner = ownDocumentsOnly(principal);
  // The draft is checked first, so that an invalid request does not cause up to 50 MB to be read. The fields are
  // checked against the draft as it is read here.
  const { document: before } = await loadDocument(uow, principal, documentId);
  refuseUnless(decideSend(before));
  refuseScheduled(before);
  if (before.variables.length > 0)
    throw invalid(
      'file',
      "cannot be replaced, because this document has values for the variables in its template's file. Replace the template's file and use the template again.",
    );
  const [saved] = await uow.read(tenantId, selectDraft({ tenantId, documentId, owner }));
  return acceptUpload(dependencies, principal, upload, async (file, { removeUnfitting }) => {
    const { blobId: blob_id, size: size_bytes, sha256, filename, ownFields: own_fields } = file;
    const source = { blob_id, size_bytes, sha256, filename };
    const found = await findAnchorsAndTags(dependencies, taskOwner(principal), source, {
      fields: before.planned?.fields ?? [],
    });
    const planned = fitPlanned(before.planned, { pages: file.pages, own_fields }, uow.now(), found);
    const draft = fitDraft(saved?.draft ?? null, before.pages, file);
    const removed = [...planned.unfitting, ...draft.unfitting];
    const [first, ...more] = removed;
    if (first && !removeUnfitting) throw new ValidationError(first, ...more);
    const document = await uow.run(tenantId, async (tx) => {
      const [, [locked], holds] = await tx.queryAll([
        lockHolds(),
        lockForMove({ tenantId, documentId, owner }),
        selectStandingHolds(documentId),
      ]);
      // This is a separate statement after the lock, so that it sees the commit of the previous lock holder.
      const [current] = await tx.query(selectDocument({ tenantId, documentId, owner }));
      if (!locked || !current) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
      refuseUnless(decideSend(current));
      refuseScheduled(current);
      // A legal hold protects the current file.
      if (holds.length > 0) throw new AppError('LEGAL_HOLD', { documentId });
      if (current.draft_revision !== before.draft_revision || current.blob_id !== before.blob_id)
        throw new AppError('DRAFT_CHANGED', { revision: current.draft_revision });
      writeBlob(tx, tenantId, documentId, file);
      tx.write(
        replaceDraftFile({
          tenantId,
          id: documentId,
          filename,
          pages: JSON.stringify(file.pages),
          sizeBytes: file.size,
          sha256,
          blobId: file.blobId,
          hashState: file.hashState,
          hasSignatures: file.hasSignatures,
          warnings: file.warnings,
          warningsToAccept: file.warningsToAccept,
          ownFields: file.ownFields,
          planned: planned.kept && JSON.stringify(planned.kept),
          draft: draft.kept && JSON.stringify(draft.kept),
          by: userId,
          updatedAt: tx.now,
        }),
      );
      tx.write(releaseFile(before.blob_id, documentId));
      await uow.recorder.record(tx, tenantId, documentId, {
        action: 'document.file-replaced',
        actor: auditActor(principal),
        target: { kind: 'document', id: documentId },
        data: {
          sha256,
          size_bytes: file.size,
          pages: file.pages.length,
          uploaded_sha256: file.uploaded.sha256,
          uploaded_size_bytes: file.uploaded.size,
          replaced_sha256: before.sha256,
          removed_fields: removed.length,
        },
        personal: {
          personId: userId,
          fields: { ...requestOrigin(context), filename, filename_before: before.filename },
        },
      });
      failpointsOfCommit(tx, 'upload');
      const rows = await tx.query(selectDocument({ tenantId, documentId, owner }));
      return documentView(certainRow(rows), [], []);
    });
    return { document, removed };
  });
}

type NewFile = { pages: PageSize[]; own_fields: string[] };
type Fitted<Kept> = { kept: Kept | null; unfitting: FieldFault[] };

/**
 * Checks each field separately, in the same way as sending does. Throws a ValidationError if the file has no space for
 * the signers.
 */
function fitPlanned(
  planned: KeptSending | null,
  file: NewFile,
  now: Date,
  found: FoundText | undefined,
): Fitted<KeptSending> {
  if (!planned) return { kept: null, unfitting: [] };
  const { signers } = planned;
  planSend(file, { signers, fields: [] }, now);
  const { fields, unfitting: faults } = fitFields(planned.fields, (alone) =>
    planSend(file, { signers, fields: [alone] }, now, found),
  );
  return {
    kept: { signers, fields },
    unfitting: faults.map((fault) => ({ ...fault, field: `planned.${fault.field}` })),
  };
}

type DraftField = DraftContent['fields'][number];
type Box = DraftField['box'];

/** No open page has this editor ID, so every open editor is notified of the new file on its next save. */
const REPLACED = { editor: 'file-replaced', number: 1 };
/**
 * The maximum relative position of a field's edge on the page. A field in a draft may extend slightly beyond the page.
 */
const EDGE = 1.001;

/**
 * Adapts the draft. A saved position is relative to its page. On pages of a different size, the field keeps its
 * distance from the upper left corner.
 */
function fitDraft(draft: KeptDraft | null, before: readonly PageSize[], file: AcceptedFile): Fitted<KeptDraft> {
  if (!draft) return { kept: null, unfitting: [] };
  const { fields } = draft.content;
  const boxes = new Map(fields.map((field) => [field.key, moved(field, before, file.pages)]));
  const faults = new Map<string, FieldFault>();
  for (const [index, { key, page, box }] of fields.entries()) {
    const path = `draft.content.fields[${index}]`;
    const next = boxes.get(key) ?? box;
    const pages = file.pages.length;
    if (page > pages) faults.set(key, unfitting(`${path}.page`, `must be at most ${pages}, the number of pages`));
    else if (next.x + next.width > EDGE)
      faults.set(key, unfitting(`${path}.box.x`, 'extends past the edge of the page'));
    else if (next.y + next.height > EDGE)
      faults.set(key, unfitting(`${path}.box.y`, 'extends past the edge of the page'));
    else if (file.ownFields.length > 0) faults.set(key, unfitting(path, 'the file does not permit new fields'));
  }
  // Radio buttons are removed together with their group, and fields together with the field on which they depend, over
  // any number of steps.
  for (let size = -1; size !== faults.size;) {
    size = faults.size;
    const gone = new Set(fields.flatMap((field) => (faults.has(field.key) ? namesOf(field) : [])));
    for (const [index, field] of fields.entries()) {
      const lost = [field.group ?? field.key, field.details?.when?.on, field.rest?.condition?.field].find(
        (name) => name !== undefined && name !== '' && gone.has(name),
      );
      if (lost === undefined || faults.has(field.key)) continue;
      const message = `depends on "${lost}", which does not fit`;
      faults.set(field.key, unfitting(`draft.content.fields[${index}]`, message));
    }
  }
  const fitting = fields.flatMap((field) =>
    faults.has(field.key) ? [] : [{ ...field, box: boxes.get(field.key) ?? field.box }],
  );
  return {
    kept: { ...draft, content: { ...draft.content, fields: fitting }, save: REPLACED },
    unfitting: [...faults.values()],
  };
}

/** Other fields of the draft refer to a field by these names. */
const namesOf = ({ key, group, rest }: DraftField): string[] => [key, group ?? key, ...(rest?.key ? [rest.key] : [])];

function moved({ page, box }: DraftField, before: readonly PageSize[], after: readonly PageSize[]): Box {
  const [from, to] = [before[page - 1], after[page - 1]];
  if (!from || !to) return box;
  const [across, down] = [from.width / to.width, from.height / to.height];
  return { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down };
}
