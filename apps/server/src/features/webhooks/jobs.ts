import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import type { DeliveryDependencies } from '../notifications/index.ts';
import { webhookDisabledHandler } from './disable.ts';

export type JobServices = DeliveryDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [webhookDisabledHandler(services)];
