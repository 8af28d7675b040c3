/** Signatures, certificates and audit trails as verification reports them. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export const signatureVerification = z.object({
  signerEmail: z.string().nullable(),
  signedAt: timestamp.nullable(),
  isValid: z.boolean(),
  kind: z.enum(['signer', 'certification', 'archive-timestamp', 'foreign']),
  field: z.string().meta({ description: 'its name in the file' }),
  fieldTitle: z.string().meta({ description: 'what people may call it: its label, or what its name says' }),
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  timestamp: z.object({ time: timestamp.nullable(), authority: z.string(), isValid: z.boolean() }).nullable(),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), serial: z.string(), validFrom: timestamp, validTo: timestamp })
    .nullable(),
  coversWholeDocument: z.boolean(),
  changesAfterSigning: z.array(z.string()),
  trailPosition: z
    .object({ sequence: z.int(), hash: z.string().meta({ description: 'SHA-256 of that entry, hexadecimal' }) })
    .nullable()
    .meta({
      description:
        "Last entry of the document's audit trail when signing began. The signature covers it. Null if the signature names no entry.",
    }),
  revocation: z.enum(['good', 'revoked', 'unknown']),
  revokedAt: timestamp.nullable(),
  trustedBy: z.string().nullable().meta({ description: 'whose word the trust in the signer rests on' }),
  origin: z.enum(['own', 'other']).meta({
    description: 'own: made by this installation. other: made elsewhere; the file came with it, or somebody added it',
  }),
  intact: z
    .boolean()
    .meta({ description: 'the signed bytes are unchanged and were signed with the key of the certificate' }),
  signer: z
    .object({
      vouchedBy: z.string().nullable().meta({ description: 'the authority that issued the certificate' }),
      timeVouchedBy: z
        .string()
        .nullable()
        .meta({ description: 'the authority behind the time-stamp that proves the time' }),
    })
    .meta({ description: 'who vouches for the signer and the time; null where nobody trusted here does' }),
  changes: z.enum(['none', 'permitted', 'forbidden']).meta({
    description: 'what came after this signature. none: at most evidence about signatures',
  }),
  indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']),
  subIndication: z.string().nullable().meta({ description: 'EN 319 102-1' }),
  notes: z.array(z.string()).meta({ description: 'worth knowing, and no fault' }),
  reasons: z.array(z.string()),
});

/** Why a certificate was revoked: the reasons of RFC 5280 §5.3.1 that can apply to a signer. */
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

/** The certificate that was made for one signature of one signer. */
export const signerCertificate = z.object({
  serial: z.string().meta({ description: 'hexadecimal' }),
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

/** A root certificate that the operator trusts for signatures made elsewhere. */
export const trustAnchor = z.object({
  id: idSchema('anchor'),
  name: z.string(),
  subject: z.string(),
  valid_from: timestamp,
  valid_to: timestamp,
  fingerprint: z.string().meta({ description: 'SHA-256 of the certificate, hexadecimal' }),
  created_at: timestamp,
});
export type TrustAnchor = z.infer<typeof trustAnchor>;

const tally = z.object({ valid: z.int(), unconfirmed: z.int(), invalid: z.int() });
/** The verdict as facts, for whoever says it in another language; made by packages/pades. */
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
        'unchanged: all is valid and nothing came after; permitted: something came after that the signatures permit; certified: sealed for signing, signed by nobody yet; sealed: sealed against any change, signed by nobody',
    }),
  signatures: tally.meta({ description: 'of people; seals and time-stamps are counted by themselves' }),
  seals: tally.meta({ description: 'certification signatures of organizations' }),
  timestamps: tally.meta({ description: 'over the whole document' }),
  excused: z
    .int()
    .meta({ description: 'signatures of others that could not be confirmed; they do not make the file invalid' }),
  excusedTimestamps: z.int().meta({ description: 'the same of time-stamps over the whole document' }),
  sealedBy: z.string().nullable().meta({ description: 'whom the certificate of the seal names' }),
});

const fieldNames = z.array(z.string());
/** One file has one verdict (docs/understand/verification.md): both routes that verify answer with the same of these. */
export const fileVerdict = {
  isValid: z.boolean().meta({
    description:
      'There is a signature; each own one is intact, trusted, not revoked before its time-stamp, and has a valid time-stamp; those of others are intact; no forbidden change was made. Without an own signature, at least one must be trusted.',
  }),
  groups: z
    .object({ own: fieldNames, others: fieldNames, otherTimestamps: fieldNames })
    .meta({ description: 'field names: own signatures and time-stamps, signatures of others, time-stamps of others' }),
  unconfirmed: z
    .array(z.object({ field: z.string(), kind: z.enum(['signature', 'timestamp']), reason: z.string() }))
    .meta({ description: 'signatures and time-stamps of others that nobody trusted here vouches for; not counted' }),
};

/** What can contradict an audit trail that is whole in itself (docs/understand/verification.md says what each compares). */
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
  message: z.string().meta({ description: 'one sentence: what contradicts what' }),
  entry: z.int().nullable().meta({ description: 'number of the entry it is about' }),
  revision: z.int().nullable().meta({ description: 'number of the revision it is about' }),
  recipient: z.string().nullable().meta({ description: 'id of the recipient it is about' }),
});
export type TrailFinding = z.infer<typeof trailFinding>;

const trailFindings = z.array(trailFinding).meta({
  description: 'what contradicts the audit trail, or the one thing that breaks it; empty when all agree',
});
/** Personal data is kept beside the entries and can be erased; what is left of it is held against their commitments. */
const trailPersonal = z.object({
  checked: z.int().meta({ description: 'entries whose personal data agrees with their commitment' }),
  erased: z.int().meta({
    description:
      'entries whose personal data is gone. While the document exists, this is a finding: only its recorded erasure removes personal data',
  }),
});
export const trailCheck = { findings: trailFindings, personal: trailPersonal };

export const verificationObject = z.object({
  documentId: idSchema('document'),
  ...fileVerdict,
  signatures: z.array(signatureVerification),
  others: z
    .array(signatureVerification)
    .meta({ description: 'seals and time-stamps of others; their signatures are in `signatures`' }),
  verifiedAt: timestamp,
  verdict: z.string().meta({ description: 'one sentence, the same wherever this file is checked' }),
  summary: verdictSummary,
  seal: z
    .object({ isValid: z.boolean(), level: z.string().nullable(), signatures: z.array(signatureVerification) })
    .nullable(),
  auditTrail: z.object({
    isValid: z.boolean().meta({ description: 'whole, and contradicted by nothing that is stored about the document' }),
    entries: z.int(),
    headHash: z.string().nullable(),
    ...trailCheck,
  }),
  reasons: z.array(z.string()),
});
export type Verification = z.infer<typeof verificationObject>;
