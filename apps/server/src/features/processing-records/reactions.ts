import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { announceSubProcessorsJob, type AnnouncePayload } from './announce-job.ts';

export const continuations = {
  listPublished: continuation(
    'A new list of sub-processors was published (each job notifies some of the organizations)',
    starts(announceSubProcessorsJob, (payload: AnnouncePayload) => [{ payload }]),
  ),
};
