import type { Handlers } from '../../platform/invoke/operations.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { addActivity, changeActivity, getActivity, listActivities, listVersions } from './activities.ts';
import { exportRegister } from './export.ts';
import type { OutsideHost } from './outside-services.ts';
import { listSubProcessors, publishSubProcessors } from './sub-processors.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork; pdf: PdfPool; outside: readonly OutsideHost[] };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listProcessingActivities: ({ query }, context) => listActivities(services, context, query),
    addProcessingActivity: async ({ body }, context) => ({
      ...success,
      activity: await addActivity(uow, context, body),
    }),
    getProcessingActivity: async ({ params }, context) => ({
      activity: await getActivity(uow, context, params.activityId),
    }),
    changeProcessingActivity: async ({ params, body }, context) => ({
      ...success,
      activity: await changeActivity(uow, context, params.activityId, body),
    }),
    listProcessingActivityVersions: ({ params, query }, context) =>
      listVersions(uow, context, params.activityId, query),
    exportProcessingRegister: ({ query }, context) => exportRegister(services, context, query.format),
    listSubProcessors: ({ query }, context) => listSubProcessors(services, context, query),
    publishSubProcessors: async ({ body }, context) => ({
      ...success,
      list: await publishSubProcessors(uow, context, body),
    }),
  } satisfies Partial<Handlers>;
}
