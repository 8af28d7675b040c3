/** Public verification of any PDF, from any vendor, without an account (ADR 32). */
import { z } from 'zod';
import { opaque } from '../field-class.ts';
import { defineOperation, json } from '../operation.ts';
import { fileVerdict, signatureVerification, timestamp, verdictSummary } from '../resources.ts';
import { fileRevisions, reasonFacts } from '../verification-facts.ts';
import { validationReport } from '../validation-report.ts';

const signature = signatureVerification.extend({
  signerName: z.string().nullable().meta({ description: 'The name claimed in the signature, without proof.' }),
  isTimeProved: z.boolean().meta({
    description: 'True if a time-stamp proves `signedAt`. False if the signer claims `signedAt` without proof.',
  }),
});

export const fileVerification = z.object({
  ...fileVerdict,
  verdict: z.string().meta({ description: 'The result, as a sentence. It is the same wherever you verify the file.' }),
  summary: verdictSummary,
  reasons: z.array(z.string()),
  file: z.object({
    name: z.string(),
    sizeBytes: z.int(),
    sha256: z.string().meta({ description: 'SHA-256 hash of the file in the request.' }),
  }),
  certification: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .meta({
      description:
        'Changes that the author permits. 1: none. 2: filling in forms and signing. 3: also annotations. Null if the file is not certified.',
    }),
  signatures: z.array(signature).meta({
    description: 'All signatures in the order of signing, including certification signatures and time-stamps.',
  }),
  revisions: fileRevisions,
  reasonFacts,
  verifiedAt: timestamp,
});
export type FileVerification = z.infer<typeof fileVerification>;

export const verifyFile = defineOperation({
  id: 'verifyFile',
  work: 'bulk',
  method: 'POST',
  path: '/api/verify',
  summary: 'Verify a PDF',
  description: 'Checks the signatures of any PDF of at most 50 MB. The file is not stored.',
  tag: 'Verification',
  credentials: ['public'],
  rate: 'verification',
  idempotency: 'none',
  query: z.object({
    report: z.enum(['etsi', 'json']).optional().meta({
      description:
        'Returns a validation report as a file instead. `etsi`: XML according to ETSI TS 119 102-2. `json`: the same content as JSON.',
    }),
  }),
  body: { kind: 'multipart', file: 'file', fields: z.strictObject({}) },
  success: {
    status: 200,
    body: { ...json(fileVerification), files: { 'application/xml': null, 'application/json': validationReport } },
  },
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'SERVICE_UNAVAILABLE'],
});

export const verifyCheckpoint = defineOperation({
  id: 'verifyCheckpoint',
  method: 'POST',
  path: '/api/verify/checkpoint',
  summary: 'Verify an audit log checkpoint',
  description:
    'Compares a checkpoint or a proof that you kept, for example from an e-mail or from `document.completed`, with the audit log of this service. If the log contradicts a checkpoint that this service signed, an old backup was restored or the log was rewritten. The service then stores the checkpoint and reports a problem to its operator and the organization. Otherwise, the text is not stored.',
  tag: 'Verification',
  credentials: ['public'],
  rate: 'verification',
  idempotency: 'none',
  body: json(
    z.strictObject({
      text: opaque(z.string()).min(1, 'must not be empty').max(100_000).meta({
        description: 'A signed note (C2SP tlog-checkpoint) or a proof file (C2SP tlog-proof), byte for byte.',
      }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      z.object({
        outcome: z.enum(['confirmed', 'contradicted', 'unknown']).meta({
          description:
            '`confirmed`: the log contains all entries of the checkpoint unchanged. `contradicted`: the log is shorter or has different entries. `unknown`: the text is not signed with a key of this service.',
        }),
        entries: z.int().nullable().meta({ description: 'Number of entries that the checkpoint covers.' }),
        size: z
          .int()
          .nullable()
          .meta({ description: 'Number of entries that the newest checkpoint of the log covers.' }),
      }),
    ),
  },
  errors: [],
});
