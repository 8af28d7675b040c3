import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { closeOrganizationJob, type ClosePayload } from './close-organization-job.ts';
import { handOverJob, type HandOverPayload } from './hand-over-job.ts';
import { importJob, type ImportPayload } from './import-job.ts';

const startHandOver = starts(handOverJob, (payload: HandOverPayload) => [{ payload }]);
const startImport = starts(importJob, ({ runAt, ...payload }: ImportPayload & { runAt?: Date }) => [
  { payload, runAt, uniqueKey: payload.importId },
]);

export const continuations = {
  deletionScheduled: continuation(
    'An owner requests the deletion of the organization',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  deletionHeld: continuation(
    'A legal hold prevents the deletion of an organization (the job runs again the next day)',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  handOverStarted: continuation("An administrator hands over a member's documents to another member", startHandOver),
  handOverGoesOn: continuation('A batch of a handover is done, and more documents remain', startHandOver),
  importStarted: continuation('An administrator starts or undoes a user import', startImport),
  importGoesOn: continuation('A batch of a user import is done, and more rows remain', startImport),
};
