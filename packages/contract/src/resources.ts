/** Resources as callers see them. Times are ISO 8601, UTC, milliseconds. */
import { z } from 'zod';
import { field, fieldInput } from './fields.ts';
import { idSchema } from './ids.ts';
import { emailAddress, multiLine, singleLine, timestamp } from './values.ts';
import { opaque, strict } from './field-class.ts';

export * from './fields.ts';
export * from './values.ts';

export const LIMITS = {
  uploadBytes: 50 * 1024 * 1024,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  exactTotal: 10_000,
  signers: 100,
  fields: 500,
  expirationDaysDefault: 30,
  expirationDaysMax: 365,
  signatureDataBytes: 1024 * 1024,
  logoBytes: 200 * 1024,
  downloadLinkMinutes: 15,
  signingSessionMinutes: 30,
  bulkDocuments: 100,
  tags: 20,
  metadataPairs: 50,
  trashDays: 30,
  embeddedLinkMinutes: 10,
  accessCodeTries: 5,
  inPersonMinutes: 30,
  stepCodeMinutes: 10,
  stepCodeTries: 5,
  /** The first one, and three that are asked for again. */
  stepCodesAnHour: 4,
} as const;

export const DOCUMENT_STATUSES = [
  'draft',
  'in-progress',
  'completed',
  'expired',
  'archived',
  'voided',
  'declined',
] as const;
export const documentStatus = z.enum(DOCUMENT_STATUSES);
export type DocumentStatus = z.infer<typeof documentStatus>;

export const SIGNER_STATUSES = ['waiting', 'pending-signature', 'signed', 'declined', 'notified'] as const;
export const signerStatus = z.enum(SIGNER_STATUSES);
export type SignerStatus = z.infer<typeof signerStatus>;

export const signerRole = z.enum(['signer', 'approver', 'cc', 'viewer']);
export type SignerRole = z.infer<typeof signerRole>;
export const signingOrder = z.enum(['parallel', 'sequential']);
export const environment = z.enum(['live', 'sandbox']);
export type Environment = z.infer<typeof environment>;

export const shownRevision = z.int().min(0).optional().meta({
  description:
    'the revision that the signer goes by: one whose file or pages this signer was shown, or REVISION_NOT_SHOWN; left out, the newest that was shown',
});

export const signer = z.object({
  id: idSchema('signer'),
  email: z
    .string()
    .meta({ description: 'empty for other recipients where a recipient reads the document with their own account' }),
  name: z.string(),
  role: signerRole,
  status: signerStatus,
  order: z.int(),
  signed_at: timestamp.nullable(),
  viewed_at: timestamp.nullable().meta({ description: 'when the document was first shown to them' }),
  delivery: z
    .literal('bounced')
    .nullable()
    .meta({ description: 'the newest mail to this address was refused for good; null: nothing is known against it' }),
  declined_at: timestamp.nullable(),
  decline_reason: z.string().nullable(),
  access_code: z
    .enum(['none', 'required', 'locked'])
    .meta({ description: 'locked: entered wrongly five times; send the invitation again to unlock' }),
  two_factor: z
    .object({
      kind: z.enum(['account', 'email-code']),
      second_email: z.string().nullable(),
      locked: z.boolean().meta({ description: 'five wrong codes; send the invitation again to unlock' }),
    })
    .nullable()
    .meta({ description: 'the second step that is asked of this recipient' }),
});
export type Signer = z.infer<typeof signer>;

/** Told to the signer by another way than the mail with the link. Kept as an argon2id hash, in a draft too, and never shown. */
export const accessCode = opaque(z.string())
  .trim()
  .min(4, 'must have at least 4 characters')
  .max(64)
  .regex(/^[\x20-\x7e]+$/, 'must contain only ASCII letters, digits and symbols, so that everyone can type it');

/** Proved beside the link: the recipient's own account with its second factor, or a code mailed to a second address. */
export const requireTwoFactor = z.enum(['account', 'email-code']);
export type RequireTwoFactor = z.infer<typeof requireTwoFactor>;

export const signerInput = z.strictObject({
  email: emailAddress,
  name: singleLine(120),
  role: signerRole.default('signer'),
  order: z.int().min(1).max(100).optional(),
  locale: strict(z.string())
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
    .optional(),
  accessCode: accessCode.optional(),
  requireTwoFactor: requireTwoFactor.optional(),
  secondEmail: emailAddress
    .optional()
    .meta({ description: 'with requireTwoFactor email-code: where the codes go; another address than `email`' }),
});
export type SignerInput = z.infer<typeof signerInput>;
const hasAccessCode = z
  .boolean()
  .optional()
  .meta({ description: 'a code is kept for this recipient; it is never shown. Sent back, it keeps the code' });
/** Of a draft: as it is read, and as it may be sent back. */
export const plannedInput = signerInput.extend({ hasAccessCode });
export type PlannedInput = z.infer<typeof plannedInput>;

export const documentTitle = singleLine(255);
export const documentDescription = multiLine(2000);
/** Compared as they are written. */
export const documentTag = singleLine(50);
export const documentTags = z
  .array(documentTag)
  .max(LIMITS.tags)
  .transform((tags) => [...new Set(tags)]);
export const documentMetadata = z
  .record(
    strict(z.string()).regex(
      /^[A-Za-z][\w.-]{0,39}$/,
      'must be 1 to 40 letters, digits, ".", "_" or "-", a letter first',
    ),
    multiLine(500),
  )
  .refine(
    (pairs) => Object.keys(pairs).length <= LIMITS.metadataPairs,
    `must hold at most ${LIMITS.metadataPairs} pairs`,
  );

const listed = {
  id: idSchema('document'),
  title: z.string(),
  description: z.string().nullable(),
  filename: z.string(),
  status: documentStatus,
  page_count: z.int(),
  size_bytes: z.int(),
  sha256: z.string().meta({
    description:
      'SHA-256 of the original, which download?type=original gives, hexadecimal: the upload, or what it was repaired to',
  }),
  owner: z.object({ id: idSchema('user'), name: z.string(), email: z.string() }),
  signers: z.array(signer),
  signing_order: signingOrder,
  email_subject: z.string().nullable(),
  email_message: z.string().nullable(),
  expiration: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  sent_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  archived_at: timestamp.nullable(),
  deleted_at: timestamp.nullable().meta({ description: 'since when it lies in the trash' }),
  void_reason: z.string().nullable(),
  package_id: z.string().nullable(),
  template_id: z.string().nullable(),
  environment,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
};
/** A document as lists carry it: everything but its fields. */
export const documentListEntry = z.object(listed);
export type DocumentListEntry = z.infer<typeof documentListEntry>;
/** Page sizes in points, as displayed. */
const pageSizes = z.array(z.object({ width: z.number(), height: z.number() }));
/** Who is to sign a draft and where, kept until it is sent. */
export const plannedSending = z.object({
  signers: z.array(plannedInput.omit({ accessCode: true })),
  fields: z.array(fieldInput),
});
export type PlannedSending = z.infer<typeof plannedSending>;
export const document = z.object({
  ...listed,
  fields: z.array(field),
  planned: plannedSending
    .nullable()
    .meta({ description: 'of a draft: what sending takes where it is given no signers' }),
  pages: pageSizes,
  warnings: z.array(z.string()),
});
export type Document = z.infer<typeof document>;

/** The answer of the status endpoint: how many have signed, and where each signer stands. */
export const documentStatusObject = z.object({
  signedCount: z.int(),
  totalSigners: z.int(),
  completionPercentage: z.number(),
  status: documentStatus,
  signers: z.array(
    z.object({ email: z.string(), name: z.string(), status: signerStatus, signed_at: timestamp.nullable() }),
  ),
});

export const downloadObject = z.object({
  success: z.literal(true),
  downloadUrl: z.string(),
  filename: z.string(),
  expiresAt: timestamp,
});

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
  revocation: z.enum(['good', 'revoked', 'unknown']),
  revokedAt: timestamp.nullable(),
  trustedBy: z.string().nullable().meta({ description: 'whose word the trust in the signer rests on' }),
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
  excused: z.int().meta({ description: 'signatures that the upload came with, of authorities unknown here' }),
  sealedBy: z.string().nullable().meta({ description: 'whom the certificate of the seal names' }),
});

/** What can contradict an audit trail that is whole in itself (docs/verification.md says what each compares). */
export const trailFinding = z.object({
  code: z.enum([
    'trail-broken',
    'personal-data',
    'life-order',
    'entry-time',
    'document-status',
    'document-time',
    'document-title',
    'document-order',
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
    'recipient-list',
    'recipient-identity',
    'recipient-status',
    'recipient-time',
    'recipient-reason',
    'attachment',
    'certificate-row',
    'signature-missing',
    'signature-unrecorded',
    'signature-certificate',
    'signature-signer',
    'signature-revision',
    'signature-time',
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
  erased: z.int().meta({ description: 'entries whose personal data was erased, which is no fault' }),
});
export const trailCheck = { findings: trailFindings, personal: trailPersonal };

export const verificationObject = z.object({
  documentId: idSchema('document'),
  isValid: z.boolean(),
  signatures: z.array(signatureVerification),
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

export const apiKeyScope = z.enum(['documents:read', 'documents:write', 'templates', 'webhooks', 'admin']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;
export const apiKey = z.object({
  id: idSchema('apiKey'),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  display: z.string().meta({ description: 'prefix and last four characters, to recognise a key by' }),
  scopes: z.array(apiKeyScope),
  rate_limit: z.int().nullable(),
  created_by: z
    .object({ id: idSchema('user'), name: z.string() })
    .meta({ description: 'whose role bounds the key, and with whose membership it ends' }),
  rotated_at: timestamp.nullable(),
  previous_value_until: timestamp
    .nullable()
    .meta({ description: 'until when the value before the last rotation still works' }),
  suspended_at: timestamp.nullable().meta({
    description:
      'when the key stops working, or stopped: the organization requires a second factor and whoever answers for the key has none. Null again once they have.',
  }),
});
const usageCounts = {
  requests: z.int().meta({ description: 'requests that were counted against the key' }),
  refused: z.int().meta({ description: 'requests above its limit, answered with 429; they are not among the others' }),
};
export const apiKeyUsage = z.object({
  key_id: idSchema('apiKey'),
  ...usageCounts,
  hours: z
    .array(z.object({ hour: timestamp.meta({ description: 'when the hour begins' }), ...usageCounts }))
    .meta({ description: 'oldest first; the last one is the present hour' }),
});
export type ApiKeyUsage = z.infer<typeof apiKeyUsage>;
/** Days from the requirement of a second factor to the suspension of keys whose makers have none. */
export const SUSPENSION_DAYS = 7;
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyWithValue = apiKey.extend({ key: z.string() });

export const user = z.object({ id: idSchema('user'), name: z.string(), email: z.string() });
export const role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof role>;
export const sessionObject = z.object({
  user,
  organization: z.object({ id: idSchema('organization'), name: z.string(), plan: z.string() }),
  role,
  method: z.enum(['password', 'passkey', 'saml', 'oidc']).meta({ description: 'how the session began' }),
  operator: z.boolean().meta({ description: 'true: of the organization that runs this installation' }),
  expires_at: timestamp,
  time_zone: z.string().nullable().meta({ description: "of the person's profile, such as Europe/Berlin" }),
  two_factor_required: z.boolean().meta({
    description:
      'true: the organization requires a second factor and this session has none; all but setting one up is refused',
  }),
});

export const auditEntry = z.object({
  id: idSchema('audit'),
  stream: z.string(),
  sequence: z.int(),
  timestamp,
  actor: z.object({ kind: z.string(), id: z.string() }),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string() }),
  context: z.record(z.string(), z.unknown()),
  previous_hash: z.string(),
  hash: z.string(),
  bytes: z.string().meta({ description: 'the hashed bytes as stored (RFC 8785 JSON), base64' }),
  summary: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const mailSummary = z.object({
  id: idSchema('mail'),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  created_at: timestamp,
});
export const mail = mailSummary.extend({ from: z.string(), text: z.string(), html: z.string() });

/** A file that a signer attached to a field. */
export const attachment = z.object({
  id: idSchema('attachment'),
  field_id: idSchema('field'),
  signer_id: idSchema('signer'),
  filename: z.string(),
  content_type: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
  size_bytes: z.int(),
  sha256: z.string().meta({ description: 'of the attached file' }),
  uploaded_at: timestamp,
  signed_at: timestamp,
});
export type Attachment = z.infer<typeof attachment>;
/** The same for its signer, who may not have signed yet. */
export const ownAttachment = attachment.pick({
  field_id: true,
  filename: true,
  content_type: true,
  size_bytes: true,
  sha256: true,
});
export type OwnAttachment = z.infer<typeof ownAttachment>;

/** What the recipient has to do in one visit: only the documents that they are a recipient of. */
const signingPackage = z.object({
  id: idSchema('package'),
  title: z.string(),
  position: z.int().meta({ description: 'of this document among these, counted from 1' }),
  documents: z.array(
    z.object({
      document_id: idSchema('document'),
      signer_id: idSchema('signer').meta({ description: 'this recipient in that document' }),
      title: z.string(),
      status: signerStatus,
      document_status: documentStatus,
    }),
  ),
});
export type SigningPackage = z.infer<typeof signingPackage>;

/** What a recipient sees on the signing page. */
export const signingView = z.object({
  signer: z.object({
    id: idSchema('signer'),
    name: z.string(),
    email: z.string(),
    locale: z.string().nullable().meta({ description: 'the language that the sender named for this recipient' }),
    role: signerRole,
    status: signerStatus,
    signed_at: timestamp.nullable(),
  }),
  document: z.object({
    id: idSchema('document'),
    title: z.string(),
    filename: z.string(),
    status: documentStatus,
    sha256: z.string().meta({ description: 'of the file as it stands, which /pdf gives' }),
    sent_sha256: z.string().meta({ description: 'of the file as it was sent, before anybody signed' }),
    message: z.string().nullable(),
    sent_at: timestamp,
    expiration: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    sealed: z.boolean().meta({ description: 'the finished file can be downloaded' }),
  }),
  sender: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
  pages: pageSizes,
  fields: z.array(field.omit({ signer_id: true })),
  attachments: z.array(ownAttachment).meta({ description: 'files attached to these fields so far' }),
  others: z.array(z.object({ name: z.string(), status: signerStatus })),
  consent: z.object({
    version: z.string(),
    language: z.string().meta({ description: "of the text: the recipient's own, or English" }),
    text: z.string(),
  }),
  revision: z
    .int()
    .meta({ description: 'the newest revision; fetching the file or a page of it records that it was shown' }),
  blocked: z.enum(['NOT_YOUR_TURN', 'ALREADY_SIGNED']).nullable(),
  can_decline: z.boolean(),
  can_forward: z.boolean().meta({ description: 'not where an access code was given to this person alone' }),
  by_account: z
    .boolean()
    .meta({ description: 'opened by the account of this address, and not by a link that was mailed' }),
  package: signingPackage.nullable().meta({ description: 'null: the document was sent by itself' }),
});
export type SigningView = z.infer<typeof signingView>;

export const pageText = z.object({
  page: z.int(),
  width: z.number(),
  height: z.number(),
  lines: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
});
