import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { incidentMailJob, type IncidentMailPayload, remindIncidentJob } from './incident-jobs.ts';

export const continuations = {
  incidentDue: continuation(
    'An incident was reported or changed, or a reminder about it was sent (the job runs at the time of the next reminder)',
    starts(remindIncidentJob, ({ incidentId, runAt }: { incidentId: Id<'incident'>; runAt: Date }) => [
      { payload: { incidentId }, runAt, uniqueKey: incidentId },
    ]),
  ),
  incidentMailed: continuation(
    'An administrator sends an e-mail to the people affected by an incident (one job for each person)',
    starts(incidentMailJob, ({ people }: { people: readonly IncidentMailPayload[] }) =>
      people.map((payload) => ({ payload })),
    ),
  ),
  incidentMailPostponed: continuation(
    'The hourly limit on e-mails to one address was exceeded, so the e-mail is postponed',
    starts(incidentMailJob, ({ payload, runAt }: { payload: IncidentMailPayload; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
