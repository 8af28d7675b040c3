import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { publicLinkCodeJob } from './code-job.ts';

export const continuations = {
  codeRequested: continuation(
    'A visitor to a public link requests a code',
    starts(
      publicLinkCodeJob,
      ({ requestId }: { requestId: Id<'publicLinkRequest'> }) => [{ payload: { requestId }, uniqueKey: requestId }],
      'public-link-code',
    ),
  ),
};
