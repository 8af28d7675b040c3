import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import type { Timer } from '../../platform/jobs/timers.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { expireDocumentHandler } from './expire-document.ts';
import { sendRemindersHandler } from './reminders.ts';
import { type Watch, watchCompletion } from './watch-completion.ts';

export type JobServices = { uow: UnitOfWork } & Watch;

export const jobs = ({ uow }: JobServices): readonly AnyJobHandler[] => [
  expireDocumentHandler(uow),
  sendRemindersHandler(uow),
];

export const timers: readonly Timer<JobServices>[] = [
  { name: 'completion watch', everyMs: 60_000, needsTrustedTime: true, run: watchCompletion },
];
