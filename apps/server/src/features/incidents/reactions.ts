import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { incidentMailJob, type IncidentMailPayload, remindIncidentJob } from './incident-jobs.ts';

export const continuations = {
  incidentDue: continuation(
    'An incident was reported or changed, or was reminded of: at the next of the hours that count',
    starts(remindIncidentJob, ({ incidentId, runAt }: { incidentId: Id<'incident'>; runAt: Date }) => [
      { payload: { incidentId }, runAt, uniqueKey: incidentId },
    ]),
  ),
  incidentMailed: continuation(
    'An administrator sends a mail to the people whom an incident concerns: one for each',
    starts(incidentMailJob, ({ people }: { people: readonly IncidentMailPayload[] }) =>
      people.map((payload) => ({ payload })),
    ),
  ),
  incidentMailPostponed: continuation(
    'More mails were sent to an address than an hour allows',
    starts(incidentMailJob, ({ payload, runAt }: { payload: IncidentMailPayload; runAt: Date }) => [
      { payload: { ...payload, isPlaced: true }, runAt },
    ]),
  ),
};
