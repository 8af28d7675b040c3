/** The input for a send operation, and the prepared content before it is written. */
import type { FieldInput, Id, SignerInput, SignerStatus } from '@countersign/contract';
import type { PreparedSend } from '@countersign/pdf-sign';
import type { Party } from '../../platform/audit/recorder.ts';
import type { FontBook, PdfPool } from '../../platform/pdf/index.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Authority } from '../authority/index.ts';
import type { DocumentBranding } from '../branding/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import type { Plan } from './plan-send.ts';
import type { FinishedRevision, DocumentRow } from '../document-core/index.ts';
import type { SenderNames } from './sender-store.ts';

export type SendDependencies = {
  uow: UnitOfWork;
  blobs: CheckedBlobs;
  pdf: PdfPool;
  authority: Authority;
  fonts: FontBook;
  documentBranding: DocumentBranding;
  fetcher: Fetcher;
};
/**
 * The sender of a document, independent of a request, because a bulk send may continue after the request that started
 * it.
 */
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
  party: auditActor(context.principal),
  evidence: requestOrigin(context),
  requestId: context.requestId,
});

/** The database may not contain the draft, because a draft created from a template is inserted when it is sent. */
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
  | 'warnings_to_accept'
  | 'own_fields'
  | 'variables'
  | 'environment'
> & { organization_id: string };
export type Recipients = { signers: SendSigner[]; fields: FieldInput[] };
/**
 * Contains either the access code itself, if the request includes it, or the hash of a code that was planned earlier.
 */
export type SendSigner = SignerInput & {
  accessCodeHash?: string | undefined;
  /** The ID of a recipient who is kept when recipients are changed after sending. */
  id?: Id<'signer'> | undefined;
};
/** `seal` is the serial number of the organization's certificate, if it certified the revision. */
export type CertifiedRevision = FinishedRevision & { seal?: string };
/** The result of all the slow work, which is done before anything is locked. */
export type Sending = {
  plan: Plan;
  prepared: PreparedSend;
  codes: readonly (string | null)[];
  revision: CertifiedRevision;
  statuses: readonly SignerStatus[];
  warnings: readonly string[];
  hasPlacedTags: boolean;
  named: SenderNames;
};
