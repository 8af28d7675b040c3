import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type CodeMailDependencies, sendCodeHandler } from './send-code.ts';

export type JobServices = CodeMailDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [sendCodeHandler(services)];
