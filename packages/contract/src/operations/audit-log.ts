/** The audit log of an organization: every action in it, of whatever document or none. */
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
  actor: singleLine(128).optional().meta({ description: 'id of who acted: a person, a key, a signer, or `system`' }),
  action: strict(z.string())
    .regex(
      /^[a-z][a-z0-9-]{0,40}(?:\.[a-z0-9-]{1,40})?$/,
      'must be an action such as document.signed, or a family such as document',
    )
    .optional(),
  target: singleLine(128)
    .optional()
    .meta({ description: 'id of what was acted on; of a document: all that concerns it' }),
  from: moment.meta({ description: 'not before this moment' }),
  to: moment.meta({ description: 'before this moment' }),
};
const entry = auditEntry.extend({
  actor_name: z.string().nullable().meta({ description: 'who that is now, where that is known here' }),
  target_name: z.string().nullable().meta({ description: 'what that is called now: a title, or a name' }),
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
    cursor: singleLine(400).optional().meta({ description: '`nextCursor` of the page before' }),
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
            'With a filter, a page can be short or empty while more pages follow. Go on until `hasMore` is false.',
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
        chains: z.int().meta({ description: 'verified by this request' }),
        entries: z.int(),
        total: z.int().meta({ description: 'chains there are' }),
        broken: z.array(z.object({ stream: z.string(), message: z.string() })),
        contradictions: z.array(trailFinding.extend({ documentId: z.string() })).meta({
          description:
            'What contradicts the audit trails of documents: rows, files, and documents that are gone without a recorded erasure',
        }),
        unverified: z
          .array(z.object({ documentId: z.string(), message: z.string() }))
          .meta({ description: 'documents whose file could not be read or judged; their rows were compared' }),
        nextCursor: z.string().nullable(),
      }),
    ),
  },
  errors: [],
});
