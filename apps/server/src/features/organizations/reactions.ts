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
    'An owner asks for the organization to be deleted',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  deletionHeld: continuation(
    'The organization cannot be deleted while a legal hold stands: the next day',
    starts(closeOrganizationJob, ({ runAt, ...payload }: ClosePayload & { runAt: Date }) => [{ payload, runAt }]),
  ),
  handOverStarted: continuation('The documents of a member are handed over', handOverTurn),
  handOverGoesOn: continuation('A turn of a hand-over has ended and there is more', handOverTurn),
  importStarted: continuation('An import of users is started, or undone', importTurn),
  importGoesOn: continuation('A turn of an import of users has ended and there are more rows', importTurn),
};
