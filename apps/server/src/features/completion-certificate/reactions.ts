import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { makeCertificateJob } from './certificate-job.ts';

export const continuations = {
  certificateWanted: continuation(
    'A certificate of completion is requested for the first time',
    starts(makeCertificateJob, ({ documentId }: { documentId: Id<'document'> }) => [
      { payload: { documentId }, uniqueKey: documentId },
    ]),
  ),
};
