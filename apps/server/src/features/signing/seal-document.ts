/**
 * After the last signature: validation data (DSS) and a document time-stamp make the file verifiable for good, B-LTA
 * (EN 319 142-1 §5.5). Only then is completion announced. A job, so it may run twice: sealed already means done.
 */
import type { Id } from '@countersign/contract';
import { prepareSeal } from '@countersign/pdf-sign';
import { parseCertificate } from '@countersign/pki';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import { statement } from '../../platform/db/statement.ts';
import { type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Authority, selectSeal } from '../authority/index.ts';
import {
  finishRevision,
  lockDocument,
  selectDocument,
  selectLatestRevision,
  selectRevisionNumber,
  selectSigners,
  updateSealed,
  writeRevision,
  type DocumentRow,
  type FinishedRevision,
  type RevisionRow,
  type SignerRow,
} from '../documents/index.ts';
import { sealDocumentJob } from './seal-job.ts';
import type { SealWaiter } from './seal-waiter.ts';

export type SealDependencies = { uow: UnitOfWork; authority: Authority; sealed: SealWaiter };

const selectCertificates = statement<{ certificate: Buffer }, [tenant: string, document: string]>(
  'certificates-of-signatures',
  `select c.certificate from certificates c join signers s on s.tenant_id = c.tenant_id and s.id = c.signer_id
   where c.tenant_id = $1 and c.document_id = $2 and s.status = 'signed' order by c.issued_at`,
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
      if (!found) throw new PermanentJobError(`document ${documentId} is gone`);
      if (found.document.sealed_at) return;
      const seal = await makeSeal(dependencies, found);
      await uow.run(tenantId, async (tx) => {
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument(tenantId, documentId),
          selectRevisionNumber(tenantId, documentId),
        ]);
        const [locked, numbers] = rows;
        const n = found.latest.n + 1;
        // Another worker took over a lapsed lease and was faster: its seal stands, this one is dropped.
        if (!locked?.[0] || (numbers?.[0] as { n: number } | undefined)?.n !== found.latest.n) return;
        writeRevision(tx, tenantId, documentId, { n, kind: 'seal' }, seal);
        tx.write(updateSealed(tenantId, documentId, tx.now));
        const { title, status, completed_at: completedAt } = found.document;
        await trail.record({
          action: 'document.completed',
          actor: { kind: 'system', id: 'seal' },
          target: { kind: 'document', id: documentId },
          data: {
            revision: n,
            sha256: seal.sha256,
            level: 'B-LTA',
            size_bytes: seal.state.length,
          },
          event: {
            kind: 'document.completed',
            data: {
              documentId,
              document: { id: documentId, title, status },
              completed_at: (completedAt ?? tx.now).toISOString(),
              signers: found.signers.flatMap(({ email, signed_at: at }) =>
                at ? [{ email, signed_at: at.toISOString() }] : [],
              ),
              recipients: found.signers.map(({ id }) => id as Id<'signer'>),
            },
          },
        });
        job.done(tx);
        tx.afterCommit(() => sealed.notify(tenantId, documentId));
      });
    },
  };
}

type Found = { document: DocumentRow; latest: RevisionRow; signers: SignerRow[]; certificates: Buffer[] };

async function load(uow: UnitOfWork, tenantId: string, documentId: string): Promise<Found | undefined> {
  const [documents, revisions, signers, certificates, seals] = await uow.readAll(tenantId, [
    selectDocument(tenantId, documentId, null),
    selectLatestRevision(tenantId, documentId),
    selectSigners(tenantId, documentId),
    selectCertificates(tenantId, documentId),
    selectSeal(tenantId),
  ]);
  const document = documents?.rows[0] as DocumentRow | undefined;
  const latest = revisions?.rows[0] as RevisionRow | undefined;
  if (!document || !latest) return undefined;
  const own = [...(certificates?.rows ?? []), ...(document.has_signatures ? [] : (seals?.rows ?? []))] as {
    certificate: Buffer;
  }[];
  return {
    document,
    latest,
    signers: (signers?.rows ?? []) as SignerRow[],
    certificates: own.map(({ certificate }) => certificate),
  };
}

/**
 * One update with both: the time-stamp covers the validation data beside it, which is all that EN 319 142-1 §5.5 asks, and the
 * file has one revision fewer to judge.
 */
async function makeSeal(
  { authority }: SealDependencies,
  { document: { environment }, latest, certificates }: Found,
): Promise<FinishedRevision> {
  const data = await authority.validationData(environment, certificates.map(parseCertificate));
  const fileId = randomSecret(16);
  const unsigned = prepareSeal(latest.state, data, { fileId });
  return finishRevision(latest.hash_state, unsigned, (digest) => authority.timestamp(environment, digest));
}
