import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { sendScheduledHandler, type ScheduledServices } from './send-scheduled.ts';

export const jobs = (services: ScheduledServices): readonly AnyJobHandler[] => [sendScheduledHandler(services)];
