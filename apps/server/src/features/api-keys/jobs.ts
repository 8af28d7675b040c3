import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { suspendKeysHandler } from './suspension.ts';

export type JobServices = { uow: UnitOfWork };

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [suspendKeysHandler(services)];
