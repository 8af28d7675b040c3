/**
 * The signing path. In order: context (one query), decision, the signer's turn, revision and signature with no transaction
 * open, our own check of what came out, then one transaction with everything in it. The reply follows the commit.
 * The upload is not read: cost does not grow with the document (docs/signing-flow.md).
 */
import type { DocumentStatus, Id, Signer, SignerStatus } from '@countersign/contract';
import { type FieldValue, prepareSignature } from '@countersign/pdf-sign';
import { type Certificate, signCades } from '@countersign/pki';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Authority } from '../authority/index.ts';
import { mailJobs } from '../notifications/index.ts';
import {
  afterSignature,
  decideSign,
  evidence,
  finishRevision,
  type FinishedRevision,
  lockDocument,
  selectRevisionNumber,
  selectSigners,
  signerView,
  type SignerRow,
  updateFieldValue,
  updateSigned,
  updateStatus,
  updateTurn,
  writeRevision,
} from '../documents/index.ts';
import { CONSENT, CONSENT_HASH } from './consent.ts';
import { checkSignature } from './check-signature.ts';
import { type FilledField, fillFields } from './fill-fields.ts';
import { signerMark, type MarkFonts } from './mark.ts';
import { sealDocumentJob } from './seal-job.ts';
import { goneDetails, loadSigningContext } from './signing-context.ts';
import type { SigningContext } from './store.ts';
import type { Turnstile } from './turnstile.ts';

export type SignDependencies = {
  uow: UnitOfWork;
  authority: Authority;
  pdf: PdfPool;
  fonts: MarkFonts;
  turnstile: Turnstile;
};
export type SignInput = {
  signature?: { type: 'drawn' | 'typed' | 'uploaded'; data: string } | undefined;
  fields: readonly { id: string; value: string | boolean }[];
  /** The revision the signer was shown. */
  revision?: number | undefined;
};
export type SignResult = { signer: Signer; document: { id: Id<'document'>; status: DocumentStatus } };

/** Tries when another process committed a revision of this document in between. */
const MAX_TRIES = 8;

export async function signDocument(
  dependencies: SignDependencies,
  context: RequestContext<SignerPrincipal>,
  documentId: Id<'document'>,
  input: SignInput,
): Promise<SignResult> {
  const { uow, turnstile } = dependencies;
  const { tenantId } = context.principal;
  return turnstile.pass(`${tenantId}/${documentId}`, async () => {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const signing = await loadSigningContext(uow, context.principal);
      // A link of another document is no reason to say whether this one exists.
      if (signing.document_id !== documentId) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
      refuse(signing, uow.now());
      const made = await makeRevision(dependencies, signing, input);
      const result = await commit(dependencies, context, signing, input, made);
      if (result !== 'moved') return result;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      { documentId },
      { message: 'Others are signing this document right now.', retryAfter: 2 },
    );
  });
}

function refuse(signing: SigningContext, now: Date): void {
  const decision = decideSign(signing, ownState(signing), now);
  if (decision.refused === undefined) return;
  const gone = decision.refused === 'DOCUMENT_EXPIRED' || decision.refused === 'DOCUMENT_VOIDED';
  throw new AppError(decision.refused, {
    documentId: signing.document_id,
    ...decision.details,
    ...(gone && goneDetails(signing)),
  });
}

function ownState(signing: SigningContext) {
  const own = signing.others.find(({ id }) => id === signing.signer_id);
  return {
    id: signing.signer_id,
    status: signing.signer_status,
    role: signing.role,
    signing_order: own?.signing_order ?? 0,
  };
}

type MadeRevision = { revision: FinishedRevision; certificate: Certificate; filled: FilledField[]; signedAt: Date };

/** Everything slow or outside the database; a failure here has changed nothing. */
async function makeRevision(
  { uow, authority, pdf, fonts }: SignDependencies,
  signing: SigningContext,
  input: SignInput,
): Promise<MadeRevision> {
  const { environment } = signing;
  const signedAt = uow.now();
  const filled = fillFields(fonts, signing, input.fields);
  const appearance =
    signing.role === 'signer' ? await signerMark({ pdf, fonts }, signing, input.signature, signedAt) : undefined;
  const unsigned = prepareSignature(signing.state, {
    field: signing.pdf_field ?? '',
    date: signedAt,
    name: signing.name,
    reason: signing.role === 'approver' ? 'Approved' : 'Signed by agreement',
    values: filled.map(({ pdfValue }): FieldValue => pdfValue),
    ...(appearance && { appearance }),
    fileId: randomSecret(16),
  });
  const { key, certificate, chain } = await authority.signer(environment, signing.email);
  const timestamp = authority.signatureTimestamper(environment);
  const revision = await finishRevision(signing.hash_state, unsigned, async (digest) => {
    const cms = await signCades({ digest, digestAlgorithm: 'sha256', key, certificate, chain, timestamp }).catch(
      (cause: unknown) => {
        throw new AppError(
          'SERVICE_UNAVAILABLE',
          {},
          { cause, message: 'No time-stamp could be had, so nothing was signed.', retryAfter: 10 },
        );
      },
    );
    await checkSignature(cms, digest, certificate);
    return cms;
  });
  return { revision, certificate, filled, signedAt };
}

/** All or nothing: revision, states, audit entries, events and jobs in one commit. */
function commit(
  { uow, authority }: SignDependencies,
  context: RequestContext<SignerPrincipal>,
  signing: SigningContext,
  input: SignInput,
  { revision, certificate, filled }: MadeRevision,
): Promise<SignResult | 'moved'> {
  const { tenantId, signerId } = context.principal;
  const documentId = signing.document_id as Id<'document'>;
  return uow.run(tenantId, async (tx) => {
    const { trail, rows: locked } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument(tenantId, documentId),
      selectRevisionNumber(tenantId, documentId),
      selectSigners(tenantId, documentId),
    ]);
    const [documents, numbers, rows] = locked;
    const document = documents?.[0] as
      | { status: DocumentStatus; expires_at: Date | null; deleted_at: Date | null }
      | undefined;
    const signers = (rows ?? []) as SignerRow[];
    const own = signers.find(({ id }) => id === signerId);
    if (!document || !own) throw new AppError('INVALID_LINK');
    refuse({ ...signing, ...document, signer_status: own.status }, tx.now);
    if ((numbers?.[0] as { n: number } | undefined)?.n !== signing.revision) return 'moved';

    const n = signing.revision + 1;
    const { completed, nextUp } = afterSignature(signers, signerId);
    const status: DocumentStatus = completed ? 'completed' : 'in-progress';
    writeRevision(tx, tenantId, documentId, { n, kind: 'signature', signerId }, revision);
    authority.keepCertificate(tx, tenantId, { documentId, signerId }, certificate);
    tx.write(updateSigned(tenantId, signerId, tx.now));
    for (const { id, shown } of filled) tx.write(updateFieldValue(tenantId, id, shown));
    tx.write(updateStatus(tenantId, documentId, status, tx.now));
    if (nextUp.length > 0) tx.write(updateTurn(tenantId, nextUp, tx.now));

    const about = { documentId, document: { id: documentId, title: signing.title, status } };
    const signer = { id: signerId as Id<'signer'>, email: signing.email, name: signing.name };
    await trail.record({
      action: 'document.signed',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'document', id: documentId },
      data: {
        revision: n,
        sha256: revision.sha256,
        certificate: certificate.serial,
        seen: input.revision ?? signing.revision,
        consent: CONSENT_HASH,
        consent_version: CONSENT.version,
        credential: context.principal.via,
        signature: input.signature?.type ?? 'none',
        last: completed,
      },
      personal: { personId: signerId, fields: { ...evidence(context), email: signing.email, name: signing.name } },
      event: { kind: 'document.signed', data: { ...about, signer, signed_at: tx.now.toISOString() } },
    });
    uow.recorder.follow(tx, tenantId, { kind: 'recipient.completed', data: { ...about, signer } });
    // Everything after the last signature is a job: a crash from here on delays it, and loses nothing.
    if (completed)
      uow.recorder.enqueue(tx, tenantId, sealDocumentJob.request({ documentId }, { uniqueKey: documentId }));
    for (const job of mailJobs('invitation', documentId, nextUp as Id<'signer'>[]))
      uow.recorder.enqueue(tx, tenantId, job);

    const after: SignerRow = {
      ...own,
      status: 'signed' satisfies SignerStatus,
      signed_at: tx.now,
      viewed_at: own.viewed_at ?? tx.now,
    };
    return { signer: signerView(after), document: { id: documentId, status } };
  });
}
