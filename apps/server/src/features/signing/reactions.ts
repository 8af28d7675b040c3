/** The reactions to signing: sealing the document, inviting the next signers, and e-mails about problems. */
import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { mails } from '../notifications/index.ts';
import { type AnnounceCompletion, announceCompletionJob, type Announced } from './announce-completion-job.ts';
import { renewArchiveJob } from './renewal-job.ts';
import type { FileKind } from './archived-file.ts';
import { sealDocumentJob } from './seal-job.ts';

type Sealed = Omit<AnnounceCompletion, 'announced'> & Announced;

export const continuations = {
  lastSignature: continuation(
    'The last signer has signed',
    starts(sealDocumentJob, ({ documentId }: { documentId: Id<'document'> }) => [
      { payload: { documentId }, uniqueKey: documentId },
    ]),
  ),
  sealed: continuation(
    'A document was sealed',
    starts(announceCompletionJob, ({ documentId, sequence, ...announced }: Sealed) => [
      { payload: { documentId, sequence, announced: JSON.stringify(announced) }, uniqueKey: documentId },
    ]),
  ),
  nextTurn: continuation('A signer has signed (e-mail to the next recipients)', mails('invitation')),
  accessCodeLocked: continuation(
    'A recipient entered too many wrong access codes (e-mail to the sender)',
    mails('access-locked'),
  ),
  stepLocked: continuation(
    'A recipient failed to authenticate too often (e-mail to the sender)',
    mails('access-locked'),
  ),
  stepCode: continuation('A recipient requests an authentication code', mails('signing-code')),
  certificateRevoked: continuation(
    "A signer's certificate was revoked (e-mail to the signer and, if the revocation takes effect at an earlier date, to the sender and the organization's owners)",
    mails('certificate-revoked'),
  ),
  renewalDue: continuation(
    'The `archive renewal` timer finds a file whose archive time-stamp must be renewed',
    starts(renewArchiveJob, ({ documentId, file }: { documentId: Id<'document'>; file: FileKind }) => [
      { payload: { documentId, file }, uniqueKey: `${documentId} ${file}` },
    ]),
  ),
};
