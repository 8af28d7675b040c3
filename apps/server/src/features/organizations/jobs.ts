import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type CloseDependencies, closeOrganizationHandler } from './close-organization.ts';

export type JobServices = CloseDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [closeOrganizationHandler(services)];
