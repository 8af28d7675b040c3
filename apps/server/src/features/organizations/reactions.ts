import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { closeOrganizationJob, type ClosePayload } from './close-organization-job.ts';

export const continuations = {
  deletionScheduled: continuation(
    'An owner asks for the organization to be deleted',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  deletionHeld: continuation(
    'The organization cannot be deleted while a legal hold stands: the next day',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
};
