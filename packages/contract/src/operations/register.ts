/** The register of processing, sub-processors, and consent texts. */
import { z } from 'zod';
import { opaque } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam, pathParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import {
  activityState,
  consentLanguage,
  consentText,
  outsideService,
  processingActivity,
  REGISTER_LIMITS,
  subProcessorList,
} from '../register.ts';
import { timestamp } from '../resources.ts';
import { multiLine, singleLine } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const administers = {
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
} as const;
const written = (max: number) => multiLine(max).refine((text) => text !== '', 'must not be empty');

const register = { ...administers, tag: 'Register of processing', environment: 'live' } as const;
const activities = '/api/legal/processing-activities';
const params = z.object({ activityId: idParam('processingActivity', 'PROCESSING_ACTIVITY_NOT_FOUND') });
const required = written(REGISTER_LIMITS.text);
const optional = multiLine(REGISTER_LIMITS.text).default('');
const content = {
  name: singleLine(200),
  purpose: required,
  legalBasis: required,
  people: required,
  data: required,
  recipients: optional,
  transfers: optional,
  retention: required,
  measures: optional,
};

export const listProcessingActivities = defineOperation({
  ...register,
  id: 'listProcessingActivities',
  method: 'GET',
  path: activities,
  summary:
    'The register of processing (GDPR article 30): what Countersign does for the organization, as it is set up now, then the entries of your own',
  query: z.strictObject({
    state: activityState.default('active'),
    pageSize: numberParameter(1, 100).default(50),
    cursor: idSchema('processingActivity').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        activities: z.array(processingActivity),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('processingActivity').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const addProcessingActivity = defineOperation({
  ...register,
  id: 'addProcessingActivity',
  method: 'POST',
  path: activities,
  summary: 'Add an entry to the register of processing',
  body: json(z.strictObject(content)),
  success: { status: 201, body: json(success.extend({ activity: processingActivity })) },
  errors: [],
});

export const getProcessingActivity = defineOperation({
  ...register,
  id: 'getProcessingActivity',
  hidden: true,
  method: 'GET',
  path: `${activities}/:activityId`,
  summary: 'Retrieve an entry of the register of processing, in its newest version',
  params,
  success: { status: 200, body: json(z.object({ activity: processingActivity })) },
  errors: ['PROCESSING_ACTIVITY_NOT_FOUND'],
});

export const changeProcessingActivity = defineOperation({
  ...register,
  id: 'changeProcessingActivity',
  method: 'PUT',
  path: `${activities}/:activityId`,
  summary: 'Change or retire an entry of the register: a new version; older ones stay readable',
  params,
  body: json(
    z.strictObject({
      ...content,
      state: activityState.default('active'),
      version: z.int().min(1).meta({ description: 'the version that you saw' }),
    }),
  ),
  success: { status: 200, body: json(success.extend({ activity: processingActivity })) },
  errors: ['PROCESSING_ACTIVITY_NOT_FOUND', 'REGISTER_CHANGED'],
});

export const listProcessingActivityVersions = defineOperation({
  ...register,
  id: 'listProcessingActivityVersions',
  hidden: true,
  method: 'GET',
  path: `${activities}/:activityId/versions`,
  summary: 'Every version of an entry, newest first: who changed it, when, and what it said',
  params,
  query: z.strictObject({
    pageSize: numberParameter(1, 100).default(20),
    cursor: numberParameter(1, 999_999_999).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        versions: z.array(processingActivity),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
      }),
    ),
  },
  errors: ['PROCESSING_ACTIVITY_NOT_FOUND'],
});

export const exportProcessingRegister = defineOperation({
  ...register,
  id: 'exportProcessingRegister',
  method: 'GET',
  path: '/api/legal/processing-register',
  work: 'bulk',
  summary: 'The register of processing with the sub-processors as a file, as an authority may ask for it',
  query: z.strictObject({ format: z.enum(['pdf', 'csv', 'json']).default('pdf') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/pdf' } },
  errors: [],
});

const subProcessors = { tag: 'Sub-processors', path: '/api/legal/sub-processors', environment: 'live' } as const;

export const listSubProcessors = defineOperation({
  ...administers,
  ...subProcessors,
  id: 'listSubProcessors',
  method: 'GET',
  summary:
    'Sub-processors of this installation: the list in force and every other version, newest first, and whom its settings send data to',
  query: z.strictObject({
    pageSize: numberParameter(1, 100).default(20),
    cursor: numberParameter(1, 999_999_999).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        in_force: z.int().nullable().meta({ description: 'version of the list in force; null while there is none' }),
        lists: z.array(subProcessorList),
        in_use: z.array(outsideService),
        may_publish: z.boolean().meta({ description: 'whether you may publish: an administrator of the operator' }),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
      }),
    ),
  },
  errors: [],
});

export const publishSubProcessors = defineOperation({
  ...subProcessors,
  credentials: ['session'],
  role: 'admin',
  rate: 'credential',
  id: 'publishSubProcessors',
  method: 'POST',
  summary:
    "Publish a list of sub-processors; administrators of every organization are told. For admins of the operator's organization",
  body: json(
    z.strictObject({
      subProcessors: z
        .array(
          z.strictObject({
            name: singleLine(200),
            service: singleLine(500),
            data: singleLine(500),
            location: singleLine(500),
          }),
        )
        .max(REGISTER_LIMITS.subProcessors),
      effectiveAt: timestamp
        .refine((value) => !value.startsWith('0000'), 'must be a year from 0001 on')
        .optional()
        .meta({ description: 'not in the past; in 30 days unless given, the first list at once' }),
      version: z.int().min(0).meta({ description: 'the newest version that you saw; 0 while there is none' }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ list: subProcessorList })) },
  errors: ['REGISTER_CHANGED', 'FORBIDDEN'],
});

const consents = { ...administers, tag: 'Consent texts' } as const;
const consentPath = '/api/legal/consent-texts';
const hash = z.object({
  hash: pathParam(
    opaque(z.string()).regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
    'CONSENT_TEXT_NOT_FOUND',
  ),
});

export const listConsentTexts = defineOperation({
  ...consents,
  id: 'listConsentTexts',
  method: 'GET',
  path: consentPath,
  summary: 'What signers agree to: your own versions, newest first, then the texts of Countersign',
  query: z.strictObject({
    language: consentLanguage.optional(),
    state: z.enum(['in-force', 'past']).optional(),
    pageSize: numberParameter(1, 100).default(50),
    cursor: numberParameter(0, 999_999_999).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        texts: z.array(consentText),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
      }),
    ),
  },
  errors: [],
});

export const getConsentText = defineOperation({
  ...consents,
  id: 'getConsentText',
  method: 'GET',
  path: `${consentPath}/:hash`,
  summary: 'The text of a hash, as it stands in the audit trail of a signature',
  params: hash,
  success: { status: 200, body: json(z.object({ text: consentText })) },
  errors: ['CONSENT_TEXT_NOT_FOUND'],
});

export const addConsentText = defineOperation({
  ...consents,
  id: 'addConsentText',
  method: 'POST',
  path: consentPath,
  summary:
    'Add a text of your own for a language. Signers of documents that are sent from now on agree to it; those sent before keep theirs',
  body: json(z.strictObject({ language: consentLanguage, text: written(REGISTER_LIMITS.consent) })),
  success: { status: 201, body: json(success.extend({ text: consentText })) },
  errors: [],
});

export const withdrawConsentText = defineOperation({
  ...consents,
  id: 'withdrawConsentText',
  method: 'DELETE',
  path: `${consentPath}/:hash`,
  summary:
    'Withdraw a text of your own that is in force: documents that are sent from now on show the text of Countersign',
  params: hash,
  success: { status: 200, body: json(success.extend({ text: consentText })) },
  errors: ['CONSENT_TEXT_NOT_FOUND'],
});
