import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { incidentMailHandler, type MailDependencies } from './send-mails.ts';
import { remindHandler } from './remind.ts';

export type JobServices = MailDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [
  incidentMailHandler(services),
  remindHandler(services),
];
