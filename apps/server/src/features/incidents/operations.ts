import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { PdfPool } from '../../platform/pdf/index.ts';
import { getIncidentReport } from './report.ts';
import { listIncidentMails, previewIncidentMail, sendIncidentMail } from './send-mails.ts';
import { getIncident, getIncidentNotice, listIncidents, reportIncident, updateIncident } from './incidents.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork; pdf: PdfPool };

export function operations({ uow, pdf }: Services) {
  return {
    reportIncident: async ({ body }, context) => ({ ...success, incident: await reportIncident(uow, context, body) }),
    listIncidents: ({ query }, context) => listIncidents(uow, context, query),
    getIncident: async ({ params }, context) => ({ incident: await getIncident(uow, context, params.incidentId) }),
    updateIncident: async ({ params, body }, context) => ({
      ...success,
      incident: await updateIncident(uow, context, params.incidentId, body),
    }),
    previewIncidentMail: async ({ params, body }, context) => ({
      preview: await previewIncidentMail(uow, context, params.incidentId, body),
    }),
    sendIncidentMail: async ({ params, body }, context) => ({
      ...success,
      mailing: await sendIncidentMail(uow, context, params.incidentId, body),
    }),
    listIncidentMails: async ({ params, query }, context) =>
      inPages('mailings', await listIncidentMails(uow, context, params.incidentId), query, (mailing) =>
        String(mailing.number),
      ),
    getIncidentReport: ({ params }, context) => getIncidentReport({ uow, pdf }, context, params.incidentId),
    getIncidentNotice: async ({ params }, context) => ({ notice: await getIncidentNotice(uow, context, params) }),
  } satisfies Partial<Handlers>;
}
