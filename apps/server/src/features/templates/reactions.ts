import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { bulkSendJob } from './bulk-job.ts';

const nextTurn = starts(bulkSendJob, ({ runAt }: { runAt?: Date }) => [{ payload: {}, runAt, uniqueKey: 'bulk' }]);

export const continuations = {
  bulkStarted: continuation('A bulk send is started', nextTurn),
  bulkRetried: continuation('The failed rows of a bulk send are sent again', nextTurn),
  bulkGoesOn: continuation('A batch of a bulk send has ended and more rows remain', nextTurn),
};
