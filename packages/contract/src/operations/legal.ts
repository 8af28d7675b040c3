/** Legal holds, which prevent deletion of data, and retention periods, after which data is deleted. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { strict } from '../field-class.ts';
import { password } from '../account-resources.ts';
import {
  accountDeletion,
  dueDocument,
  holdKind,
  legalHold,
  RETENTION_DAYS,
  retentionRules,
  wouldGo,
} from '../legal.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import { documentTag } from '../resources.ts';
import { multiLine, singleLine } from '../values.ts';

const administers = {
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
} as const;
const holds = { ...administers, tag: 'Legal holds' } as const;
const success = z.object({ success: z.literal(true) });
const reason = multiLine(2000)
  .refine((text) => text !== '', 'must not be empty')
  .meta({ description: 'Reason for the hold, such as the legal case or the authority that requested it.' });

export const listLegalHolds = defineOperation({
  ...holds,
  id: 'listLegalHolds',
  method: 'GET',
  path: '/api/legal/holds',
  summary: 'List legal holds',
  description: 'Returns the legal holds of this environment, newest first.',
  query: z.strictObject({
    state: z.enum(['standing', 'released']).optional(),
    pageSize: numberParameter(1, 100).default(20),
    cursor: idSchema('legalHold').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        holds: z.array(legalHold),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('legalHold').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const placeLegalHold = defineOperation({
  ...holds,
  id: 'placeLegalHold',
  method: 'POST',
  path: '/api/legal/holds',
  summary: 'Place a legal hold',
  description:
    'Protects a document, all documents of a person, or all documents with a tag from deletion until the hold is released. If the same hold already exists, the response contains the existing one.',
  body: json(
    z.strictObject({
      kind: holdKind,
      target: singleLine(254).meta({ description: 'ID of the document, e-mail address of the person, or the tag.' }),
      reason,
    }),
  ),
  success: { status: 201, body: json(success.extend({ hold: legalHold })) },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const getLegalHold = defineOperation({
  ...holds,
  id: 'getLegalHold',
  hidden: true,
  method: 'GET',
  path: '/api/legal/holds/:holdId',
  summary: 'Retrieve a legal hold',
  description: 'Returns a legal hold with its target, its reason and the person who placed it.',
  params: z.object({ holdId: idParam('legalHold', 'LEGAL_HOLD_NOT_FOUND') }),
  success: { status: 200, body: json(z.object({ hold: legalHold })) },
  errors: ['LEGAL_HOLD_NOT_FOUND'],
});

export const releaseLegalHold = defineOperation({
  ...holds,
  id: 'releaseLegalHold',
  method: 'DELETE',
  path: '/api/legal/holds/:holdId',
  summary: 'Release a legal hold',
  description: 'Releases the hold. The next retention run then deletes the data whose retention period has ended.',
  params: z.object({ holdId: idParam('legalHold', 'LEGAL_HOLD_NOT_FOUND') }),
  body: json(z.strictObject({ reason })),
  success: { status: 200, body: json(success.extend({ hold: legalHold })) },
  errors: ['LEGAL_HOLD_NOT_FOUND'],
});

const retention = { ...administers, tag: 'Retention' } as const;

export const getRetentionRules = defineOperation({
  ...retention,
  id: 'getRetentionRules',
  method: 'GET',
  path: '/api/legal/retention',
  summary: 'Retrieve the retention rules',
  description: 'Returns the retention period of the organization and the rules for templates and tags.',
  success: { status: 200, body: json(z.object({ retention: retentionRules })) },
  errors: [],
});

export const setRetentionRules = defineOperation({
  ...retention,
  id: 'setRetentionRules',
  method: 'PUT',
  path: '/api/legal/retention',
  summary: 'Replace the retention rules',
  description:
    'Replaces all rules. A rule for a template overrides the retention period of the organization. A rule for a tag can only extend it.',
  body: json(
    z.strictObject({
      rules: z
        .array(
          z.strictObject({
            kind: z.enum(['template', 'tag']),
            target: documentTag.meta({ description: 'ID of the template, or the tag.' }),
            days: z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max),
          }),
        )
        .max(RETENTION_DAYS.rules),
    }),
  ),
  success: { status: 200, body: json(success.extend({ retention: retentionRules })) },
  errors: [],
});

export const listRetentionDue = defineOperation({
  ...retention,
  id: 'listRetentionDue',
  method: 'GET',
  path: '/api/legal/retention/due',
  summary: 'List documents due for deletion',
  description:
    'Returns documents whose retention period has ended or ends within 30 days, earliest first. The server announces a deletion at least 30 days before it happens.',
  work: 'list',
  query: z.strictObject({
    pageSize: numberParameter(1, 500).default(50),
    cursor: strict(z.string()).max(80).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        documents: z.array(dueDocument),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
      }),
    ),
  },
  errors: [],
});

export const dryRunRetention = defineOperation({
  ...retention,
  id: 'dryRunRetention',
  method: 'GET',
  path: '/api/legal/retention/dry-run',
  summary: 'Preview a retention run',
  description: 'Lists the data that a retention run would delete now. Nothing is deleted.',
  work: 'list',
  query: z.strictObject({
    pageSize: numberParameter(1, 500).default(100),
    cursor: z.union([idSchema('document'), idSchema('template')]).optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        items: z.array(wouldGo),
        pagination: z.object({
          hasMore: z.boolean(),
          nextCursor: z.union([idSchema('document'), idSchema('template')]).nullable(),
        }),
      }),
    ),
  },
  errors: [],
});

/** Only the person can request this, not an API key or an administrator. */
const own = {
  tag: 'Account deletion',
  credentials: ['session'],
  withoutSecondFactor: true,
  rate: 'credential',
  environment: 'live',
  path: '/api/legal/delete-account',
} as const;

export const deleteAccount = defineOperation({
  ...own,
  id: 'deleteAccount',
  method: 'POST',
  summary: 'Delete your account',
  description:
    'Schedules the deletion of your account in 30 days, or after the period that one of your organizations has set. Requires the password and, if you have a second factor, a recent step-up. Until then, everything works and you can cancel the deletion. Signed documents and their evidence stay with their organizations.',
  body: json(z.strictObject({ password })),
  success: { status: 202, body: json(success.extend({ deletion: accountDeletion })) },
  errors: [
    'WRONG_PASSWORD',
    'STEP_UP_REQUIRED',
    'TOO_MANY_ATTEMPTS',
    'FORBIDDEN',
    'ACCOUNT_DELETION_SCHEDULED',
    'HAND_OVER_FIRST',
  ],
});

export const getAccountDeletion = defineOperation({
  ...own,
  id: 'getAccountDeletion',
  method: 'GET',
  summary: 'Retrieve the scheduled account deletion',
  description: 'Returns the scheduled deletion of your account, or null if there is none.',
  success: { status: 200, body: json(z.object({ deletion: accountDeletion.nullable() })) },
  errors: [],
});

export const cancelAccountDeletion = defineOperation({
  ...own,
  id: 'cancelAccountDeletion',
  method: 'DELETE',
  summary: 'Cancel account deletion',
  description: 'Stops the scheduled deletion of your account.',
  success: { status: 200, body: json(success) },
  errors: ['NO_ACCOUNT_DELETION'],
});
