import type { Database } from '../../platform/db/database.ts';
import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { eraseTemplates } from './erase-templates.ts';
import { type Dependencies, sendRowsHandler } from './send-rows.ts';

export type JobServices = Dependencies & { database: Database };

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [sendRowsHandler(services)];

export const erasures: readonly Erasure<JobServices>[] = [{ name: 'templates', of: 'rows', erase: eraseTemplates }];
