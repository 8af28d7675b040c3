import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { bulkSendJob } from './bulk-job.ts';

const nextTurn = starts(bulkSendJob, ({ runAt }: { runAt?: Date }) => [{ payload: {}, runAt, uniqueKey: 'bulk' }]);

export const continuations = {
  bulkStarted: continuation('A sender starts a bulk send', nextTurn),
  bulkRetried: continuation('A sender retries the failed rows of a bulk send', nextTurn),
  bulkGoesOn: continuation('A batch of a bulk send is done, and more rows remain', nextTurn),
};
