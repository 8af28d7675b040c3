import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type CloseDependencies, closeOrganizationHandler } from './close-organization.ts';
import { handOverHandler } from './hand-over.ts';
import { importHandler } from './run-import.ts';

export type JobServices = CloseDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [
  closeOrganizationHandler(services),
  handOverHandler(services),
  importHandler(services),
];
