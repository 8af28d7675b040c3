import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type BuildDependencies, buildExportHandler } from './build-export.ts';
import { type EraseDependencies, eraseExports } from './erase-exports.ts';

export type JobServices = BuildDependencies & EraseDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [buildExportHandler(services)];

export const erasures: readonly Erasure<JobServices>[] = [{ name: 'exports', of: 'rows', erase: eraseExports }];
