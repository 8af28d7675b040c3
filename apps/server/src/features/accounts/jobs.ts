import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { accountMailHandler, type AccountMailDependencies } from './send-account-mail.ts';

export type JobServices = AccountMailDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [accountMailHandler(services)];
