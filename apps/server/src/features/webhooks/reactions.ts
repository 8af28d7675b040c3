import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { type DisabledPayload, webhookDisabledJob } from './disabled-job.ts';

export const continuations = {
  disabled: continuation(
    'The server turns off a webhook because its receiver no longer exists or keeps failing (e-mail to the owners)',
    starts(webhookDisabledJob, (payload: DisabledPayload) => [{ payload }], 'webhook-disabled'),
  ),
  postponed: continuation(
    'The hourly limit on webhook e-mails to one address was exceeded, so the e-mail is postponed',
    starts(webhookDisabledJob, ({ payload, runAt }: { payload: DisabledPayload; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
