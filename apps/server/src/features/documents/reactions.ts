import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { sendScheduledJob } from './send-scheduled-job.ts';

type At = { documentId: Id<'document'>; scheduleId: string; runAt: Date };

export const continuations = {
  scheduled: continuation(
    'A draft is scheduled to be sent, or its send time changes',
    starts(sendScheduledJob, ({ documentId, scheduleId, runAt }: At) => [
      { payload: { documentId, scheduleId }, runAt, uniqueKey: scheduleId },
    ]),
  ),
};
