import type { Id } from '@countersign/contract';
import type { Reactions } from '../../platform/audit/recorder.ts';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { expireDocumentJob } from './expire-job.ts';

export const reactions = {
  'document.sent': [
    starts(expireDocumentJob, ({ documentId, expiration }) => [
      { payload: { documentId }, runAt: new Date(expiration), uniqueKey: documentId },
    ]),
  ],
} satisfies Reactions;

export const continuations = {
  expiryMoved: continuation(
    'A document was given more time while the job waited for the old minute',
    starts(expireDocumentJob, ({ documentId, expiresAt }: { documentId: Id<'document'>; expiresAt: Date }) => [
      { payload: { documentId }, runAt: expiresAt, uniqueKey: documentId },
    ]),
  ),
};
