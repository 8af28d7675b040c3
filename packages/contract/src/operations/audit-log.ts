/** The audit log of an organization: every action, with or without a document. */
import { z } from 'zod';
import { nextPage, replacedBy } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { numberParameter } from '../query-params.ts';
import { trailFinding } from '../verification-resources.ts';
import { auditEntry, singleLine, timestamp } from '../resources.ts';
import { strict } from '../field-class.ts';

const common = {
  tag: 'Audit log',
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
} as const;

const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be a year from 0001 on').optional();
const filter = {
  actor: singleLine(128)
    .optional()
    .meta({ description: 'Id of the actor: a user, an API key, a recipient, or `system`.' }),
  action: strict(z.string())
    .regex(
      /^[a-z][a-z0-9-]{0,40}(?:\.[a-z0-9-]{1,40})?$/,
      'must be an action such as document.signed, or a family such as document',
    )
    .optional(),
  target: singleLine(128)
    .optional()
    .meta({ description: 'Id of the object. For a document: all entries that concern it.' }),
  from: moment.meta({ description: 'At this time or later.' }),
  to: moment.meta({ description: 'Before this time.' }),
};
const entry = auditEntry.extend({
  actor_name: z.string().nullable().meta({ description: 'Current name of the actor, if known.' }),
  target_name: z.string().nullable().meta({ description: 'Current title or name of the object.' }),
});

export const listAuditLog = defineOperation({
  ...common,
  id: 'listAuditLog',
  method: 'GET',
  path: '/api/audit',
  summary: 'List audit log entries',
  description: 'Returns the audit log of the whole organization, newest entry first.',
  query: z.strictObject({
    ...filter,
    pageSize: numberParameter(1, 200).default(50),
    cursor: singleLine(400).optional().meta({ description: '`nextCursor` of the previous page.' }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        entries: z.array(entry),
        hasMore: z.boolean().meta(replacedBy('pagination.hasMore')),
        nextCursor: z.string().nullable().meta(replacedBy('pagination.nextCursor')),
        pagination: nextPage.meta({
          description:
            'With a filter, a page can be short or empty while more pages follow. Continue until `hasMore` is false.',
        }),
      }),
    ),
  },
  errors: [],
});

export const exportAuditLog = defineOperation({
  ...common,
  id: 'exportAuditLog',
  method: 'GET',
  path: '/api/audit/export',
  summary: 'Export the audit log',
  description: 'Returns the audit log as a file, oldest entry first: JSON lines with the hashed bytes, or CSV.',
  query: z.strictObject({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') }),
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/jsonl' } },
  errors: [],
});

export const checkAuditLog = defineOperation({
  ...common,
  id: 'checkAuditLog',
  method: 'GET',
  path: '/api/audit/check',
  summary: 'Verify the audit log',
  description:
    'Checks the hash chains of the audit log, one part per request. Repeat with the returned cursor until it is `null`.',
  query: z.strictObject({
    cursor: singleLine(128).optional(),
    files: z.enum(['true', 'false']).default('true').meta({
      description:
        'Whether to verify the signatures in the stored files and certificates of completion too. A request that does so checks fewer documents. false: rows and entries only.',
    }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        chains: z.int().meta({ description: 'Verified by this request.' }),
        entries: z.int(),
        total: z.int().meta({ description: 'Total number of chains.' }),
        broken: z.array(z.object({ stream: z.string(), message: z.string() })),
        contradictions: z.array(trailFinding.extend({ documentId: z.string() })).meta({
          description:
            'Contradictions to the audit trails of documents: changed rows, changed files, and documents that are missing without a recorded deletion.',
        }),
        unverified: z
          .array(z.object({ documentId: z.string(), message: z.string() }))
          .meta({ description: 'Documents whose file could not be read or checked. Their rows were compared.' }),
        nextCursor: z.string().nullable(),
      }),
    ),
  },
  errors: [],
});
