import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { closeOrganizationJob, type ClosePayload } from './close-organization-job.ts';
import { handOverJob, type HandOverPayload } from './hand-over-job.ts';
import { importJob, type ImportPayload } from './import-job.ts';

const handOverTurn = starts(handOverJob, (payload: HandOverPayload) => [{ payload }]);
const importTurn = starts(importJob, ({ runAt, ...payload }: ImportPayload & { runAt?: Date }) => [
  { payload, runAt, uniqueKey: payload.importId },
]);

export const continuations = {
  deletionScheduled: continuation(
    'An owner requests deletion of the organization',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  deletionHeld: continuation(
    'The organization cannot be deleted because of a legal hold. The job runs again the next day',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  handOverStarted: continuation("The handover of a member's documents has started", handOverTurn),
  handOverGoesOn: continuation('A batch of a handover has ended and more documents remain', handOverTurn),
  importStarted: continuation('A user import was started or undone', importTurn),
  importGoesOn: continuation('A batch of a user import has ended and more rows remain', importTurn),
};
