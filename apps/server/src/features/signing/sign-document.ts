/**
 * The signing path, in order: context (one query), decision, the signer's lock, revision and signature without an open
 * transaction, verification of the result, then one transaction for everything. The response is sent after the commit.
 * The uploaded file is not read, so the cost does not grow with its size (docs/understand/signing-flow.md).
 */
import type { AnyEvent, DocumentStatus, Id, Receipt, Signer, SignerStatus } from '@countersign/contract';
import { type FieldValue, prepareSignature } from '@countersign/pdf-sign';
import { type Certificate, signCades } from '@countersign/pki';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import { AppError } from '../../platform/errors.ts';
import type { FontBook, GraphicInput, PdfPool } from '../../platform/pdf/index.ts';
import { type RequestContext, type SignerPrincipal, taskOwner } from '../../platform/principal.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Authority, checkSignature, noTimestamp } from '../authority/index.ts';
import {
  selectNotYetInvited,
  lockDocument,
  selectRevisionNumber,
  selectSigners,
  updateFieldValue,
  markRecipientSigned,
  setDocumentStatus,
  startTurns,
  selectRevisionHash,
} from '../document-core/store/index.ts';
import {
  afterSignature,
  decideSign,
  finishRevision,
  signatureDigest,
  type FinishedRevision,
  signerView,
  type SignerRow,
  timestampChain,
  writeRevision,
} from '../document-core/index.ts';
import { receiptOf } from './receipt.ts';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { identityFacts } from './identity-facts.ts';
import { consentFor } from '../consent-texts/index.ts';
import { deadLink, goneDetails, loadSigningContext, type SigningContext } from '../recipient-access/index.ts';
import { type FilledField, fillFields } from './fill-fields.ts';
import { signerGraphics } from './signature-graphics.ts';
import { spendLink } from './one-use.ts';
import { continuations } from './reactions.ts';
import { revisionSeen } from './shown-revisions.ts';
import { bindAttachments, endInPersonSigned } from './store.ts';
import type { DocumentLock } from './document-lock.ts';

export type SignDependencies = {
  uow: UnitOfWork;
  authority: Authority;
  pdf: PdfPool;
  fonts: FontBook;
  documentLock: DocumentLock;
  telemetry: Telemetry;
};
export type SignInput = {
  signature?: GraphicInput | undefined;
  initials?: GraphicInput | undefined;
  fields: readonly { id: string; value: string | boolean }[];
  /** Omitted if the host obtains the consent outside the service. In that case, no consent is recorded. */
  consent?: true | undefined;
  /** The revision that the signer has seen. It must have been shown to the signer. */
  revision?: number | undefined;
  /** The signer's time zone (IANA). */
  timeZone?: string | undefined;
};
export type SignResult = { signer: Signer; document: { id: Id<'document'>; status: DocumentStatus }; receipt: Receipt };

/**
 * The maximum number of attempts to sign. Another attempt is needed if another process commits a revision of the
 * document first.
 */
const MAX_TRIES = 8;

export async function signDocument(
  dependencies: SignDependencies,
  context: RequestContext<SignerPrincipal>,
  documentId: Id<'document'>,
  input: SignInput,
): Promise<SignResult> {
  const { uow, documentLock } = dependencies;
  const { tenantId } = context.principal;
  // The clock is checked first, because a wrong clock would also report documents as expired (ADR 44).
  dependencies.authority.requireTrustedTime();
  return documentLock.run(`${tenantId}/${documentId}`, async () => {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const signing = await loadSigningContext(uow, context.principal);
      // A link for another document must not reveal whether this document exists.
      if (signing.document_id !== documentId) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
      refuse(signing, uow.now());
      // The revision that the signer has seen is checked before any work, and again under the lock.
      revisionSeen(signing.shown_revisions, input.revision);
      failpoint('sign.begun');
      const made = await dependencies.telemetry.measure(
        'signing',
        {},
        () => makeRevision(dependencies, context, signing, input),
        (error) => (error instanceof AppError ? 'refused' : 'failed'),
      );
      const result = await commit(dependencies, context, signing, input, made);
      if (result !== 'moved') return result;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      { documentId },
      { message: 'Someone else is signing this document. Try again shortly.', retryAfter: 2 },
    );
  });
}

const GONE: readonly string[] = ['DOCUMENT_EXPIRED', 'DOCUMENT_VOIDED', 'DOCUMENT_DECLINED'];

export function refuse(signing: SigningContext, now: Date): void {
  const decision = decideSign(signing, ownState(signing), now);
  if (decision.refused === undefined) return;
  const gone = GONE.includes(decision.refused);
  throw new AppError(decision.refused, {
    documentId: signing.document_id,
    ...decision.details,
    ...(gone && goneDetails(signing)),
  });
}

export function ownState(signing: SigningContext) {
  const own = signing.others.find(({ id }) => id === signing.signer_id);
  return {
    id: signing.signer_id,
    status: signing.signer_status,
    role: signing.role,
    signing_order: own?.signing_order ?? 0,
  };
}

type NewRevision = { revision: FinishedRevision; certificate: Certificate; filled: FilledField[]; signedAt: Date };

/** Does all slow or external work. A failure here leaves everything unchanged. */
async function makeRevision(
  { uow, authority, pdf, fonts, telemetry }: SignDependencies,
  { requestId, principal }: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  input: SignInput,
): Promise<NewRevision> {
  const { environment } = signing;
  const signedAt = uow.now();
  const { inPerson } = principal;
  const shown = [...textsOf(signing, input), inPerson?.host.name ?? ''];
  const typesetter = await fonts.typesetter(shown, signing.locale, [input.signature?.hand, input.initials?.hand]);
  const { filled, marks: places } = fillFields(typesetter, signing, input.fields);
  const marks =
    signing.role === 'signer'
      ? await signerGraphics(
          { pdf, owner: taskOwner(principal), typesetter, host: inPerson?.host.name },
          signing,
          input,
          {
            further: places,
            signedAt,
          },
        )
      : undefined;
  const unsigned = prepareSignature(signing.state, {
    field: signing.pdf_field ?? '',
    date: signedAt,
    name: signing.name,
    reason: reasonOf(signing, inPerson !== undefined),
    values: [...filled.map(({ pdfValue }): FieldValue => pdfValue), ...(marks?.values ?? [])],
    ...(marks?.signature && { appearance: marks.signature }),
    fileId: randomSecret(16),
    reserve: authority.signatureReserve(environment),
  });
  failpoint('sign.built');
  const digestAlgorithm = signatureDigest(signing.hash_state);
  // For an in-person signature, no address was proved. The certificate contains only the signer's ID (ADR 31).
  const subject = inPerson ? { inPerson: signing.signer_id } : signing.email;
  const { key, certificate, chain } = await authority.signer(environment, subject, digestAlgorithm);
  let stamp: Stamp | undefined;
  const timestamp = authority.signatureTimestamper(environment, {
    requestId,
    documentId: signing.document_id,
    telemetry,
    onStamp: (made) => (stamp = made),
  });
  const revision = await finishRevision(signing.hash_state, unsigned, async (digest) => {
    const trailPosition = signing.trail_position ?? undefined;
    const options = { digest, digestAlgorithm, key, certificate, chain, timestamp, trailPosition };
    const cms = await signCades(options).catch((cause: unknown) => {
      throw noTimestamp(cause, 'No time-stamp could be created, so nothing was signed.');
    });
    failpoint('sign.time-stamped');
    checkSignature(cms, digest, { certificate, chain });
    return cms;
  });
  const stamped = { timestampChain: timestampChain(stamp), stampedBy: authority.stampedBy(environment, stamp) };
  return { revision: { ...revision, ...stamped }, certificate, filled, signedAt };
}

/** The factors are listed on the certificate of completion. */
function factorsOf({ passedCode, passedStep }: SignerPrincipal): { factors?: string } {
  const step = passedStep === 'account' ? 'account-two-factor' : passedStep;
  const factors = [...(passedCode ? ['access-code'] : []), ...(step === undefined ? [] : [step])];
  return factors.length === 0 ? {} : { factors: factors.join(' ') };
}

/**
 * The /Reason of the signature. The address of an in-person signer is not proved, so the reason states that the
 * signature was made in person.
 */
function reasonOf({ role }: SigningContext, isInPerson: boolean): string {
  const reason = role === 'approver' ? 'Approved' : 'Signed by agreement';
  return isInPerson ? `${reason}, in person` : reason;
}

/** Collects the texts before anything is drawn, so that their fonts can be loaded. */
function textsOf(signing: SigningContext, { signature, initials, fields }: SignInput): string[] {
  const values = fields.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const suggested = signing.fields.flatMap(({ settings }) => settings.default ?? []);
  const marks = [signature, initials].flatMap((mark) => (mark?.type === 'typed' ? [mark.data] : []));
  const files = signing.attachments.map(({ filename }) => filename);
  return [signing.name, signing.email, ...marks, ...values, ...suggested, ...files];
}

/** The values are listed on the certificate of completion. Attachments are recorded by their hash. */
function filledIn(signing: SigningContext, filled: readonly FilledField[]): { filled?: string } {
  const values = filled.flatMap(({ id, shown, attachment }) => {
    const field = signing.fields.find((one) => one.id === id);
    if (!field || attachment || shown === '') return [];
    return [{ label: field.label ?? '', value: field.kind === 'checkbox' ? '✓' : shown }];
  });
  return values.length === 0 ? {} : { filled: JSON.stringify(values) };
}

/** Events state which fields were filled in, but never the values. */
function completedFields(signing: SigningContext, filled: readonly FilledField[]) {
  return filled.flatMap(({ id, shown }) => {
    const field = signing.fields.find((one) => one.id === id);
    if (!field || shown === '') return [];
    return [{ id: field.id, kind: field.kind, label: field.label, page: field.page }];
  });
}

/** The signer usually saw the newest revision, whose hash is already loaded. */
async function revisionHash(tx: Tx, tenantId: string, signing: SigningContext, n: number): Promise<string> {
  if (n === signing.revision) return signing.revision_sha256;
  const [found] = await tx.query(selectRevisionHash({ tenantId, documentId: signing.document_id, n }));
  if (!found) throw new Error(`revision ${n} of ${signing.document_id} no longer exists`);
  return found.sha256;
}

/** Writes revision, states, audit entries, events and jobs in one transaction. */
function commit(
  { uow, authority }: SignDependencies,
  context: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  input: SignInput,
  { revision, certificate, filled }: NewRevision,
): Promise<SignResult | 'moved'> {
  const { tenantId, signerId } = context.principal;
  const documentId = signing.document_id;
  return uow.run(tenantId, async (tx) => {
    const reads = [
      lockDocument({ tenantId, documentId }),
      selectRevisionNumber({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ] as const;
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, reads, signerId);
    const [[document], [last], signers] = rows;
    const own = signers.find(({ id }) => id === signerId);
    // The document was forwarded or corrected since the request began, so its link is no longer valid.
    if (!document || own?.link_generation !== context.principal.generation)
      throw await deadLink((query) => tx.query(query), context.principal);
    refuse({ ...signing, ...document, signer_status: own.status }, tx.now);
    if (last?.n !== signing.revision) return 'moved';
    // The signer's name was corrected while the signature was being created, so the signature shows the old name.
    if (own.name !== signing.name) return 'moved';

    const attached = filled.flatMap(({ attachment }) => attachment ?? []);
    const bound =
      attached.length === 0
        ? []
        : await tx.query(
            bindAttachments(
              tenantId,
              signerId,
              attached.map(({ id }) => id),
              tx.now,
            ),
          );
    // Another file was attached since the signature was created, but the signature names the previous file.
    if (bound.length !== attached.length) return 'moved';
    const { inPerson } = context.principal;
    // The host may have ended the in-person session while the signature was being created.
    if (inPerson) {
      const [ended] = await tx.query(endInPersonSigned(tenantId, inPerson.sessionId, tx.now));
      if (!ended) throw new AppError('IN_PERSON_ENDED');
    }
    await spendLink(tx, trail, context);

    const n = signing.revision + 1;
    const { completed, nextUp } = afterSignature(signers, signerId);
    const status: DocumentStatus = completed ? 'completed' : 'in-progress';
    writeRevision(tx, tenantId, documentId, { n, kind: 'signature', signerId, first: last.first }, revision);
    authority.keepCertificate(tx, tenantId, { documentId, signerId }, certificate);
    for (const { id, shown } of filled) tx.write(updateFieldValue({ tenantId, documentId, fieldId: id, value: shown }));
    tx.write(setDocumentStatus({ tenantId, documentId, status, now: tx.now }));
    if (nextUp.length > 0) tx.write(startTurns({ tenantId, signerIds: nextUp, now: tx.now }));

    const about = { documentId, document: { id: documentId, title: signing.title, status } };
    const consent = consentFor(signing.locale, signing.consents, signing.sent_at);
    const signer = { id: signerId, email: signing.email, name: signing.name };
    const seen = revisionSeen(own.shown_revisions, input.revision);
    const entry = await trail.record({
      action: 'document.signed',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'document', id: documentId },
      data: {
        revision: n,
        sha256: revision.sha256,
        certificate: certificate.serial,
        issuer: certificate.issuer.text,
        ...(revision.stampedBy !== undefined && { time_stamped_by: revision.stampedBy }),
        seen,
        ...(seen !== null && { seen_sha256: await revisionHash(tx, tenantId, signing, seen) }),
        ...(input.consent && { consent: consent.sha256, consent_version: consent.version }),
        credential: context.principal.via,
        ...factorsOf(context.principal),
        ...(context.principal.userId !== undefined && { account: context.principal.userId }),
        ...(inPerson && {
          session: inPerson.sessionId,
          host: `${inPerson.host.kind} ${inPerson.host.id}`,
          ...identityFacts(inPerson.identityCheck),
        }),
        signature: input.signature?.type ?? 'none',
        reason: reasonOf(signing, inPerson !== undefined),
        ...(attached.length > 0 && { attachments: attached.map(({ sha256 }) => sha256).join(' ') }),
        last: completed,
      },
      personal: {
        personId: signerId,
        fields: {
          ...requestOrigin(context),
          email: signing.email,
          name: signing.name,
          ...(inPerson && { host: inPerson.host.name }),
          ...(input.timeZone !== undefined && { time_zone: input.timeZone }),
          ...filledIn(signing, filled),
          ...(attached.length > 0 && {
            attachments: attached.map(({ sha256, filename }) => `${sha256} ${filename}`).join('\n'),
          }),
        },
      },
      event: [
        ...completedFields(signing, filled).map((field): AnyEvent => ({
          kind: 'field.completed',
          data: { ...about, signer, field },
        })),
        { kind: 'document.signed', data: { ...about, signer, signed_at: tx.now.toISOString() } },
        { kind: 'recipient.completed', data: { ...about, signer } },
      ],
    });
    tx.write(markRecipientSigned({ tenantId, signerId, now: tx.now, entry: entry.n }));
    const receipt = receiptOf(entry);
    if (!receipt) throw new Error(`the audit entry for the signature of ${signerId} contains no receipt`);
    // Jobs do everything after the last signature, so a crash after this commit causes a delay but no loss.
    if (completed) uow.recorder.start(tx, tenantId, continuations.lastSignature, { documentId });
    // Recipients who got the package's e-mail but have not opened it yet will find this document there. They get no
    // second e-mail.
    const notified =
      signing.package_id === null || nextUp.length === 0
        ? nextUp
        : (await tx.query(selectNotYetInvited({ tenantId, signerIds: nextUp }))).map(({ id }) => id);
    uow.recorder.start(tx, tenantId, continuations.nextTurn, { documentId, to: notified });

    const after: SignerRow = { ...own, status: 'signed' satisfies SignerStatus, signed_at: tx.now };
    failpointsOfCommit(tx, 'sign');
    return { signer: signerView(after), document: { id: documentId, status }, receipt };
  });
}
