import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type EraseDependencies, eraseTrash, eraseUnusedFiles } from './erase-trash.ts';
import { hashAccessCodesHandler } from './hash-codes-job.ts';

export type JobServices = EraseDependencies;

export const jobs = ({ uow }: JobServices): readonly AnyJobHandler[] => [hashAccessCodesHandler({ uow })];

export const erasures: readonly Erasure<JobServices>[] = [
  { name: 'documents', of: 'rows', erase: eraseTrash },
  { name: 'unused_files', of: 'files', erase: eraseUnusedFiles },
];
