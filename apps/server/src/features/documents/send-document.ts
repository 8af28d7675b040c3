/**
 * Send: fields, signature page and certification signature go into one revision, then invitations go out.
 * docs/signing-flow.md lists the steps and what a crash at each means.
 */
import {
  addressKey,
  type Document,
  type FieldInput,
  type Id,
  type Signer,
  type SignerInput,
  type SignerStatus,
  readSettings,
} from '@countersign/contract';
import { signCades } from '@countersign/pki';
import type { PreparedSend, SendOptions } from '@countersign/pdf-sign';
import { certainRow } from '../../platform/db/statement.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Party, Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { type FontBook, type PdfPool, PdfTaskError, refusalOf, type TaskOwner } from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Authority, checkSignature, noTimestamp, NoTimestampError } from '../authority/index.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import { decideSend, firstStatuses } from './domain.ts';
import { evidence, partyOf } from './evidence.ts';
import { fieldSpec, senderFields } from './field-specs.ts';
import type { FieldSettings } from './field-value.ts';
import { foldRecipient } from './fold-title.ts';
import { type Place, type Plan, planSend, refuseTurns } from './plan-send.ts';
import { refuseUnless } from './refuse-unless.ts';
import { signaturePages } from './signature-page.ts';
import {
  finishRevision,
  statesFor,
  plainRevision,
  timestampChain,
  writeRevision,
  type FinishedRevision,
} from './revision.ts';
import {
  insertField,
  insertSigner,
  lockDocument,
  selectDocument,
  selectFields,
  selectSenderNames,
  selectSigners,
  type SenderNames,
  updateSent,
  type DocumentRow,
  type PageSize,
} from './store.ts';
import { documentView, loadDocument, ownDocumentsOnly, signerView } from './view.ts';
import type { Letterheads } from '../branding/index.ts';
import { requireEnvelope } from '../plans/index.ts';
import { findPlaces, uploadSource } from './find-places.ts';
import type { FoundText } from './place-fields.ts';

export type SendDependencies = {
  uow: UnitOfWork;
  blobs: CheckedBlobs;
  pdf: PdfPool;
  authority: Authority;
  fonts: FontBook;
  letterheads: Letterheads;
};
export type SendInput = {
  /** Left out: those that were planned. */
  signers?: SignerInput[] | undefined;
  fields?: FieldInput[] | undefined;
  signingOrder: 'parallel' | 'sequential';
  /** Left out: as the organization has it; so are reminders, and null is none. */
  expirationDays?: number | undefined;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
  reminders?: { everyDays: number; max: number } | null | undefined;
  /** The signers stand before the sender: no invitation goes out. */
  isInPerson?: boolean;
  /** The package tells everybody once, and leads to every document. */
  isInPackage?: boolean;
  /** Tags in the document's text become fields. */
  placeTags?: boolean | undefined;
  /** The save that is meant: whoever pressed the button has seen no other. */
  draftRevision?: number | undefined;
};

export async function sendDocument(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  given: Omit<SendInput, 'signingOrder'> & { signingOrder?: SendInput['signingOrder'] | undefined },
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  const sender = senderOf(context);
  const [{ document }, named] = await Promise.all([
    loadDocument(uow, context.principal, documentId),
    senderNames(uow, sender),
  ]);
  refuseUnless(decideSend(document));
  refuseInPackage(document);
  refuseOtherDraft(document, given.draftRevision);
  // A draft of a template holds how it is to be sent.
  const input: SendInput = { ...given, signingOrder: given.signingOrder ?? document.signing_order };
  input.emailSubject ??= document.email_subject ?? undefined;
  input.emailMessage ??= document.email_message ?? undefined;
  // What a template planned keeps the order of its roles, also for sending to all at once.
  if (input.signers) refuseTurns(input.signers, input.signingOrder);
  const sending = await prepareSending(dependencies, sender, document, takePlanned(document, input), input, named);
  const readSent = await uow.run(tenantId, async (tx) => {
    const { trail, rows: locks } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument(tenantId, documentId),
    ]);
    const locked = locks[0][0];
    if (!locked) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    // Somebody else may have sent it while the revision was made; then this one is dropped, nothing refers to it.
    refuseUnless(decideSend(locked));
    refuseInPackage({ id: documentId, package_id: locked.package_id });
    // Or planned it otherwise, and been told that this is kept.
    if (!given.signers || given.draftRevision !== undefined) refuseOtherDraft(locked, document.draft_revision);
    await recordSending(tx, trail, sender, document, sending, input);
    failpointsOfCommit(tx, 'send');
    return tx.readLater([
      selectDocument(tenantId, documentId, ownDocumentsOnly(context.principal)),
      selectSigners(tenantId, documentId),
      selectFields(tenantId, documentId),
    ]);
  });
  const [rows, signers, fields] = readSent();
  return { document: documentView(certainRow(rows), signers, fields), signers: signers.map(signerView) };
}

function refuseOtherDraft(
  { draft_revision: revision }: Pick<DocumentRow, 'draft_revision'>,
  meant: number | undefined,
): void {
  if (meant !== undefined && meant !== revision) throw new AppError('DRAFT_CHANGED', { revision });
}

/** It goes out with the others of its package, or is taken out of it first. */
function refuseInPackage({ id: documentId, package_id: packageId }: Pick<DocumentRow, 'id' | 'package_id'>): void {
  if (packageId !== null) throw new AppError('DOCUMENT_IN_PACKAGE', { documentId, packageId });
}

/** What a sending needs of the request it began with; it may go on after that (bulk send). */
export type Sender = {
  tenantId: string;
  userId: string;
  party: Party;
  evidence: Record<string, string>;
  requestId: string;
};
export const senderOf = (context: RequestContext<MemberPrincipal>): Sender => ({
  tenantId: context.principal.tenantId,
  userId: context.principal.userId,
  party: partyOf(context.principal),
  evidence: evidence(context),
  requestId: context.requestId,
});

/** A draft as far as sending reads it. It need not be in the database yet: one made from a template is written with its sending. */
export type SendableDocument = Pick<
  DocumentRow,
  | 'id'
  | 'title'
  | 'filename'
  | 'pages'
  | 'size_bytes'
  | 'sha256'
  | 'blob_id'
  | 'hash_state'
  | 'has_signatures'
  | 'environment'
  | 'organization_id'
>;
export type Recipients = { signers: SendSigner[]; fields: FieldInput[] };
/** Named at the sending with the code itself, or planned before with its hash. */
export type SendSigner = SignerInput & { accessCodeHash?: string | undefined };
/** `seal`: serial number of the organization's certificate, where it certified. */
type CertifiedRevision = FinishedRevision & { seal?: string };
/** All that is slow about sending, done before anything is locked. */
export type Sending = {
  plan: Plan;
  prepared: PreparedSend;
  codes: readonly (string | null)[];
  revision: CertifiedRevision;
  statuses: readonly SignerStatus[];
  /** As the trail names them. */
  named: SenderNames;
};

async function senderNames(uow: UnitOfWork, { tenantId, userId }: Sender): Promise<SenderNames> {
  const [named] = await uow.read(tenantId, selectSenderNames(tenantId, userId));
  if (!named) throw new Error(`the sender ${userId} is gone`);
  return named;
}

/** @param known names of the sender, where they were read before */
export async function prepareSending(
  dependencies: SendDependencies,
  sender: Sender,
  document: SendableDocument,
  recipients: Recipients,
  { signingOrder, placeTags }: Pick<SendInput, 'signingOrder' | 'placeTags'>,
  known?: SenderNames,
): Promise<Sending> {
  const { fields } = recipients;
  const named = known ?? (await senderNames(dependencies.uow, sender));
  const owner = { tenant: sender.tenantId, credential: sender.userId };
  const found = await findPlaces(dependencies, owner, document, { fields, placeTags });
  const plan = planSend(document, recipients, dependencies.uow.now(), found);
  const prepared = await prepare(dependencies, owner, document, plan, { found, sendersLocale: named.locale });
  failpoint('send.built');
  // Slow on purpose, so before anything is locked.
  const codes = await Promise.all(
    plan.signers.map(({ input: { accessCode, accessCodeHash = null } }) =>
      accessCode === undefined ? Promise.resolve(accessCodeHash) : hashPassword(accessCode),
    ),
  );
  const revision = await certify(dependencies, sender, document, prepared);
  failpoint('send.certified');
  const statuses = firstStatuses(
    plan.signers.map(({ input: { role }, order }) => ({ role, signing_order: order })),
    signingOrder,
  );
  return { plan, prepared, codes, revision, statuses, named };
}

/** Writes a prepared sending of a draft whose trail is open, and with it locked. */
export async function recordSending(
  tx: Tx,
  trail: Trail,
  sender: Sender,
  document: SendableDocument,
  { plan, prepared, codes, revision, statuses, named }: Sending,
  input: SendInput,
): Promise<void> {
  const { tenantId } = sender;
  const documentId = document.id;
  const places = new Map(prepared.places.map(({ field, place }) => [field, place]));
  const pages = pagesAfter(document.pages, prepared.pageCount);
  // A package is one envelope, and asks for itself.
  if (input.isInPackage !== true && document.environment === 'live') await requireEnvelope(tx, tenantId, named.plan);
  const defaults = readSettings(named.settings);
  const expiresAt = daysAfter(tx.now, input.expirationDays ?? defaults.default_expiration_days);
  const reminders = input.reminders === undefined ? defaults.default_reminders : input.reminders;
  const subject = input.emailSubject ?? null;
  const isTold = input.isInPerson !== true && input.isInPackage !== true;
  tx.write(
    updateSent({
      tenantId,
      id: documentId,
      signingOrder: input.signingOrder,
      emailSubject: subject,
      emailMessage: input.emailMessage ?? null,
      expiresAt,
      sentAt: tx.now,
      pages: JSON.stringify(pages),
      reminderDays: reminders?.everyDays ?? null,
      reminderMax: reminders?.max ?? null,
    }),
  );
  writeRevision(tx, tenantId, documentId, { n: 1, kind: 'sent' }, revision);
  writeRecipients(tx, tenantId, documentId, plan, statuses, codes);
  writeFields(tx, tenantId, documentId, plan, places);
  await trail.record({
    action: 'document.sent',
    actor: sender.party,
    target: { kind: 'document', id: documentId },
    data: {
      revision: 1,
      sha256: revision.sha256,
      certified: prepared.certified,
      ...(revision.seal !== undefined && { seal: revision.seal }),
      ...(revision.stampedBy !== undefined && { time_stamped_by: revision.stampedBy }),
      pages: prepared.pageCount,
      signers: plan.signers.length,
      order: input.signingOrder,
      expires_at: expiresAt.toISOString(),
    },
    personal: {
      personId: sender.userId,
      fields: {
        ...sender.evidence,
        sender_name: named.name,
        sender_email: named.email,
        organization: named.organization,
        recipients: JSON.stringify(
          plan.signers.map(({ id, input: { email, name, role } }) => ({ id, email, name, role })),
        ),
      },
    },
    event: {
      kind: 'document.sent',
      data: {
        documentId,
        document: { id: documentId, title: document.title, status: 'in-progress' },
        expiration: expiresAt.toISOString(),
        signers: plan.signers.map((signer) => ({ email: signer.input.email, name: signer.input.name })),
        recipients: plan.signers
          .filter((_, index) => statuses[index] === 'pending-signature' && isTold)
          .map(({ id }) => id),
        readers: plan.signers
          .filter((_, index) => statuses[index] === 'notified' && input.isInPackage !== true)
          .map(({ id }) => id),
        ...(reminders && { remindAt: daysAfter(tx.now, reminders.everyDays).toISOString() }),
      },
    },
  });
}

const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000);

/** Fields belong to signers: whoever names the signers names the fields as well, or there are none. */
function takePlanned(
  { planned }: Pick<DocumentRow, 'planned'>,
  { signers, fields }: Pick<SendInput, 'signers' | 'fields'>,
): Recipients {
  if (signers) return { signers, fields: fields ?? [] };
  if (!planned || planned.signers.length === 0) throw invalid('signers', 'must name at least one signer');
  return { signers: planned.signers, fields: fields ?? planned.fields };
}

async function prepare(
  { pdf, blobs, uow, authority, fonts, letterheads }: SendDependencies,
  owner: TaskOwner,
  document: SendableDocument,
  { signers, fields }: Plan,
  { found, sendersLocale }: { found: FoundText | undefined; sendersLocale: string | null },
): Promise<PreparedSend> {
  const notice = document.environment === 'sandbox' ? 'TEST - NOT LEGALLY BINDING' : undefined;
  const options: SendOptions = {
    signers: signers
      .filter((signer) => signer.pdfField !== null)
      .map((signer) => {
        const own = fields.filter((field) => field.signer === signer);
        const signature = own.find((field) => field.isSignature);
        return {
          key: signer.pdfField ?? '',
          label: `Signature of recipient ${signers.indexOf(signer) + 1}`,
          ...(signature && { signaturePlace: signature.place }),
          fields: own.filter((field) => !field.isSignature && field.settings.readOnly !== true).map(fieldSpec),
        };
      }),
    senderFields: await senderFields(fonts, fields),
    signaturePages: document.has_signatures
      ? []
      : await signaturePages(
          fonts,
          document,
          { signers, fields },
          { sendersLocale, notice, letterhead: () => letterheads.of(owner.tenant) },
        ),
    fileId: randomSecret(16),
    date: uow.now(),
    reserve: { cms: authority.signatureReserve(document.environment) },
    // Existing signatures stay valid: a certification must be the first signature (ISO 32000-2 12.8.2.2), and no page may be added.
    certify: document.has_signatures ? false : { reason: 'Certified by the sender: fill-in and signing allowed' },
    // Nobody is to read braces beside a signature; what stands under the cover can still be found (ADR 32).
    ...(found && !document.has_signatures && { covers: found.tags.map(({ place }) => place) }),
    ...(notice !== undefined && { notice }),
  };
  const source = await uploadSource(blobs, owner.tenant, document);
  try {
    return await pdf.prepareSend(source, options, { owner });
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
    throw refusalOf(error) ?? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
  }
}

async function certify(
  { uow, authority, blobs }: SendDependencies,
  { requestId, tenantId }: Sender,
  document: SendableDocument,
  prepared: PreparedSend,
): Promise<CertifiedRevision> {
  const states = await statesFor(authority.documentDigest(document.environment), document.hash_state, () =>
    blobs.stream(`${tenantId}/${document.blob_id}`),
  );
  if (!prepared.certified) return plainRevision(states, prepared.revision);
  const { environment, organization_id: organizationId } = document;
  const seal =
    authority.knownSeal(tenantId) ??
    (await uow.run(tenantId, (tx) => authority.seal(tx, tenantId, { id: organizationId, environment })));
  let stamp: Stamp | undefined;
  const onStamp = (made: Stamp) => (stamp = made);
  const revision = await finishRevision(states, prepared.revision, async (digest, digestAlgorithm) => {
    const cms = await signCades({
      digest,
      digestAlgorithm,
      key: seal.keyFor(digestAlgorithm),
      certificate: seal.certificate,
      chain: seal.chain,
      timestamp: authority.signatureTimestamper(environment, { requestId, documentId: document.id, onStamp }),
    }).catch((cause: unknown) => {
      if (!(cause instanceof NoTimestampError)) throw cause;
      throw noTimestamp(cause, 'No time-stamp could be had, so nothing was sent.');
    });
    checkSignature(cms, digest, seal);
    return cms;
  });
  return {
    ...revision,
    timestampChain: timestampChain(stamp),
    stampedBy: authority.stampedBy(environment, stamp),
    seal: seal.certificate.serial,
  };
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
  codes: readonly (string | null)[],
): void {
  for (const [index, { id, input, order: signingOrder, pdfField }] of signers.entries()) {
    const status = statuses[index] ?? 'waiting';
    tx.write(
      insertSigner({
        tenantId,
        documentId,
        id,
        position: index + 1,
        signingOrder,
        email: input.email,
        emailKey: addressKey(input.email),
        name: input.name,
        role: input.role,
        status,
        locale: input.locale ?? null,
        pdfField,
        invitedAt: tx.now,
        accessCodeHash: codes[index] ?? null,
        secondStep: input.requireTwoFactor ?? null,
        secondEmail: input.secondEmail ?? null,
        folded: foldRecipient(input),
      }),
    );
  }
}

/** Every signer has a row for the signature, also where its slot is on the appended page, so that the signing page can show it. */
function writeFields(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { signers, fields }: Plan,
  places: ReadonlyMap<string, Place | null>,
): void {
  let position = 0;
  const write = (
    field: { id: string; signerId: string; kind: string; name: string; place: Place; required: boolean },
    label: string | null,
    settings: FieldSettings,
  ) => {
    const { id, signerId, kind, name, place, required } = field;
    position += 1;
    tx.write(
      insertField({
        tenantId,
        documentId,
        id,
        position,
        signerId,
        kind,
        pdfName: name,
        page: place.page,
        x: place.x,
        y: place.y,
        width: place.width,
        height: place.height,
        required,
        label,
        settings: JSON.stringify(settings),
        value: settings.readOnly === true ? (settings.default ?? null) : null,
      }),
    );
  };
  for (const { id, signer, input, place, pdfName: name, settings } of fields)
    write(
      { id, signerId: signer.id, kind: input.kind, name, place, required: input.required },
      input.label ?? null,
      settings,
    );
  for (const signer of signers) {
    const place = signer.pdfField === null ? null : places.get(signer.pdfField);
    const has = fields.some((field) => field.signer === signer && field.isSignature);
    if (!place || has || signer.pdfField === null || signer.input.role !== 'signer') continue;
    const id = newId('field', tx.now);
    write({ id, signerId: signer.id, kind: 'signature', name: signer.pdfField, place, required: true }, null, {});
  }
}
