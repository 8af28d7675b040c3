/**
 * Finds anchors and tags in the text of a document's upload, in the PDF worker. Used when sending and in the editor.
 */
import type { FieldInput, Id, SignerInput } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import {
  type FieldSuggestion,
  type PdfPool,
  type PdfSource,
  PdfTaskError,
  refusalOf,
  type TaskOwner,
  type TextFound,
  type TextWanted,
} from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { type MemberPrincipal, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { pdfSource, type PlaceTags, type DocumentRow, loadDocument } from '../document-core/index.ts';
import { boxOver, type FoundText, tagLabel } from './place-fields.ts';

export type TextSearchDependencies = { pdf: PdfPool; blobs: CheckedBlobs };
export type Upload = Pick<DocumentRow, 'blob_id' | 'size_bytes' | 'sha256' | 'filename'> &
  Partial<Pick<DocumentRow, 'own_fields'>>;
type Signing = Pick<SignerInput, 'role'>;

/** Returns undefined if there is nothing to find. Throws a ValidationError for tags that cannot become a field. */
export async function findAnchorsAndTags(
  dependencies: TextSearchDependencies,
  owner: TaskOwner,
  document: Upload,
  {
    fields,
    placeTags = false,
    signers = [],
  }: { fields: readonly FieldInput[]; placeTags?: PlaceTags | undefined; signers?: readonly Signing[] },
): Promise<FoundText | undefined> {
  const texts = fields.flatMap((field) => (field.kind === 'radio' || !field.anchor ? [] : [field.anchor.text]));
  const anchors = [...new Set(texts)];
  if (anchors.length === 0 && placeTags === false) return undefined;
  const { blobs, pdf } = dependencies;
  const source = await uploadSource(blobs, owner.tenant, document);
  const found = await readText(pdf, owner, source, { anchors, tags: placeTags !== false });
  const [bad] = found.problems;
  const unplaced = placeTags === 'auto' ? whyUnplaced(found, signers, document) : undefined;
  if (bad && placeTags === true)
    throw invalid('placeTags', `found ${bad.text} on page ${bad.page}: ${bad.problem}`, 'bad_tag');
  return {
    anchors: new Map(anchors.map((text, index) => [text, found.anchors[index] ?? []])),
    tags: unplaced === undefined ? found.tags : [],
    ...(unplaced !== undefined && { unplaced }),
  };
}

/**
 * Explains why the tags stay plain text if the sender did not explicitly ask for fields. Returns undefined if every tag
 * can become a field.
 */
function whyUnplaced(
  { tags, problems: [bad] }: TextFound,
  signers: readonly Signing[],
  { own_fields: ownFields = [] }: Upload,
): string | undefined {
  if (bad) return `${bad.text} on page ${bad.page}: ${bad.problem}`;
  const stray = tags.find(({ signer }) => signers[signer - 1]?.role !== 'signer');
  if (stray)
    return `{{${stray.kind}:${stray.signer}}} on page ${stray.place.page}: recipient ${stray.signer} is not a signer of this document`;
  return tags.length > 0 && ownFields.length > 0 ? 'the file does not permit new fields' : undefined;
}

export type Placements = {
  tags: {
    kind: TextFound['tags'][number]['kind'];
    signer: number;
    label: string | null;
    required: boolean;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
  problems: { text: string; problem: string; page: number }[];
  occurrences: { page: number; x: number; y: number; width: number; height: number }[] | null;
};

export async function getPlacements(
  { uow, pdf, blobs }: TextSearchDependencies & { uow: UnitOfWork },
  principal: MemberPrincipal,
  documentId: Id<'document'>,
  anchor: string | undefined,
): Promise<Placements> {
  const { document } = await loadDocument(uow, principal, documentId);
  const source = await uploadSource(blobs, principal.tenantId, document);
  const { anchors, tags, problems } = await readText(pdf, taskOwner(principal), source, {
    anchors: anchor === undefined ? [] : [anchor],
    tags: true,
  });
  return {
    tags: tags.map(({ kind, signer, label, required, place }) => {
      const { width, height } = boxOver(kind, place);
      const y = Math.max(0, place.y + place.height - height);
      return { kind, signer, label: tagLabel(label) ?? null, required, page: place.page, x: place.x, y, width, height };
    }),
    problems: [...problems],
    occurrences: anchor === undefined ? null : [...(anchors[0] ?? [])],
  };
}

/** Returns only the upload, because pages added when sending contain no anchors or tags. */
export function uploadSource(blobs: CheckedBlobs, tenantId: string, document: Upload): Promise<PdfSource> {
  return pdfSource(blobs, {
    blobKey: `${tenantId}/${document.blob_id}`,
    tails: [],
    size: document.size_bytes,
    uploadSize: document.size_bytes,
    sha256: document.sha256,
    revision: 0,
    filename: document.filename,
  });
}

export function readText(pdf: PdfPool, owner: TaskOwner, source: PdfSource, wanted: TextWanted): Promise<TextFound> {
  return readable(pdf.findText(source, wanted, { owner }));
}

/** Finds the fields that the uploaded file appears to request, without placing them. */
export async function getSuggestions(
  { uow, pdf, blobs }: TextSearchDependencies & { uow: UnitOfWork },
  principal: MemberPrincipal,
  documentId: Id<'document'>,
): Promise<{ fields: FieldSuggestion[]; isCut: boolean }> {
  const { document } = await loadDocument(uow, principal, documentId);
  const source = await uploadSource(blobs, principal.tenantId, document);
  const { fields, isCut } = await readable(pdf.suggestFields(source, { owner: taskOwner(principal) }));
  return { fields: [...fields], isCut };
}

/** Converts worker errors into errors that callers understand. */
async function readable<Result>(task: Promise<Result>): Promise<Result> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const notTaken = refusalOf(error);
    if (notTaken) throw notTaken;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      {},
      { cause: error, message: "The document's text cannot be read at the moment.", retryAfter: 5 },
    );
  }
}
