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
  summary: 'List processing activities',
  description:
    'Returns the records of processing activities (GDPR article 30): first the processing by Countersign under the current settings of the organization, then your own entries.',
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
  summary: 'Create a processing activity',
  description: 'Adds an entry to the records of processing activities (GDPR article 30).',
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
  summary: 'Retrieve a processing activity',
  description: 'Returns the latest version of an entry in the records of processing activities.',
  params,
  success: { status: 200, body: json(z.object({ activity: processingActivity })) },
  errors: ['PROCESSING_ACTIVITY_NOT_FOUND'],
});

export const changeProcessingActivity = defineOperation({
  ...register,
  id: 'changeProcessingActivity',
  method: 'PUT',
  path: `${activities}/:activityId`,
  summary: 'Update a processing activity',
  description:
    'Changes or retires an entry in the records of processing activities. Each change creates a new version, and older versions are kept.',
  params,
  body: json(
    z.strictObject({
      ...content,
      state: activityState.default('active'),
      version: z.int().min(1).meta({ description: 'The version that this change is based on.' }),
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
  summary: 'List processing activity versions',
  description: 'Returns all versions, newest first, with their author, time and text.',
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
  summary: 'Export the records of processing activities',
  description:
    'Returns the records of processing activities and the list of sub-processors as a file that you can give to an authority.',
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
  summary: 'List sub-processors',
  description:
    'Returns the current list of sub-processors, all earlier and later versions of the list (newest first), and the services that receive data under the current settings.',
  query: z.strictObject({
    pageSize: numberParameter(1, 100).default(20),
    cursor: numberParameter(1, 999_999_999).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        in_force: z
          .int()
          .nullable()
          .meta({ description: 'Version of the list in force. Null if no list is in force.' }),
        lists: z.array(subProcessorList),
        in_use: z.array(outsideService),
        may_publish: z.boolean().meta({
          description:
            "True if you can publish lists, because you are an administrator of the operator's organization.",
        }),
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
  summary: 'Publish a list of sub-processors',
  description:
    "Publishes a new version of the list and notifies the administrators of every organization by e-mail. Requires an admin of the operator's organization.",
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
        .refine((value) => !value.startsWith('0000'), 'must be in the year 0001 or later')
        .optional()
        .meta({
          description:
            'When the list takes effect. The time cannot be in the past. Default: in 30 days, or immediately for the first list.',
        }),
      version: z
        .int()
        .min(0)
        .meta({ description: 'The latest version that you have seen. 0 if there is no list yet.' }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ list: subProcessorList })) },
  errors: ['REGISTER_CHANGED', 'FORBIDDEN'],
});

const consents = { ...administers, tag: 'Consent texts' } as const;
const consentPath = '/api/legal/consent-texts';
const hash = z.object({
  hash: pathParam(
    opaque(z.string()).regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in hexadecimal'),
    'CONSENT_TEXT_NOT_FOUND',
  ),
});

export const listConsentTexts = defineOperation({
  ...consents,
  id: 'listConsentTexts',
  method: 'GET',
  path: consentPath,
  summary: 'List consent texts',
  description: 'Returns your own versions, newest first, then the built-in texts.',
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
  summary: 'Retrieve a consent text',
  description: 'Returns the consent text with this hash. The audit trail of a signature contains the hash.',
  params: hash,
  success: { status: 200, body: json(z.object({ text: consentText })) },
  errors: ['CONSENT_TEXT_NOT_FOUND'],
});

export const addConsentText = defineOperation({
  ...consents,
  id: 'addConsentText',
  method: 'POST',
  path: consentPath,
  summary: 'Add a consent text',
  description:
    'Adds your own text for a language. It applies to documents sent from now on. Documents that were already sent keep their text.',
  body: json(z.strictObject({ language: consentLanguage, text: written(REGISTER_LIMITS.consent) })),
  success: { status: 201, body: json(success.extend({ text: consentText })) },
  errors: [],
});

export const withdrawConsentText = defineOperation({
  ...consents,
  id: 'withdrawConsentText',
  method: 'DELETE',
  path: `${consentPath}/:hash`,
  summary: 'Withdraw a consent text',
  description: 'Withdraws your own text. Documents that are sent from now on show the built-in text.',
  params: hash,
  success: { status: 200, body: json(success.extend({ text: consentText })) },
  errors: ['CONSENT_TEXT_NOT_FOUND'],
});
