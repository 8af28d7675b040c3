/**
 * Creates the certificate of completion on demand. A worker renders it. The organization's seal certifies it so that no
 * changes are allowed (DocMDP P=1), and long-term validation data is added (B-LTA, EN 319 142-1 §5.5). Its content ends
 * with the audit entry about the completion, even if the certificate is created much later (ADR 70). Idempotent: if a
 * row exists, nothing is done, and only one of two concurrent runs stores its result.
 */
import type { Id } from '@countersign/contract';
import { createHasher, type PreparedSend, prepareSeal } from '@countersign/pdf-sign';
import { COMPLETION_CERTIFICATE } from '@countersign/pades/verdict';
import { type Protection, signCades, type TrailPosition } from '@countersign/pki';
import { openPersonal, selectPersonal } from '../../platform/audit/personal.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { randomSecret, sha256Hex } from '../../platform/crypto/tokens.ts';
import { type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import { pack, unpack } from '../../platform/optimizations/tail-compression.ts';
import { asBuffer, type PdfPool } from '../../platform/pdf/index.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOwnConsents } from '../consent-texts/index.ts';
import { type Authority, checkSignature, type SealIdentity } from '../authority/index.ts';
import type { SenderBranding, DocumentBranding } from '../branding/index.ts';
import { finishRevision, MAX_TAIL, type SealWaiter, selectOwnerLocale, statesFor } from '../document-core/index.ts';

import {
  lockDocument,
  selectFirstTail,
  selectKeptDocument,
  selectSignatureTails,
} from '../document-core/store/index.ts';
import { selectAuditEntries } from '../../platform/audit/entries.ts';
import { logEvidence, type ProofServices } from '../transparency-log/index.ts';
import { keepProtection } from '../signing/index.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { makeCertificateJob } from './certificate-job.ts';
import { certificateLayout } from './report/layout.ts';
import { certificateFacts, type Evidence, untilCompletion } from './facts.ts';
import { insertCompletionCertificate, selectHasCertificate } from './store.ts';

export type CertificateDependencies = {
  uow: UnitOfWork;
  authority: Authority;
  pdf: PdfPool;
  vault: Vault;
  documentBranding: DocumentBranding;
  certified: SealWaiter;
} & ProofServices;

export function makeCertificateHandler(
  dependencies: CertificateDependencies,
): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: makeCertificateJob,
    run: async (job) => {
      const { documentId } = job.payload;
      if (!(await makeCertificate(dependencies, job.tenantId, documentId, (tx) => job.done(tx))))
        throw new PermanentJobError(`document ${documentId} no longer exists`);
    },
  };
}

/**
 * Returns the certificate of completion of a sealed document, and creates it if it is missing. For callers that can
 * wait.
 * @returns undefined if the document no longer exists
 */
export async function certificateOf(
  dependencies: CertificateDependencies,
  tenantId: string,
  documentId: Id<'document'>,
): Promise<Certificate | undefined> {
  const find = () => readCertificate(dependencies.uow, tenantId, documentId);
  const found = await find();
  if (found || !(await makeCertificate(dependencies, tenantId, documentId))) return found;
  return find();
}

/** @param finish adds further SQL statements to the transaction that stores the certificate */
async function makeCertificate(
  dependencies: CertificateDependencies,
  tenantId: string,
  documentId: Id<'document'>,
  finish: (tx: Tx) => void = () => {},
): Promise<boolean> {
  const { uow, certified } = dependencies;
  const evidence = await readEvidence(dependencies, tenantId, documentId);
  if (evidence === 'made') return true;
  if (!evidence) return false;
  failpoint('certificate.begun');
  const { bytes, pages, protection } = await sealedCertificate(dependencies, tenantId, evidence);
  failpoint('certificate.made');
  const sha256 = sha256Hex(bytes);
  await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      insertCompletionCertificate({
        tenantId,
        documentId,
        bytes: pack(bytes),
        sha256,
        pages,
        auditN: evidence.auditHead.n,
        createdAt: tx.now,
      }),
    ]);
    // Another worker stored a certificate first. That certificate is used.
    if (!rows[1][0]) return;
    tx.write(keepProtection(tenantId, documentId, 'certificate', protection, tx.now));
    await trail.record({
      action: 'document.certificate-made',
      actor: { kind: 'system', id: 'certificate' },
      target: { kind: 'document', id: documentId },
      data: { certificate_sha256: sha256, pages, entries: evidence.auditHead.n + 1 },
    });
    finish(tx);
    failpointsOfCommit(tx, 'certificate');
    tx.afterCommit(() => certified.notify(tenantId, documentId));
  });
  return true;
}

/** Data for the presentation only. It does not affect what the certificate states. */
type Drawing = { seal: SealIdentity; senderBranding: SenderBranding };

/**
 * The maximum total size of the signature appearances in bytes. This is enough for hundreds of typed or drawn
 * signatures, or for a few uploaded images. Beyond the limit, signatures are shown as text only.
 */
const MAX_TAILS = 4 * 2 ** 20;

async function readEvidence(
  { uow, vault, authority, documentBranding }: CertificateDependencies,
  tenantId: string,
  documentId: string,
): Promise<(Evidence & Drawing) | 'made' | undefined> {
  const [[made], [document], all, personal, [owner], ownConsents] = await uow.readAll(tenantId, [
    selectHasCertificate({ tenantId, documentId }),
    selectKeptDocument({ tenantId, documentId }),
    selectAuditEntries(tenantId, documentId),
    selectPersonal(tenantId, documentId),
    selectOwnerLocale({ tenantId, documentId }),
    selectOwnConsents(tenantId, documentId),
  ]);
  if (made?.ready) return 'made';
  // Entries after the completion are left out, regardless of when the certificate is created.
  const { entries, completion } = untilCompletion(all);
  const auditHead = entries.at(-1);
  if (!document || !auditHead) return undefined;
  const { environment, organization_id: organizationId } = document;
  const seal =
    authority.knownSeal(tenantId) ??
    (await uow.run(tenantId, (tx) => authority.seal(tx, tenantId, { id: organizationId, environment })));
  // Entries of older completions do not contain the language and the logo, so the current ones are used.
  const senderBranding = await (completion?.language === undefined
    ? documentBranding.of(tenantId)
    : documentBranding.with(tenantId, completion.logo));
  return {
    seal,
    senderBranding,
    documentId,
    entries,
    auditHead,
    personal: openPersonal(vault, tenantId, personal),
    ownConsents,
    presentation: {
      environment,
      firstPage: document.pages[0],
      verifyUrl: senderBranding.verifyUrl,
      locale: completion?.language ?? owner?.locale ?? null,
      fileId: randomSecret(16).toString('hex'),
      now: uow.now(),
      rootUrl: (sha256) => authority.rootUrl(environment, sha256),
    },
  };
}

async function sealedCertificate(
  dependencies: CertificateDependencies,
  tenantId: string,
  evidence: Evidence & Drawing,
): Promise<{ bytes: Buffer; pages: number; protection: Protection }> {
  const { authority, pdf, uow } = dependencies;
  const { documentId, seal } = evidence;
  const { environment } = evidence.presentation;
  const facts = certificateFacts(evidence);
  const revisions = facts.parties.flatMap(({ revision }) => revision ?? []);
  const [kept, [first]] = await uow.readAll(tenantId, [
    selectSignatureTails({ tenantId, documentId, revisions, maxBytes: MAX_TAILS }),
    selectFirstTail({ tenantId, documentId }),
  ]);
  const against = first && unpack(first.tail, MAX_TAIL);
  const signed = kept.flatMap(({ n, tail: packed, bytes: most }) => {
    const tail = unpack(packed, most, against);
    return tail ? [{ n, tail }] : [];
  });
  const { logo } = evidence.senderBranding;
  const set = await pdf.set(certificateLayout, {
    facts,
    pictures: { logo, signed },
    log: await logEvidence(dependencies, tenantId, { stream: documentId, sequence: evidence.auditHead.n }),
    send: {
      signers: [],
      fileId: randomSecret(16),
      date: uow.now(),
      certify: { name: seal.certificate.subject.commonName ?? '', reason: COMPLETION_CERTIFICATE, permits: 1 },
      reserve: { cms: authority.signatureReserve(environment), docTimestamp: authority.timestampReserve(environment) },
    },
  });
  const { pages, prepared } = set;
  const bytes = asBuffer(set.bytes);
  prepared.revision.tail = asBuffer(prepared.revision.tail);
  const trailPosition = { sequence: evidence.auditHead.n, hash: evidence.auditHead.hash };
  const made = { bytes, prepared, seal, environment, documentId, trailPosition };
  const { tails, protection } = await certifyAndSeal(dependencies, made);
  return { bytes: Buffer.concat([bytes, ...tails]), pages, protection };
}

/**
 * Writes two revisions: the certification signature with its time-stamp, then the validation data with a document
 * time-stamp over it.
 */
async function certifyAndSeal(
  { authority, uow }: CertificateDependencies,
  {
    bytes,
    prepared,
    seal,
    environment,
    documentId,
    trailPosition,
  }: {
    bytes: Buffer;
    prepared: PreparedSend;
    seal: SealIdentity;
    environment: 'live' | 'sandbox';
    documentId: string;
    trailPosition: TrailPosition;
  },
): Promise<{ tails: [Buffer, Buffer]; protection: Protection }> {
  if (!prepared.certified) throw new Error('the certificate of completion is not prepared for certification');
  const { time } = authority;
  const now = uow.now();
  const sha256State = Buffer.from((await createHasher()).update(bytes).save());
  const before = await statesFor(authority.documentDigest(environment), sha256State, () => once(bytes));
  const stamps: Stamp[] = [];
  const certified = await finishRevision(before, prepared.revision, async (digest, digestAlgorithm) => {
    const cms = await signCades({
      digest,
      digestAlgorithm,
      key: seal.keyFor(digestAlgorithm),
      certificate: seal.certificate,
      chain: seal.chain,
      trailPosition,
      timestamp: authority.signatureTimestamper(environment, { documentId, onStamp: (stamp) => stamps.push(stamp) }),
    });
    checkSignature(cms, digest, seal);
    return cms;
  });
  const data = await authority.status.forDocument(environment, [seal], now);
  const paths = stamps.flatMap(({ path }) => (path ? [path] : []));
  const outside = paths.length > 0 ? await time.evidence(paths, now) : undefined;
  const unsigned = prepareSeal(
    certified.state,
    {
      certificates: [...data.certificates, ...(outside?.certificates ?? [])],
      crls: [...data.crls, ...(outside?.crls ?? [])],
      ocsps: [...data.ocsps, ...(outside?.ocsps ?? [])],
    },
    { fileId: randomSecret(16), reserve: time.reserve(environment) },
  );
  let stamp: Stamp | undefined;
  const sealed = await finishRevision(
    certified.hashState,
    unsigned,
    async (digest) => {
      stamp = await time.stamp(environment, digest, { documentId });
      return stamp.token;
    },
    { forTimestamp: true },
  );
  const protection = stamp && time.protection(stamp.token, authority.anchors(environment));
  if (!protection) throw new Error('the new time-stamp cannot be read');
  return { tails: [certified.tail, sealed.tail], protection };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
