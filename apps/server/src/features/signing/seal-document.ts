/**
 * Seals a document after the last signature. Validation data (DSS) and a document time-stamp make the file verifiable
 * for the long term, B-LTA (EN 319 142-1 §5.5). The job that it starts then announces the completion. Idempotent: if
 * the document is already sealed, nothing is done.
 */
import type { Id } from '@countersign/contract';
import { prepareSeal } from '@countersign/pdf-sign';
import {
  type Certificate,
  encodeTrailPosition,
  fingerprint,
  parseCertificate,
  type Protection,
  type TrailPosition,
} from '@countersign/pki';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import { statement } from '../../platform/db/statement.ts';
import { type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Authority, type EndEntity, selectSealsOf } from '../authority/index.ts';
import {
  finishRevision,
  timestampChain,
  writeRevision,
  type DocumentRow,
  type FinishedRevision,
  type RevisionRow,
  type SealWaiter,
  type SignerRow,
} from '../document-core/index.ts';
import {
  lockDocument,
  selectDocument,
  selectLatestRevision,
  selectRevisionNumber,
  selectSigners,
  markDocumentSealed,
  selectTimestampChains,
} from '../document-core/store/index.ts';
import { selectTrailPosition } from '../../platform/audit/entries.ts';
import { type Notified, settlePackage } from '../packages/index.ts';
import { keepProtection } from './archive-statements.ts';
import { continuations } from './reactions.ts';
import { sealDocumentJob } from './seal-job.ts';

export type SealDependencies = { uow: UnitOfWork; authority: Authority; sealed: SealWaiter; telemetry: Telemetry };

const selectCertificates = statement<{ certificate: Buffer }, [tenant: string, document: string]>(
  'certificates-of-signatures',
  `select c.certificate from certificates c join signers s on s.tenant_id = c.tenant_id and s.id = c.signer_id
   where c.tenant_id = $1 and c.document_id = $2 and s.status = 'signed' order by c.issued_at`,
);

/**
 * Selects language, time zone and logo for the certificate of completion. The completion records them together with the
 * root of its signatures, so that the certificate is the same at each download (ADR 70).
 */
const selectLetterheadOf = statement<
  { locale: string | null; time_zone: string | null; logo: string | null },
  [tenant: string, document: string]
>(
  'senderBranding-of-document',
  `select u.locale, u.time_zone, l.sha256 as logo from documents d left join users u on u.id = d.owner_id
     left join organization_logos l on l.tenant_id = d.tenant_id where d.tenant_id = $1 and d.id = $2`,
);

export function sealDocumentHandler(dependencies: SealDependencies): JobHandler<{ documentId: Id<'document'> }> {
  const { uow, sealed } = dependencies;
  return {
    definition: sealDocumentJob,
    run: async (job) => {
      const {
        tenantId,
        payload: { documentId },
      } = job;
      const found = await load(uow, tenantId, documentId);
      if (!found) throw new PermanentJobError(`document ${documentId} no longer exists`);
      if (found.document.sealed_at) return;
      failpoint('seal.begun');
      const { seal, level, protection } = await dependencies.telemetry.measure('sealing', {}, () =>
        makeSeal(dependencies, found),
      );
      failpoint('seal.made');
      await uow.run(tenantId, async (tx) => {
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument({ tenantId, documentId }),
          selectRevisionNumber({ tenantId, documentId }),
        ]);
        const [[locked], [last]] = rows;
        const n = found.latest.n + 1;
        // Another worker took over the expired lease and was faster, so this seal is discarded.
        if (!locked || last?.n !== found.latest.n) return;
        writeRevision(tx, tenantId, documentId, { n, kind: 'seal', first: last.first }, seal);
        tx.write(markDocumentSealed({ tenantId, documentId, now: tx.now }));
        tx.write(keepProtection(tenantId, documentId, 'document', protection, tx.now));
        const notified: Notified = ['owner', ...found.signers.map(({ id }) => id)];
        const others = await settlePackage(tx, tenantId, found.document.package_id);
        const { n: sequence } = await trail.record({
          action: 'document.completed',
          checkpoint: true,
          actor: { kind: 'system', id: 'seal' },
          target: { kind: 'document', id: documentId },
          data: {
            revision: n,
            sha256: seal.sha256,
            level,
            ...(seal.stampedBy !== undefined && { time_stamped_by: seal.stampedBy }),
            size_bytes: seal.state.length,
            language: found.senderBranding.locale ?? 'en',
            ...(found.senderBranding.time_zone !== null && { time_zone: found.senderBranding.time_zone }),
            root: fingerprint(dependencies.authority.anchor(found.document.environment)),
            ...(found.senderBranding.logo !== null && { logo: found.senderBranding.logo }),
          },
        });
        const endOfPackage = await others.recordQuietly(uow.recorder, { kind: 'system', id: 'seal' }, notified);
        uow.recorder.start(tx, tenantId, continuations.sealed, {
          documentId,
          sequence,
          recipients: [...others.ofCompletion(notified)],
          endOfPackage,
        });
        job.done(tx);
        failpointsOfCommit(tx, 'seal');
        tx.afterCommit(() => sealed.notify(tenantId, documentId));
      });
    },
  };
}

type Found = {
  document: DocumentRow;
  latest: RevisionRow;
  signers: SignerRow[];
  /** Signers' certificates, and the organization's certificate. */
  signed: EndEntity[];
  /** The chains of external time-stamping authorities. */
  paths: Certificate[][];
  senderBranding: { locale: string | null; time_zone: string | null; logo: string | null };
  /** The last entry of the audit trail, which the document time-stamp covers. */
  trailPosition: TrailPosition | undefined;
};

async function load(uow: UnitOfWork, tenantId: string, documentId: string): Promise<Found | undefined> {
  const [[document], [latest], signers, issued, seals, chains, [senderBranding], [trailPosition]] = await uow.readAll(
    tenantId,
    [
      selectDocument({ tenantId, documentId, owner: null }),
      selectLatestRevision({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
      selectCertificates(tenantId, documentId),
      selectSealsOf(tenantId, documentId),
      selectTimestampChains({ tenantId, documentId }),
      selectLetterheadOf(tenantId, documentId),
      selectTrailPosition(tenantId, documentId),
    ],
  );
  if (!document || !latest || !senderBranding) return undefined;
  const sealed = document.has_signatures ? [] : seals;
  return {
    document,
    latest,
    signers,
    signed: [
      ...issued.map(({ certificate }) => ({ certificate: parseCertificate(certificate) })),
      ...sealed.map(({ certificate, chain }) => ({
        certificate: parseCertificate(certificate),
        chain: chain.map(parseCertificate),
      })),
    ],
    paths: chains.map(({ timestamp_chain: chain }) => chain.map(parseCertificate)),
    senderBranding,
    trailPosition,
  };
}

type Sealed = { seal: FinishedRevision; level: 'B-LTA' | 'B-T'; protection: Protection };

/** How long after the last signature the job waits for other issuers' revocation data. */
const EVIDENCE_PATIENCE_MS = 3_600_000;

/**
 * Creates one revision with both the validation data and the time-stamp. The time-stamp covers the validation data in
 * the same revision, which is all that EN 319 142-1 §5.5 requires, and the file has one fewer revision to verify.
 */
async function makeSeal({ authority, uow, telemetry }: SealDependencies, found: Found): Promise<Sealed> {
  const { document, latest, signed, paths, trailPosition } = found;
  const { environment, id: documentId } = document;
  const signedAt = document.completed_at ?? uow.now();
  const data = await authority.status.forDocument(environment, signed, signedAt);
  // Time-stamps of the built-in authority need no external evidence, so nothing is fetched in the usual case.
  const outside = paths.length > 0 ? await authority.time.evidence(paths, signedAt) : undefined;
  const missing = [...data.missing, ...(outside?.missing ?? [])];
  if (missing.some(({ later }) => later) && uow.now().getTime() - signedAt.getTime() < EVIDENCE_PATIENCE_MS)
    throw new Error(`no revocation data yet for ${missing.map(({ name }) => name).join(', ')}`);
  const { time } = authority;
  const unsigned = prepareSeal(
    latest.state,
    {
      certificates: [...data.certificates, ...(outside?.certificates ?? [])],
      crls: [...data.crls, ...(outside?.crls ?? [])],
      ocsps: [...data.ocsps, ...(outside?.ocsps ?? [])],
    },
    {
      fileId: randomSecret(16),
      reserve: authority.timestampReserve(environment),
      ...(trailPosition && { trailPosition: encodeTrailPosition(trailPosition) }),
    },
  );
  let stamp: Stamp | undefined;
  const seal = await finishRevision(
    latest.hash_state,
    unsigned,
    async (digest) => {
      stamp = await time.stamp(environment, digest, { documentId, telemetry });
      return stamp.token;
    },
    { forTimestamp: true },
  );
  const protection = stamp && time.protection(stamp.token, authority.anchors(environment));
  if (!protection) throw new Error('the new time-stamp cannot be read');
  return {
    seal: { ...seal, timestampChain: timestampChain(stamp), stampedBy: authority.stampedBy(environment, stamp) },
    // If evidence about an authority is missing, the signatures stay at B-T. Verification reports the same level.
    level: missing.length === 0 ? 'B-LTA' : 'B-T',
    protection,
  };
}
