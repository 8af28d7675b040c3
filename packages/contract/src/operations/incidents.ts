/** Reporting security incidents, and the follow-up (GDPR articles 33 and 34). */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import {
  incident,
  incidentMailing,
  incidentMailPreview,
  incidentNotice,
  incidentSeverity,
  incidentStatus,
  noticeKind,
} from '../incidents.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam, pathParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import { timestamp } from '../resources.ts';
import { emailAddress, multiLine, singleLine } from '../values.ts';

const common = {
  tag: 'Security incidents',
  credentials: ['session', 'api-key'],
  scope: 'admin',
  environment: 'live',
  rate: 'credential',
} as const;
const path = '/api/security/incidents';
const one = `${path}/:incidentId`;
const params = z.object({ incidentId: idParam('incident', 'INCIDENT_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const written = multiLine(5000).refine((text) => text !== '', 'must not be empty');
const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be in the year 0001 or later');
const facts = {
  affectedData: multiLine(2000).meta({ description: 'Kinds of data and approximate number of records.' }),
  affectedPeople: z.int().min(0).max(1_000_000_000).meta({ description: 'Approximate number of people.' }),
};

export const reportIncident = defineOperation({
  ...common,
  id: 'reportIncident',
  method: 'POST',
  path,
  summary: 'Report a security incident',
  description: 'Records the incident and starts the 72-hour period for the notice to the authority.',
  body: json(
    z.strictObject({
      title: singleLine(200),
      description: written,
      severity: incidentSeverity,
      affectedData: facts.affectedData.optional(),
      affectedPeople: facts.affectedPeople.optional(),
      awareAt: moment.optional().meta({ description: 'When the incident became known. Default: now.' }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ incident })) },
  errors: [],
});

export const listIncidents = defineOperation({
  ...common,
  role: 'admin',
  id: 'listIncidents',
  method: 'GET',
  path,
  summary: 'List security incidents',
  description: 'Returns the incidents of the organization, newest first.',
  query: z.strictObject({
    status: incidentStatus.optional(),
    pageSize: numberParameter(1, 100).default(20),
    cursor: idSchema('incident').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        incidents: z.array(incident),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('incident').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const getIncident = defineOperation({
  ...common,
  role: 'admin',
  id: 'getIncident',
  method: 'GET',
  path: one,
  summary: 'Retrieve a security incident',
  description: 'Returns the incident with its timeline.',
  params,
  success: { status: 200, body: json(z.object({ incident })) },
  errors: ['INCIDENT_NOT_FOUND'],
});

export const updateIncident = defineOperation({
  ...common,
  role: 'admin',
  id: 'updateIncident',
  method: 'PATCH',
  path: one,
  summary: 'Update a security incident',
  description: 'Changes the incident or adds a note. The timeline records each change.',
  params,
  body: json(
    z
      .strictObject({
        title: singleLine(200).optional(),
        description: written.optional(),
        severity: incidentSeverity.optional(),
        status: incidentStatus.optional(),
        affectedData: facts.affectedData.nullable().optional(),
        affectedPeople: facts.affectedPeople.nullable().optional(),
        authorityNotifiedAt: moment.optional().meta({ description: 'When the authority was notified.' }),
        peopleNotifiedAt: moment.optional().meta({ description: 'When the people affected were notified.' }),
        note: written.optional(),
      })
      .refine((changes) => Object.keys(changes).length > 0, {
        path: ['body'],
        message: 'must contain at least one change',
      }),
  ),
  success: { status: 200, body: json(success.extend({ incident })) },
  errors: ['INCIDENT_NOT_FOUND'],
});

export const getIncidentNotice = defineOperation({
  ...common,
  role: 'admin',
  id: 'getIncidentNotice',
  method: 'GET',
  path: `${one}/notices/:kind`,
  summary: 'Retrieve a draft incident notice',
  description:
    'Returns a draft of the notice to the authority (GDPR article 33) or to the people affected (GDPR article 34).',
  params: params.extend({ kind: pathParam(noticeKind, 'NOT_FOUND') }),
  success: { status: 200, body: json(z.object({ notice: incidentNotice })) },
  errors: ['INCIDENT_NOT_FOUND', 'NOT_FOUND'],
});

const mails = `${one}/mails`;
const mail = z.strictObject({
  subject: singleLine(150).refine((text) => text !== '', 'must not be empty'),
  text: multiLine(10_000)
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => !/\[[^\]\n]{3,}\]/.test(text), 'must not contain text in brackets. Fill it in, or remove it'),
  recipients: z.array(emailAddress).min(1).max(1000).meta({ description: 'Addresses of the people affected.' }),
});

export const previewIncidentMail = defineOperation({
  ...common,
  role: 'admin',
  id: 'previewIncidentMail',
  method: 'POST',
  path: `${mails}/preview`,
  idempotency: 'none',
  summary: 'Preview an e-mail about an incident',
  description: 'Returns the e-mail as the people affected would receive it. Nothing is sent.',
  params,
  body: json(mail),
  success: { status: 200, body: json(z.object({ preview: incidentMailPreview })) },
  errors: ['INCIDENT_NOT_FOUND'],
});

export const sendIncidentMail = defineOperation({
  ...common,
  role: 'admin',
  id: 'sendIncidentMail',
  method: 'POST',
  path: mails,
  summary: 'Send an e-mail about an incident',
  description: 'Sends one e-mail to each person affected.',
  params,
  body: json(mail),
  success: { status: 202, body: json(success.extend({ mailing: incidentMailing })) },
  errors: ['INCIDENT_NOT_FOUND'],
});

export const listIncidentMails = defineOperation({
  ...common,
  role: 'admin',
  id: 'listIncidentMails',
  method: 'GET',
  path: mails,
  summary: 'List e-mails about an incident',
  description:
    'Lists the mailings to the people affected. For each mailing, returns how many e-mails were sent and how many failed.',
  params,
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ mailings: z.array(incidentMailing), pagination })) },
  errors: ['INCIDENT_NOT_FOUND'],
});

export const getIncidentReport = defineOperation({
  ...common,
  role: 'admin',
  id: 'getIncidentReport',
  method: 'GET',
  path: `${one}/report`,
  work: 'bulk',
  summary: 'Download an incident report',
  description: 'Returns a PDF with the details, the timeline, the notices and the e-mails about the incident.',
  params,
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: ['INCIDENT_NOT_FOUND'],
});
