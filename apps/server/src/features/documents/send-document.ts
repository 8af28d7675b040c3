/**
 * Send: fields, signature page and certification signature go into one revision, then invitations go out.
 * docs/signing-flow.md lists the steps and what a crash at each means.
 */
import type { Document, FieldKind, Id, Signer, SignerInput, SignerStatus } from '@countersign/contract';
import { signCades } from '@countersign/pki';
import type { PreparedSend, SendOptions } from '@countersign/pdf-sign';
import { newId } from '../../platform/crypto/ids.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError } from '../../platform/pdf/index.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Authority } from '../authority/index.ts';
import { decideSend, type DocumentState, firstStatuses, mustSign } from './domain.ts';
import { evidence, partyOf } from './evidence.ts';
import { finishRevision, plainRevision, writeRevision, type FinishedRevision } from './revision.ts';
import {
  insertField,
  insertSigner,
  lockDocument,
  selectDocument,
  selectFields,
  selectSigners,
  updateSent,
  type DocumentRow,
  type FieldRow,
  type PageSize,
  type SignerRow,
} from './store.ts';
import { documentView, loadDocument, ownDocumentsOnly, signerView } from './view.ts';
import { pdfSource } from './document-file.ts';

export type SendDependencies = { uow: UnitOfWork; blobs: BlobStore; pdf: PdfPool; authority: Authority };
export type SendInput = {
  signers: SignerInput[];
  fields: {
    kind: FieldKind;
    signer: string;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
    required: boolean;
    label?: string | undefined;
  }[];
  signingOrder: 'parallel' | 'sequential';
  expirationDays: number;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
};

type PlannedSigner = { id: Id<'signer'>; input: SignerInput; order: number; pdfField: string | null };
type PlannedField = { id: Id<'field'>; signer: PlannedSigner; input: SendInput['fields'][number]; pdfName: string };
type Plan = { signers: PlannedSigner[]; fields: PlannedField[] };

export async function sendDocument(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  input: SendInput,
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  const { document } = await loadDocument(uow, context.principal, documentId);
  refuseUnless(decideSend(document));
  const plan = planSend(document, input, uow.now());
  const prepared = await prepare(dependencies, tenantId, document, plan);
  const revision = await certify(dependencies, tenantId, document, prepared);
  const places = new Map(prepared.places.map(({ field, place }) => [field, place]));
  const pages = pagesAfter(document.pages, prepared.pageCount);
  const statuses = firstStatuses(
    plan.signers.map(({ input: { role }, order }) => ({ role, signing_order: order })),
    input.signingOrder,
  );

  return uow.run(tenantId, async (tx) => {
    const { trail, rows: locks } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument(tenantId, documentId),
    ]);
    const locked = locks[0]?.[0] as DocumentState | undefined;
    if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    // Somebody else may have sent it while the revision was made; then this one is dropped, nothing refers to it.
    refuseUnless(decideSend(locked));
    const expiresAt = new Date(tx.now.getTime() + input.expirationDays * 86_400_000);
    const subject = input.emailSubject ?? null;
    tx.write(
      updateSent(
        tenantId,
        documentId,
        input.signingOrder,
        subject,
        input.emailMessage ?? null,
        expiresAt,
        tx.now,
        JSON.stringify(pages),
      ),
    );
    writeRevision(tx, tenantId, documentId, { n: 1, kind: 'sent' }, revision);
    writeRecipients(tx, tenantId, documentId, plan, statuses);
    writeFields(tx, tenantId, documentId, plan, places);
    await trail.record({
      action: 'document.sent',
      actor: partyOf(context.principal),
      target: { kind: 'document', id: documentId },
      data: {
        revision: 1,
        sha256: revision.sha256,
        certified: prepared.certified,
        signers: plan.signers.length,
        order: input.signingOrder,
        expires_at: expiresAt.toISOString(),
      },
      personal: {
        personId: context.principal.userId,
        fields: {
          ...evidence(context),
          recipients: plan.signers.map((signer) => `${signer.id} ${signer.input.email}`).join(', '),
        },
      },
      event: {
        kind: 'document.sent',
        data: {
          documentId,
          document: { id: documentId, title: document.title, status: 'in-progress' },
          expiration: expiresAt.toISOString(),
          signers: plan.signers.map((signer) => ({ email: signer.input.email, name: signer.input.name })),
          recipients: plan.signers.filter((_, index) => statuses[index] === 'pending-signature').map(({ id }) => id),
        },
      },
    });
    const [rows, signers, fields] = await tx.queryAll([
      selectDocument(tenantId, documentId, ownDocumentsOnly(context.principal)),
      selectSigners(tenantId, documentId),
      selectFields(tenantId, documentId),
    ]);
    const sent = rows?.[0] as DocumentRow;
    return {
      document: documentView(sent, signers as SignerRow[], fields as FieldRow[]),
      signers: (signers as SignerRow[]).map(signerView),
    };
  });
}

export function refuseUnless(decision: ReturnType<typeof decideSend>): void {
  if (decision.refused !== undefined) throw new AppError(decision.refused, decision.details);
}

/** Checks recipients and places against each other and the document, and gives everything its name in the PDF. */
function planSend(document: DocumentRow, input: SendInput, now: Date): Plan {
  const byEmail = new Map<string, PlannedSigner>();
  const signers = input.signers.map((signer, index): PlannedSigner => {
    const emailKey = signer.email.toLowerCase();
    if (byEmail.has(emailKey))
      throw invalid(`signers[${index}].email`, 'stands in this list already; a person signs once');
    const id = newId('signer', now);
    const pdfField = mustSign(signer.role) ? `Signer_${index + 1}_${id.slice(-8)}` : null;
    const planned = { id, input: signer, order: signer.order ?? index + 1, pdfField };
    byEmail.set(emailKey, planned);
    return planned;
  });
  if (!signers.some(({ pdfField }) => pdfField !== null))
    throw invalid('signers', 'must hold at least one signer or approver');
  const placed = new Set<string>();
  const fields = input.fields.map((field, index): PlannedField => {
    const signer = byEmail.get(field.signer.toLowerCase());
    if (!signer || signer.input.role !== 'signer')
      throw invalid(`fields[${index}].signer`, 'must be the e-mail address of one of the signers');
    if (field.kind === 'signature') {
      if (placed.has(signer.id))
        throw invalid(`fields[${index}].kind`, 'is a second signature place for this signer; a signer has one');
      placed.add(signer.id);
    }
    refuseOutside(document.pages, field, index);
    const id = newId('field', now);
    const pdfName = field.kind === 'signature' ? (signer.pdfField ?? '') : `${field.kind}_${index + 1}_${id.slice(-8)}`;
    return { id, signer, input: field, pdfName };
  });
  return { signers, fields };
}

function refuseOutside(pages: readonly PageSize[], field: SendInput['fields'][number], index: number): void {
  const page = pages[field.page - 1];
  if (!page) throw invalid(`fields[${index}].page`, `must be at most ${pages.length}, the number of pages`);
  // Half a point of grace for places that were computed from pixels.
  if (field.x + field.width > page.width + 0.5)
    throw invalid(`fields[${index}].x`, `reaches beyond the page, which is ${page.width} points wide`);
  if (field.y + field.height > page.height + 0.5)
    throw invalid(`fields[${index}].y`, `reaches beyond the page, which is ${page.height} points high`);
}

async function prepare(
  { pdf, blobs, uow }: SendDependencies,
  tenantId: string,
  document: DocumentRow,
  { signers, fields }: Plan,
): Promise<PreparedSend> {
  const place = ({ input: { page, x, y, width, height } }: PlannedField) => ({ page, x, y, width, height });
  const options: SendOptions = {
    documentId: document.id,
    signers: signers
      .filter((signer) => signer.pdfField !== null)
      .map((signer) => {
        const own = fields.filter((field) => field.signer === signer);
        const signature = own.find((field) => field.input.kind === 'signature');
        return {
          key: signer.pdfField ?? '',
          label: `Signature of recipient ${signers.indexOf(signer) + 1}`,
          ...(signature && { signaturePlace: place(signature) }),
          fields: own
            .filter((field) => field !== signature)
            .map((field) => ({
              name: field.pdfName,
              kind: field.input.kind,
              ...place(field),
              required: field.input.required,
              ...(field.input.label !== undefined && { label: field.input.label }),
            })),
        };
      }),
    fileId: randomSecret(16),
    date: uow.now(),
    // A file that carries signatures keeps them valid: nothing may be certified over them, no page added (decisions §4).
    certify: document.has_signatures ? false : { reason: 'Certified by the sender: fill-in and signing allowed' },
    ...(document.environment === 'sandbox' && { notice: 'TEST - NOT LEGALLY BINDING' }),
  };
  const source = await pdfSource(blobs, {
    blobKey: `${tenantId}/${document.blob_id}`,
    tails: [],
    size: document.size_bytes,
    uploadSize: document.size_bytes,
    sha256: document.sha256,
    revision: 0,
    filename: document.filename,
  });
  try {
    return await pdf.prepareSend(source, options);
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    if (error.reason === 'certified_no_new_fields' || error.reason === 'certified_no_changes') {
      throw invalid(
        'signers',
        'cannot sign this file: its author certified it so that no signature field may be added',
        error.reason,
      );
    }
    if (error.code === 'rejected')
      throw invalid('fields', `cannot be placed: ${error.message}`, error.reason ?? 'validation_error');
    throw new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
  }
}

async function certify(
  { uow, authority }: SendDependencies,
  tenantId: string,
  document: DocumentRow,
  prepared: PreparedSend,
): Promise<FinishedRevision> {
  if (!prepared.certified) return plainRevision(document.hash_state, prepared.revision);
  const { environment, organization_id: organizationId } = document;
  const seal =
    authority.knownSeal(tenantId) ??
    (await uow.run(tenantId, (tx) => authority.seal(tx, tenantId, { id: organizationId, environment })));
  return finishRevision(document.hash_state, prepared.revision, (digest) =>
    signCades({
      digest,
      digestAlgorithm: 'sha256',
      key: seal.key,
      certificate: seal.certificate,
      chain: seal.chain,
      timestamp: authority.signatureTimestamper(environment),
    }),
  );
}

/** Pages that the send appended are as large as the first. */
function pagesAfter(pages: readonly PageSize[], count: number): PageSize[] {
  const first = pages[0] ?? { width: 595, height: 842 };
  return Array.from({ length: count }, (_, index) => pages[index] ?? first);
}

function writeRecipients(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { signers }: Plan,
  statuses: readonly SignerStatus[],
): void {
  for (const [index, { id, input, order: signingOrder, pdfField }] of signers.entries()) {
    const status = statuses[index] ?? 'waiting';
    tx.write(
      insertSigner(
        tenantId,
        documentId,
        id,
        index + 1,
        signingOrder,
        input.email,
        input.email.toLowerCase(),
        input.name,
        input.role,
        status,
        input.locale ?? null,
        pdfField,
        tx.now,
      ),
    );
  }
}

/** Every signer has a row for the signature, also where its slot is on the appended page, so that the signing page can show it. */
function writeFields(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { signers, fields }: Plan,
  places: ReadonlyMap<string, { page: number; x: number; y: number; width: number; height: number } | null>,
): void {
  let position = 0;
  const write = (
    id: string,
    signerId: string,
    kind: string,
    name: string,
    place: { page: number; x: number; y: number; width: number; height: number },
    required: boolean,
    label: string | null,
  ) => {
    position += 1;
    tx.write(
      insertField(
        tenantId,
        documentId,
        id,
        position,
        signerId,
        kind,
        name,
        place.page,
        place.x,
        place.y,
        place.width,
        place.height,
        required,
        label,
      ),
    );
  };
  for (const { id, signer, input, pdfName } of fields)
    write(id, signer.id, input.kind, pdfName, input, input.required, input.label ?? null);
  for (const signer of signers) {
    const place = signer.pdfField === null ? null : places.get(signer.pdfField);
    const has = fields.some((field) => field.signer === signer && field.input.kind === 'signature');
    if (place && !has && signer.pdfField !== null && signer.input.role === 'signer') {
      write(newId('field', tx.now), signer.id, 'signature', signer.pdfField, place, true, null);
    }
  }
}
