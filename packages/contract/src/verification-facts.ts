/** Changes to a signed file and the reasons for a verdict, in a form that can be translated. */
import { z } from 'zod';

/** A change in a form that can be translated. It is created by packages/pdf-sign. */
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
  field: z.string().nullable().meta({ description: 'Display name of the field.' }),
  page: z.int().nullable(),
  signer: z.string().nullable().meta({ description: 'Name of the signer, as stated in the signature.' }),
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
    .meta({ description: 'PDF names of the changed parts of the page or the document.' }),
  detail: z.string().meta({ description: 'Technical explanation in English.' }),
});

export const fileRevisions = z
  .array(
    z.object({
      number: z.int(),
      kind: z.enum(['original', 'certification', 'signature', 'timestamp', 'validation-data', 'update']),
      sizeBytes: z.int().meta({ description: 'Size of the file up to this revision.' }),
      changes: z
        .array(z.string())
        .meta({ description: 'Changes in this revision, as sentences. Empty before the first signature.' }),
      changeFacts: z
        .array(changeFacts)
        .meta({ description: 'The same changes as data, for display in other languages.' }),
      changesOmitted: z
        .int()
        .meta({ description: 'Number of changes that are not listed. At most 50 changes are listed.' }),
    }),
  )
  .meta({ description: 'The saved states of the file, oldest first.' });

/**
 * The reasons are created by packages/pades. The server adds reasons that result from comparing the file with stored
 * data.
 */
const reason = z.object({
  code: z
    .enum([
      'malformed',
      'signer-count',
      'unsupported-digest',
      'unsupported-signature-algorithm',
      'algorithm-mismatch',
      'signed-attributes-missing',
      'content-missing',
      'content-type-mismatch',
      'message-digest-mismatch',
      'signer-certificate-missing',
      'signing-certificate-missing',
      'signing-certificate-mismatch',
      'signature-invalid',
      'not-a-timestamp',
      'timestamp-malformed',
      'imprint-mismatch',
      'nonce-mismatch',
      'policy-mismatch',
      'unknown-critical-extension',
      'certificate-purpose',
      'trailing-octets',
      'old-format',
      'content-inside',
      'unsupported-kind',
      'timestamp-signer-count',
      'timestamp-content-missing',
      'timestamp-message-digest-mismatch',
      'timestamp-signer-certificate-missing',
      'timestamp-signing-certificate-missing',
      'timestamp-signing-certificate-mismatch',
      'timestamp-signature-invalid',
      'certificate-no-path',
      'certificate-not-yet-valid',
      'certificate-expired',
      'certificate-not-a-ca',
      'certificate-path-too-long',
      'certificate-key-usage',
      'certificate-extended-key-usage',
      'certificate-name-constraints',
      'certificate-unknown-critical-extension',
      'certificate-weak-algorithm',
      'certificate-revoked',
      'certificate-ca-revoked',
      'certificate-revocation-unknown',
      'authority-no-path',
      'authority-not-yet-valid',
      'authority-expired',
      'authority-not-a-ca',
      'authority-path-too-long',
      'authority-key-usage',
      'authority-extended-key-usage',
      'authority-name-constraints',
      'authority-unknown-critical-extension',
      'authority-weak-algorithm',
      'authority-revoked',
      'authority-ca-revoked',
      'authority-revocation-unknown',
      'weak',
      'timestamp-order',
      'timestamp-in-future',
      'time-not-proved',
      'structure',
      'file-structure',
      'changed',
      'more-changes',
      'stored-file-changed',
      'stored-file-unreadable',
      'recorded-signature-missing',
      'not-the-recorded-file',
    ])
    .meta({
      description:
        'Code of the reason. Codes that begin with `certificate-` concern the certificate of the signer. Codes that begin with `authority-` concern the certificate of a time-stamping authority.',
    }),
  message: z.string().meta({ description: 'The sentence, as in `reasons`.' }),
  detail: z.string().nullable().meta({
    description:
      'A technical explanation in English. For `more-changes`, the number of changes that are not listed. For `recorded-signature-missing`, the e-mail address of the recipient.',
  }),
  change: changeFacts
    .nullable()
    .meta({ description: 'The change that was made after signing. Null unless the code is `changed`.' }),
});
export type ReasonFacts = z.infer<typeof reason>;

export const reasonFacts = z.array(reason).meta({
  description:
    'The sentences in `reasons`, here and in each signature, in a form that can be translated. Contradictions of the audit trail are in `auditTrail.findings` instead.',
});
