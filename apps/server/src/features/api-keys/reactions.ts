import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { suspendKeysJob } from './suspend-keys-job.ts';

export const continuations = {
  secondFactorRequired: continuation(
    'The second factor becomes required, and API keys of people without a second factor will be suspended',
    starts(suspendKeysJob, ({ requiredAt, runAt }: { requiredAt: Date; runAt: Date }) => [
      { payload: { requiredAt: requiredAt.toISOString() }, runAt },
    ]),
  ),
};
