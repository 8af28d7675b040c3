/** The audit log of an organization, which contains every action, with or without a document. */
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

const sessionOnly = { tag: 'Audit log', credentials: ['session'], role: 'admin', rate: 'credential' } as const;

const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be in the year 0001 or later').optional();
const filter = {
  actor: singleLine(128)
    .optional()
    .meta({ description: 'ID of the actor: a user, an API key, a recipient, or `system`.' }),
  action: strict(z.string())
    .regex(
      /^[a-z][a-z0-9-]{0,40}(?:\.[a-z0-9-]{1,40})?$/,
      'must be an action such as document.signed, or a family such as document',
    )
    .optional(),
  target: singleLine(128).optional().meta({
    description: 'ID of the object. With the ID of a document, returns all entries that concern the document.',
  }),
  from: moment.meta({ description: 'Only return entries recorded at this time or later.' }),
  to: moment.meta({ description: 'Only return entries recorded before this time.' }),
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
            'With a filter, a page can contain few or no entries even if more pages follow. Continue until `hasMore` is false.',
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
    'Checks the hash chains of the audit log. Each request checks some of the chains. Repeat the request with `nextCursor` until `nextCursor` is `null`.',
  query: z.strictObject({
    cursor: singleLine(128).optional(),
    files: z.enum(['true', 'false']).default('true').meta({
      description:
        'If true, the check also verifies the signatures in stored files and certificates of completion, and each request checks fewer documents. If false, it covers only database rows and audit entries.',
    }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        chains: z.int().meta({ description: 'Number of chains that this request verified.' }),
        entries: z.int(),
        total: z.int().meta({ description: 'Total number of chains.' }),
        broken: z.array(z.object({ stream: z.string(), message: z.string() })),
        contradictions: z.array(trailFinding.extend({ documentId: z.string() })).meta({
          description:
            'Contradictions between documents and their audit trails: changed rows, changed files, and documents that are missing without a recorded deletion.',
        }),
        unverified: z.array(z.object({ documentId: z.string(), message: z.string() })).meta({
          description:
            'Documents whose file could not be read or checked. Only their database rows were compared with the audit log.',
        }),
        nextCursor: z.string().nullable(),
      }),
    ),
  },
  errors: [],
});

const base64 = z.string().meta({ description: 'Hash in base64.' });
const size = numberParameter(1, 999_999_999);

export const getAuditCheckpoint = defineOperation({
  ...common,
  id: 'getAuditCheckpoint',
  method: 'GET',
  path: '/api/audit/checkpoint',
  summary: 'Retrieve the newest audit log checkpoint',
  description:
    'Returns the signed size and root hash of the audit log, with the keys for verifying the signature. If you keep a copy outside this service, you can later prove that no entry was changed or removed.',
  success: {
    status: 200,
    body: json(
      z.object({
        checkpoint: z.string().meta({ description: 'The signed note (C2SP tlog-checkpoint), byte for byte.' }),
        origin: z.string().meta({ description: 'Name of the log.' }),
        size: z.int().meta({ description: 'Number of entries that the checkpoint covers.' }),
        root: base64,
        created_at: timestamp,
        verifierKeys: z.array(z.string()).meta({ description: 'The public keys of the log (C2SP signed notes).' }),
        witnessKeys: z.array(z.string()).meta({
          description:
            'Keys of the witnesses that have cosigned the log. Their signatures are appended to `checkpoint` when they arrive. Before you rely on these keys, compare them with those published by the witnesses.',
        }),
        tiles: z.string().meta({
          description: 'Base URL of the log (C2SP tlog-tiles). Anyone who knows the URL can read the log there.',
        }),
      }),
    ),
  },
  errors: ['AUDIT_ENTRY_NOT_FOUND'],
});

export const getAuditProof = defineOperation({
  ...common,
  id: 'getAuditProof',
  method: 'GET',
  path: '/api/audit/proof',
  summary: 'Retrieve a proof for an audit log entry',
  description:
    'Returns a file that proves that the log contains the entry. You can verify the file offline. It contains the position of the entry in the tree and a checkpoint. If no checkpoint covers the entry yet, the server signs a new one.',
  query: z.strictObject({
    stream: singleLine(128).meta({ description: 'The `stream` of the entry.' }),
    sequence: numberParameter(0, 999_999_999).meta({ description: 'The `sequence` of the entry.' }),
    size: size.optional().meta({
      description: 'Size of the checkpoint that the proof refers to. Default: the newest checkpoint.',
    }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        index: z.int().meta({ description: 'Number of the entry in the log, counted from 0.' }),
        size: z.int(),
        hash: z.string().meta({
          description: 'SHA-256 hash of the entry in hexadecimal. It is the leaf hash of the entry in the tree.',
        }),
        proof: z.string().meta({
          description:
            'Proof file (C2SP tlog-proof). It contains the bytes of the entry unless they have been deleted.',
        }),
      }),
    ),
  },
  errors: ['AUDIT_ENTRY_NOT_FOUND'],
});

export const getAuditConsistency = defineOperation({
  ...common,
  id: 'getAuditConsistency',
  method: 'GET',
  path: '/api/audit/consistency',
  summary: 'Retrieve an audit log consistency proof',
  description:
    'Returns hashes that prove that the log with `second` entries begins with all `first` entries of the earlier log, so that entries were only added (RFC 6962). To verify them, use the root hashes in two checkpoints.',
  query: z.strictObject({
    first: size,
    second: size.optional().meta({ description: 'Default: the size of the newest checkpoint.' }),
  }),
  success: {
    status: 200,
    body: json(z.object({ first: z.int(), second: z.int(), hashes: z.array(base64) })),
  },
  errors: ['AUDIT_ENTRY_NOT_FOUND'],
});

const entries = (description: string) => z.int().meta({ description });

export const getAuditLogState = defineOperation({
  ...common,
  id: 'getAuditLogState',
  method: 'GET',
  path: '/api/audit/state',
  summary: 'Retrieve the audit log state',
  description:
    'Returns the size of the audit log, its newest checkpoints with time-stamps and cosignatures, the configured witnesses, and checkpoints that contradict the log.',
  success: {
    status: 200,
    body: json(
      z.object({
        origin: z.string().meta({ description: 'Name of the log.' }),
        tiles: z.string().meta({ description: 'Base URL of the log (C2SP tlog-tiles).' }),
        size: entries('Number of entries in the log.'),
        verifierKeys: z.array(z.string()).meta({ description: 'The public keys of the log, oldest first.' }),
        checkpoints: z
          .array(
            z.object({
              size: entries('Number of entries that the checkpoint covers.'),
              created_at: timestamp,
              time_stamped_at: timestamp
                .nullable()
                .meta({ description: 'Time of the RFC 3161 time-stamp of the checkpoint. Null if there is none.' }),
              cosignatures: z.int().meta({ description: 'Number of witness cosignatures.' }),
            }),
          )
          .meta({ description: 'The newest 20 checkpoints, newest first.' }),
        witnesses: z.array(
          z.object({
            name: z.string(),
            key: z.string().meta({ description: 'Verifier key.' }),
            size: z.int().nullable().meta({
              description:
                'Number of entries in the last checkpoint that the witness cosigned. Null if it has not cosigned any.',
            }),
            cosigned_at: timestamp.nullable(),
          }),
        ),
        pin_file: z.boolean().meta({ description: 'Whether the server keeps a copy of its checkpoints (`PIN_FILE`).' }),
        contradictions: z
          .array(
            z.object({
              source: z.enum(['pin-file', 'presented']).meta({
                description:
                  'Origin of the checkpoint. `pin-file`: the file in `PIN_FILE`. `presented`: a text or certificate of completion that someone submitted for verification.',
              }),
              kind: z.enum(['behind', 'forked', 'unknown-key']).meta({
                description:
                  '`behind`: the log has fewer entries than the checkpoint. `forked`: the log has different entries. `unknown-key`: no key of the log signed the checkpoint.',
              }),
              pinned: entries('Number of entries that the checkpoint covers.'),
              size: entries('Number of entries in the log at the time of the comparison.'),
              since: timestamp,
            }),
          )
          .meta({
            description:
              'Contradictions that nobody has accepted yet. Administrators can accept contradictions with the source `presented`. The operator of the server can accept all of them.',
          }),
      }),
    ),
  },
  errors: ['AUDIT_ENTRY_NOT_FOUND'],
});

export const acceptAuditLog = defineOperation({
  ...sessionOnly,
  stepUp: 'session',
  id: 'acceptAuditLog',
  method: 'POST',
  path: '/api/audit/accept',
  summary: 'Accept an audit log that contradicts a checkpoint',
  description:
    'Accepts the current audit log even though it contradicts a submitted checkpoint, for example after a backup was restored. The reason is recorded in the log. Health checks then stop reporting the contradiction. Only the operator of the server can accept a log that contradicts `PIN_FILE`: `npm start -- audit-log accept-pin`.',
  body: json(
    z.strictObject({ reason: singleLine(1000).meta({ description: 'Why the log contradicts the checkpoint.' }) }),
  ),
  success: {
    status: 200,
    body: json(
      z.object({
        success: z.literal(true),
        accepted: z.int().meta({ description: 'Number of accepted contradictions.' }),
      }),
    ),
  },
  errors: ['AUDIT_LOG_NOT_CONTRADICTED'],
});
