import type { Id } from '@countersign/contract';
import { continuation } from '../../platform/jobs/continuation.ts';
import { starts } from '../../platform/jobs/starts.ts';
import { buildExportJob } from './export-job.ts';

const nextPart = starts(buildExportJob, ({ exportId }: { exportId: Id<'export'> }) => [
  { payload: { exportId }, uniqueKey: exportId },
]);

export const continuations = {
  exportRequested: continuation('A person requests a data export', nextPart),
  exportGoesOn: continuation('A part of a data export was written, and more parts remain', nextPart),
};
