import type { Id } from '@countersign/contract';
import type { Reactions } from '../../platform/audit/recorder.ts';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { makeCertificateJob } from './certificate-job.ts';

export const reactions = {
  'document.completed': [
    starts(makeCertificateJob, ({ documentId }) => [{ payload: { documentId }, uniqueKey: documentId }]),
  ],
} satisfies Reactions;

export const continuations = {
  certificateMissing: continuation(
    'Somebody downloads a certificate of completion that is not there yet',
    starts(makeCertificateJob, ({ documentId }: { documentId: Id<'document'> }) => [
      { payload: { documentId }, uniqueKey: documentId },
    ]),
  ),
};
