/** Public verification (ADR 32): any PDF, from any vendor, without an account. */
import { z } from 'zod';
import { opaque } from '../field-class.ts';
import { defineOperation, json } from '../operation.ts';
import { fileVerdict, signatureVerification, timestamp, verdictSummary } from '../resources.ts';
import { validationReport } from '../validation-report.ts';

const signature = signatureVerification.extend({
  signerName: z.string().nullable().meta({ description: 'The time claimed in the signature, without proof.' }),
  isTimeProved: z
    .boolean()
    .meta({ description: "True: a time-stamp proves `signedAt`. False: `signedAt` is only the signer's claim." }),
  revision: z.int().nullable().meta({ description: 'The revision that was signed.' }),
});

/** A change as data, for translation; created by packages/pdf-sign. */
const changeFacts = z.object({
  code: z.enum([
    'signature',
    'timestamp',
    'validation-data',
    'field-filled',
    'field-emptied',
    'field-filled-again',
    'field-filled-alike',
    'signature-field-added',
    'signature-field-unusual',
    'field-added',
    'form-changed',
    'value-replaced',
    'field-moved',
    'appearance-replaced',
    'action-added',
    'lock-changed',
    'field-changed',
    'annotation',
    'nothing-seen',
    'metadata',
    'page',
    'pages',
    'catalog',
    'hidden',
    'structure',
    'signature-replaced',
    'annotation-replaced',
    'part-replaced',
  ]),
  field: z.string().nullable().meta({ description: 'The display name of the field.' }),
  page: z.int().nullable(),
  signer: z.string().nullable().meta({ description: 'The name in the signature itself.' }),
  before: z.string().nullable(),
  after: z.string().nullable(),
  parts: z
    .array(
      z.enum([
        'Contents',
        'Resources',
        'MediaBox',
        'CropBox',
        'Rotate',
        'UserUnit',
        'AA',
        'Pages',
        'Names',
        'OpenAction',
        'OCProperties',
        'AcroForm',
        'Outlines',
        'Perms',
        'other',
      ]),
    )
    .meta({ description: 'PDF name of the page or document.' }),
  detail: z.string().meta({ description: 'Technical explanation in English.' }),
});

export const fileVerification = z.object({
  ...fileVerdict,
  verdict: z.string().meta({ description: 'One sentence. It is the same wherever the file is checked.' }),
  summary: verdictSummary,
  reasons: z.array(z.string()),
  file: z.object({
    name: z.string(),
    sizeBytes: z.int(),
    sha256: z.string().meta({ description: 'Hash of the file in this request.' }),
  }),
  certification: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .meta({
      description: 'Changes that the author permits: 1: none; 2: filling in forms and signing; 3: also annotations.',
    }),
  signatures: z
    .array(signature)
    .meta({ description: 'In the order of signing, including certification signatures and time-stamps.' }),
  revisions: z
    .array(
      z.object({
        number: z.int(),
        kind: z.enum(['original', 'certification', 'signature', 'timestamp', 'validation-data', 'update']),
        sizeBytes: z.int().meta({ description: 'Length of the file at that revision.' }),
        changes: z
          .array(z.string())
          .meta({ description: 'What the revision added. Absent before the first signature.' }),
        changeFacts: z
          .array(changeFacts)
          .meta({ description: 'The same content as in `facts`, for display in other languages.' }),
        changesOmitted: z.int().meta({ description: 'Number of items beyond the 50 that are listed.' }),
      }),
    )
    .meta({ description: 'The saved states of the file, oldest first.' }),
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
        'Return a validation report as a file instead: `etsi` is XML according to ETSI TS 119 102-2, `json` contains the same facts.',
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
  summary: 'Verify a checkpoint of an audit log',
  description:
    'Compares a checkpoint or a proof that you kept, for example from an e-mail or from `document.completed`, with the audit log of this service. If a key of the service signed it but the log does not continue it, an old backup was restored or the log was rewritten. The service then reports a problem to its operator and the organization. Otherwise the text is not stored.',
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
            '`confirmed`: the log contains all entries of the checkpoint unchanged. `contradicted`: the log is shorter or has different entries. `unknown`: no key of this service signed the text.',
        }),
        entries: z.int().nullable().meta({ description: 'Number of entries of the checkpoint.' }),
        size: z.int().nullable().meta({ description: 'Number of entries of the newest checkpoint of the log.' }),
      }),
    ),
  },
  errors: [],
});
