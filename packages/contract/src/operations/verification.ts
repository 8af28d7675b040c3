/** Public verification (ADR 32): any PDF, from any vendor, without an account. */
import { z } from 'zod';
import { defineOperation, json } from '../operation.ts';
import { fileVerdict, signatureVerification, timestamp, verdictSummary } from '../resources.ts';
import { validationReport } from '../validation-report.ts';

const signature = signatureVerification.extend({
  signerName: z.string().nullable().meta({ description: 'as the signature claims it; proved by nobody' }),
  isTimeProved: z.boolean().meta({ description: 'true: by a time-stamp; false: signedAt is the signer’s own word' }),
  revision: z.int().nullable().meta({ description: 'the revision that it signed' }),
});

/** A change for whoever says it in another language; made by packages/pdf-sign. */
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
  field: z.string().nullable().meta({ description: 'what people may call the field' }),
  page: z.int().nullable(),
  signer: z.string().nullable().meta({ description: 'the name that the signature itself gives' }),
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
    .meta({ description: 'of the page or of the document, as PDF calls them' }),
  detail: z.string().meta({ description: 'what an expert would say, in English' }),
});

export const fileVerification = z.object({
  ...fileVerdict,
  verdict: z.string().meta({ description: 'one sentence, the same wherever this file is checked' }),
  summary: verdictSummary,
  reasons: z.array(z.string()),
  file: z.object({
    name: z.string(),
    sizeBytes: z.int(),
    sha256: z.string().meta({ description: 'of the file as it was sent here' }),
  }),
  certification: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .meta({
      description: 'what its author permits later: 1 nothing, 2 filling in and signing, 3 notes as well',
    }),
  signatures: z
    .array(signature)
    .meta({ description: 'in the order of signing, certifications and time-stamps included' }),
  revisions: z
    .array(
      z.object({
        number: z.int(),
        kind: z.enum(['original', 'certification', 'signature', 'timestamp', 'validation-data', 'update']),
        sizeBytes: z.int().meta({ description: 'how long the file was then' }),
        changes: z.array(z.string()).meta({ description: 'what it brought; not told before the first signature' }),
        changeFacts: z
          .array(changeFacts)
          .meta({ description: 'the same as facts, for whoever says it in another language' }),
        changesOmitted: z.int().meta({ description: 'how many more there are than the 50 that are listed' }),
      }),
    )
    .meta({ description: 'the saved states of the file, oldest first' }),
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
      description: 'a validation report to save instead: etsi is XML of ETSI TS 119 102-2, json holds the same facts',
    }),
  }),
  body: { kind: 'multipart', file: 'file', fields: z.strictObject({}) },
  success: {
    status: 200,
    body: { ...json(fileVerification), files: { 'application/xml': null, 'application/json': validationReport } },
  },
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'SERVICE_UNAVAILABLE'],
});
