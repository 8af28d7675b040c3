/**
 * Updates title, description, tags and metadata in any state, because they are not part of the file. For a draft, also
 * updates recipients and fields.
 */
import { type Document, type FieldInput, type Id, LIMITS, type PlannedInput } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  decideSend,
  foldTitle,
  hashCodes,
  keepCodes,
  type KeptSending,
  refuseUnless,
  type DocumentRow,
  documentView,
  loadDocument,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { keepHeld } from '../legal-holds/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import {
  claimExternalId,
  lockForMove,
  updateDocumentDetails,
  updatePlannedSending,
  selectDocument,
  selectFields,
  selectSigners,
} from '../document-core/store/index.ts';
import { findAnchorsAndTags, type TextSearchDependencies } from './find-anchors.ts';
import type { FoundText } from './place-fields.ts';
import { planSend } from './plan-send.ts';
import { refuseScheduled } from './refuse-scheduled.ts';

/** Omitted properties stay unchanged. */
export type DetailsInput = {
  title?: string | undefined;
  description?: string | null | undefined;
  tags?: string[] | undefined;
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
  externalId?: string | null | undefined;
  signers?: PlannedInput[] | undefined;
  fields?: FieldInput[] | undefined;
};

type ChangedTags = { added: string[]; removed: string[] };

type HashedSigners = Awaited<ReturnType<typeof hashCodes>>;

export async function updateDocument(
  dependencies: TextSearchDependencies & { uow: UnitOfWork },
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  input: DetailsInput,
): Promise<{ document: Document; changedTags?: ChangedTags }> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId } = principal;
  const owner = ownDocumentsOnly(principal);
  const found = await findAnchors(dependencies, principal, documentId, input);
  const signers = input.signers && (await hashCodes(input.signers));
  const load = [
    selectDocument({ tenantId, documentId, owner }),
    selectSigners({ tenantId, documentId }),
    selectFields({ tenantId, documentId }),
  ] as const;
  return uow.run(tenantId, async (tx) => {
    // This is a separate statement after the lock, so that the changes of the previous lock holder are not overwritten.
    await tx.query(lockForMove({ tenantId, documentId, owner }));
    const [[document], present, fields] = await tx.queryAll(load);
    if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    const { title = document.title, metadata = document.metadata } = input;
    const { tags, ...tagChanges } = nextTags(document.tags, input);
    const description = input.description === undefined ? document.description : input.description || null;
    const planned = nextPlanned(document, { signers, fields: input.fields }, tx.now, found);
    const external_id = input.externalId === undefined ? document.external_id : input.externalId;
    const next = { title, description, tags, metadata, planned, external_id };
    const changed = (['title', 'description', 'tags', 'metadata', 'planned', 'external_id'] as const).filter(
      (name) => JSON.stringify(next[name]) !== JSON.stringify(document[name]),
    );
    // If nothing changes, no audit entry is written, and the document keeps its position in lists that are sorted by
    // last change.
    if (changed.length === 0) return { document: documentView(document, present, fields), ...tagChanges };
    // A legal hold on a tag continues to cover the document after the tag is removed.
    if (changed.includes('tags')) await keepHeld(tx, tenantId, documentId);
    tx.write(
      updateDocumentDetails({
        tenantId,
        id: documentId,
        title,
        foldedTitle: foldTitle(title),
        description,
        tags,
        metadata: JSON.stringify(metadata),
        updatedAt: tx.now,
      }),
    );
    if (changed.includes('external_id')) await claimExternalId(tx, { tenantId, id: documentId }, external_id);
    if (changed.includes('planned')) {
      const kept = planned && JSON.stringify(planned);
      tx.write(updatePlannedSending({ tenantId, documentId, planned: kept, by: principal.userId, now: tx.now }));
    }
    await uow.recorder.record(tx, tenantId, documentId, {
      action: 'document.changed',
      actor: auditActor(principal),
      target: { kind: 'document', id: documentId },
      data: { changed: changed.join(', ') },
      personal: {
        personId: principal.userId,
        fields: {
          ...requestOrigin(context),
          ...(changed.includes('title') && { title, title_before: document.title }),
        },
      },
    });
    return { document: documentView({ ...document, ...next, updated_at: tx.now }, present, fields), ...tagChanges };
  });
}

/** Returns the tags after the update, and the difference if the caller changes single tags. */
function nextTags(
  before: string[],
  { tags, addTags, removeTags }: DetailsInput,
): { tags: string[]; changedTags?: ChangedTags } {
  if (addTags === undefined && removeTags === undefined) return { tags: tags ?? before };
  const added = (addTags ?? []).filter((tag) => !before.includes(tag));
  const removed = (removeTags ?? []).filter((tag) => before.includes(tag));
  const after = [...before.filter((tag) => !removed.includes(tag)), ...added];
  if (added.length > 0 && after.length > LIMITS.tags)
    throw invalid(
      'addTags',
      `would give the document ${after.length} tags. A document can have at most ${LIMITS.tags}`,
    );
  return { tags: after, changedTags: { added, removed } };
}

/**
 * Validates the plan in the same way as sending does, so that errors appear during editing. Throws INVALID_STATE if the
 * document is not a draft.
 */
function nextPlanned(
  document: DocumentRow,
  { signers, fields }: { signers: HashedSigners | undefined; fields: FieldInput[] | undefined },
  now: Date,
  found: FoundText | undefined,
): KeptSending | null {
  if (signers === undefined && fields === undefined) return document.planned;
  refuseUnless(decideSend(document));
  refuseScheduled(document);
  const before = document.planned?.signers ?? [];
  const planned = {
    signers: signers ? keepCodes(signers, before) : before,
    fields: fields ?? document.planned?.fields ?? [],
  };
  if (planned.signers.length === 0 && planned.fields.length === 0) return null;
  planSend(document, planned, now, found);
  return planned;
}

/** Reads the text before anything is locked. This is safe because the upload never changes. */
async function findAnchors(
  dependencies: TextSearchDependencies & { uow: UnitOfWork },
  principal: MemberPrincipal,
  documentId: Id<'document'>,
  { signers, fields }: DetailsInput,
): Promise<FoundText | undefined> {
  if (signers === undefined && fields === undefined) return undefined;
  const { document } = await loadDocument(dependencies.uow, principal, documentId);
  return findAnchorsAndTags(dependencies, taskOwner(principal), document, {
    fields: fields ?? document.planned?.fields ?? [],
  });
}
