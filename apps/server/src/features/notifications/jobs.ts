import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type MailDependencies, sendMailHandler } from './send-mail.ts';

export type JobServices = MailDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [sendMailHandler(services)];
