/** Signatures, certificates and audit trails in verification reports. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';
import { fileRevisions, reasonFacts } from './verification-facts.ts';

export const signatureVerification = z.object({
  signerEmail: z.string().nullable(),
  signedAt: timestamp.nullable(),
  isValid: z.boolean(),
  kind: z.enum(['signer', 'certification', 'archive-timestamp', 'foreign']),
  field: z.string().meta({ description: 'Name of the signature field in the file.' }),
  fieldTitle: z.string().meta({ description: 'Display name of the field: its label, or a readable form of its name.' }),
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  timestamp: z.object({ time: timestamp.nullable(), authority: z.string(), isValid: z.boolean() }).nullable(),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), serial: z.string(), validFrom: timestamp, validTo: timestamp })
    .nullable(),
  coversWholeDocument: z.boolean(),
  changesAfterSigning: z.array(z.string()),
  trailPosition: z
    .object({ sequence: z.int(), hash: z.string().meta({ description: 'SHA-256 hash of the entry in hexadecimal.' }) })
    .nullable()
    .meta({
      description:
        "Last entry of the document's audit trail when signing began. The signature covers the entry. Null if the signature does not refer to an entry.",
    }),
  revocation: z.enum(['good', 'revoked', 'unknown']),
  revokedAt: timestamp.nullable(),
  trustedBy: z
    .string()
    .nullable()
    .meta({ description: 'Name of the trust anchor for the signer. Null if there is none.' }),
  origin: z.enum(['own', 'other']).meta({
    description: '`own`: created by this installation. `other`: created by other software, before the upload or later.',
  }),
  intact: z
    .boolean()
    .meta({ description: 'True if the signed bytes are unchanged and were signed with the key of the certificate.' }),
  signer: z
    .object({
      vouchedBy: z.string().nullable().meta({ description: 'The authority that issued the certificate.' }),
      timeVouchedBy: z
        .string()
        .nullable()
        .meta({ description: 'The authority that issued the time-stamp for the signing time.' }),
    })
    .meta({
      description:
        'The trusted authorities that confirm the signer and the signing time. Null if no authority that this installation trusts confirms them.',
    }),
  changes: z.enum(['none', 'permitted', 'forbidden']).meta({
    description: 'Changes after this signature. `none`: nothing was added, except data for verifying signatures.',
  }),
  indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']),
  subIndication: z.string().nullable().meta({ description: 'Sub-indication according to EN 319 102-1.' }),
  notes: z.array(z.string()).meta({ description: 'Additional information that does not affect the result.' }),
  reasons: z.array(z.string()),
  revision: z.int().nullable().meta({ description: 'Number of the revision that was signed.' }),
});

/** The reasons for revocation in RFC 5280 §5.3.1 that can apply to a signer's certificate. */
export const REVOCATION_REASONS = [
  'unspecified',
  'key_compromise',
  'affiliation_changed',
  'superseded',
  'cessation',
  'privilege_withdrawn',
] as const;
export const revocationReason = z.enum(REVOCATION_REASONS);
export type RevocationReason = z.infer<typeof revocationReason>;

/** The certificate issued for a single signature. */
export const signerCertificate = z.object({
  serial: z.string().meta({ description: 'Serial number in hexadecimal.' }),
  signer_id: idSchema('signer'),
  email: z.string(),
  subject: z.string(),
  issuer: z.string(),
  valid_from: timestamp,
  valid_to: timestamp,
  issued_at: timestamp,
  revocation: z.object({ revoked_at: timestamp, reason: revocationReason, recorded_at: timestamp }).nullable(),
});
export type SignerCertificate = z.infer<typeof signerCertificate>;

/** A root certificate that the operator trusts for signatures that were created with other products. */
export const trustAnchor = z.object({
  id: idSchema('anchor'),
  name: z.string(),
  subject: z.string(),
  valid_from: timestamp,
  valid_to: timestamp,
  fingerprint: z.string().meta({ description: 'SHA-256 hash of the certificate in hexadecimal.' }),
  created_at: timestamp,
});
export type TrustAnchor = z.infer<typeof trustAnchor>;

const tally = z.object({ valid: z.int(), unconfirmed: z.int(), invalid: z.int() });
/** The verdict in a form that can be translated. It is created by packages/pades. */
export const verdictSummary = z.object({
  outcome: z
    .enum([
      'unchanged',
      'permitted',
      'certified',
      'sealed',
      'completion-certificate',
      'timestamped',
      'unconfirmed',
      'invalid',
      'unsigned',
      'unreadable',
    ])
    .meta({
      description:
        '`unchanged`: all signatures are valid and nothing was added. `permitted`: something was added that the signatures permit. `certified`: sealed by the sender, but not signed yet. `sealed`: sealed against any change, but not signed.',
    }),
  signatures: tally.meta({ description: 'Signatures of people. Seals and time-stamps are counted separately.' }),
  seals: tally.meta({ description: 'Certification signatures of organizations.' }),
  timestamps: tally.meta({ description: 'Time-stamps over the whole document.' }),
  excused: z.int().meta({
    description:
      'Number of signatures by other software that could not be confirmed. They do not make the file invalid.',
  }),
  excusedTimestamps: z
    .int()
    .meta({ description: 'Number of unconfirmed document time-stamps that other software added.' }),
  sealedBy: z.string().nullable().meta({ description: "The subject of the seal's certificate." }),
});

const fieldNames = z.array(z.string());
/**
 * Both operations that verify files return these members, because a file has the same verdict everywhere
 * (docs/understand/verification.md).
 */
export const fileVerdict = {
  isValid: z.boolean().meta({
    description:
      'True if the file has at least one signature and all of these conditions are met: Each signature made by this installation is intact and trusted, has a valid time-stamp, and was made with a certificate that was not revoked before that time. Signatures by other software are intact. There are no forbidden changes. If the file has no signature of this installation, at least one signature is trusted.',
  }),
  groups: z.object({ own: fieldNames, others: fieldNames, otherTimestamps: fieldNames }).meta({
    description:
      'Field names. `own`: signatures and time-stamps of this installation. `others`: signatures by other software. `otherTimestamps`: time-stamps by other software.',
  }),
  unconfirmed: z
    .array(z.object({ field: z.string(), kind: z.enum(['signature', 'timestamp']), reason: z.string() }))
    .meta({
      description:
        'Signatures and time-stamps by other software that no trust anchor of this installation confirms. They do not affect `isValid`.',
    }),
};

/**
 * Contradictions between the file and an intact audit trail. docs/understand/verification.md describes each comparison.
 */
export const trailFinding = z.object({
  code: z.enum([
    'trail-broken',
    'personal-data',
    'personal-erased',
    'life-order',
    'entry-time',
    'document-status',
    'document-time',
    'document-title',
    'document-order',
    'document-missing',
    'document-reason',
    'upload-hash',
    'revision-number',
    'revision-without-entry',
    'entry-without-revision',
    'revision-hash',
    'revision-maker',
    'revision-time',
    'revision-file',
    'completion-certificate',
    'certificate-head',
    'certificate-statement',
    'recipient-list',
    'recipient-identity',
    'recipient-status',
    'recipient-time',
    'recipient-reason',
    'recipient-shown',
    'attachment',
    'certificate-row',
    'revocation',
    'consent-text',
    'authentication',
    'in-person',
    'mail',
    'field-missing',
    'field-value',
    'field-label',
    'signature-missing',
    'signature-unrecorded',
    'signature-certificate',
    'signature-signer',
    'signature-revision',
    'signature-time',
    'signature-trail',
    'seal-certificate',
    'timestamp-count',
  ]),
  message: z.string().meta({ description: 'The contradiction, as a sentence.' }),
  entry: z
    .int()
    .nullable()
    .meta({ description: 'Number of the audit entry. Null if the finding does not concern one entry.' }),
  revision: z
    .int()
    .nullable()
    .meta({ description: 'Number of the revision. Null if the finding does not concern one revision.' }),
  recipient: z
    .string()
    .nullable()
    .meta({ description: 'ID of the recipient. Null if the finding does not concern one recipient.' }),
  values: z
    .object({
      subject: z.string().nullable().meta({
        description:
          'What the finding is about, such as an e-mail address, a file name, a field, a session, or a serial number.',
      }),
      stored: z.string().nullable().meta({
        description: 'The value in the database or in the file. Null if there is none. Times are in ISO 8601, in UTC.',
      }),
      recorded: z.string().nullable().meta({
        description:
          'The value that contradicts `stored`. It usually comes from the audit trail. For `field-value` and `field-label`, it comes from the signed file. Null if there is none.',
      }),
      detail: z
        .string()
        .nullable()
        .meta({ description: 'A technical detail in English. Null if there is nothing to add to the code.' }),
    })
    .meta({ description: 'The values in the message, for translating it into other languages.' }),
});
export type TrailFinding = z.infer<typeof trailFinding>;

const trailFindings = z.array(trailFinding).meta({
  description:
    'Contradictions between the audit trail and stored data, or the error that breaks the trail. Empty if everything is consistent.',
});
/**
 * Personal data is stored separately from the entries and can be erased. Data that still exists is compared with the
 * commitments in the entries.
 */
const trailPersonal = z.object({
  checked: z.int().meta({ description: 'Number of entries whose personal data matches the commitment in the entry.' }),
  erased: z.int().meta({
    description:
      'Number of entries whose personal data is missing. The personal data is erased only together with the document. If the document still exists, a number above 0 is therefore reported as a problem.',
  }),
});
export const trailCheck = { findings: trailFindings, personal: trailPersonal };

export const verificationObject = z.object({
  documentId: idSchema('document'),
  ...fileVerdict,
  signatures: z.array(signatureVerification),
  others: z.array(signatureVerification).meta({
    description: 'Seals and time-stamps by other software. Signatures by other software are in `signatures`.',
  }),
  verifiedAt: timestamp,
  verdict: z.string().meta({ description: 'The result, as a sentence. It is the same wherever you verify the file.' }),
  summary: verdictSummary,
  seal: z
    .object({ isValid: z.boolean(), level: z.string().nullable(), signatures: z.array(signatureVerification) })
    .nullable(),
  auditTrail: z.object({
    isValid: z.boolean().meta({
      description: 'True if the audit trail is complete and consistent with all stored data about the document.',
    }),
    entries: z.int(),
    headHash: z.string().nullable(),
    ...trailCheck,
  }),
  reasons: z.array(z.string()),
  revisions: fileRevisions,
  reasonFacts,
});
export type Verification = z.infer<typeof verificationObject>;
