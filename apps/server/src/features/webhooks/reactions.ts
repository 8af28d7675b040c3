import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { type DisabledPayload, webhookDisabledJob } from './disabled-job.ts';

export const continuations = {
  disabled: continuation(
    'A webhook is turned off because its receiver is gone or keeps failing; the e-mail goes to the owners',
    starts(webhookDisabledJob, (payload: DisabledPayload) => [{ payload }], 'webhook-disabled'),
  ),
  postponed: continuation(
    'The hourly limit on webhook e-mails to an address was exceeded',
    starts(webhookDisabledJob, ({ payload, runAt }: { payload: DisabledPayload; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
