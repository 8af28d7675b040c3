import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { suspendKeysJob } from './suspend-keys-job.ts';

export const continuations = {
  secondFactorRequired: continuation(
    'An organization starts to require a second factor, so API keys of people without one will be suspended',
    starts(suspendKeysJob, ({ requiredAt, runAt }: { requiredAt: Date; runAt: Date }) => [
      { payload: { requiredAt: requiredAt.toISOString() }, runAt },
    ]),
  ),
};
