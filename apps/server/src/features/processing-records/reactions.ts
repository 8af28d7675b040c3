import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { announceSubProcessorsJob, type AnnouncePayload } from './announce-job.ts';

export const continuations = {
  listPublished: continuation(
    'A list of sub-processors was published. Organizations are notified in batches',
    starts(announceSubProcessorsJob, (payload: AnnouncePayload) => [{ payload }]),
  ),
};
