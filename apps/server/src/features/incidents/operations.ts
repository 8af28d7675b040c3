/** Operations of the contract -> use cases. */
import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getIncident, getIncidentNotice, listIncidents, reportIncident, updateIncident } from './incidents.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    reportIncident: async ({ body }, context) => ({ ...success, incident: await reportIncident(uow, context, body) }),
    listIncidents: ({ query }, context) => listIncidents(uow, context, query),
    getIncident: async ({ params }, context) => ({ incident: await getIncident(uow, context, params.incidentId) }),
    updateIncident: async ({ params, body }, context) => ({
      ...success,
      incident: await updateIncident(uow, context, params.incidentId, body),
    }),
    getIncidentNotice: async ({ params }, context) => ({ notice: await getIncidentNotice(uow, context, params) }),
  } satisfies Partial<Handlers>;
}
