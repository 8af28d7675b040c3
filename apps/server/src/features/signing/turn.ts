/** Whose turn begins gets an invitation, exactly like those asked first. */
import type { Id } from '@countersign/contract';
import type { JobRequest } from '../../platform/jobs/queue.ts';
import { sendMailJob } from '../notifications/index.ts';

export function turnJobs(documentId: Id<'document'>, signerIds: readonly string[]): JobRequest[] {
  return signerIds.map((signerId) =>
    sendMailJob.request(
      { mail: 'invitation', documentId, to: signerId as Id<'signer'> },
      { uniqueKey: `invitation ${documentId} ${signerId}` },
    ),
  );
}
