/** Resources as callers see them (interface.md part 2, decisions §3). Times are ISO 8601, UTC, milliseconds. */
import { z } from 'zod';
import { idSchema } from './ids.ts';

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
  downloadLinkMinutes: 15,
  signingSessionMinutes: 30,
} as const;

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC, milliseconds' });
/** Half a character (a lone surrogate) is no text: neither the database nor the audit trail can hold it. */
const wellFormed = (value: string) => value.isWellFormed();
const BROKEN = 'holds half a character; is it encoded as UTF-8?';

/** One line. Control characters and line separators would end up in mail headers, file names and log lines. */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** Running text: tabs and line breaks are fine, other control characters are not. */
export const multiLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** Compared in lower case; kept as typed. 254 is the longest path of RFC 5321 §4.5.3.1.3. */
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('must be an e-mail address such as name@example.com'));

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

export const FIELD_KINDS = ['signature', 'name', 'email', 'date', 'text', 'checkbox'] as const;
export const fieldKind = z.enum(FIELD_KINDS);
export type FieldKind = z.infer<typeof fieldKind>;

/** A place on a page, in points, origin at the top left of the page as it is displayed; pages count from 1. */
const place = {
  page: z.int().min(1).max(100_000),
  x: z.number().min(0).max(14_400),
  y: z.number().min(0).max(14_400),
  width: z.number().min(8).max(14_400),
  height: z.number().min(8).max(14_400),
};

export const field = z.object({
  id: idSchema('field'),
  kind: fieldKind,
  signer_id: idSchema('signer'),
  ...place,
  required: z.boolean(),
  label: z.string().nullable(),
  value: z.string().nullable(),
});
export type Field = z.infer<typeof field>;

/** A field as a sender places it; `signer` is the e-mail address of one of the signers. */
export const fieldInput = z.strictObject({
  kind: fieldKind,
  signer: emailAddress,
  ...place,
  required: z.boolean().default(true),
  label: singleLine(120).optional(),
});

export const signer = z.object({
  id: idSchema('signer'),
  email: z.string(),
  name: z.string(),
  role: signerRole,
  status: signerStatus,
  order: z.int(),
  signed_at: timestamp.nullable(),
  viewed_at: timestamp.nullable(),
});
export type Signer = z.infer<typeof signer>;

export const signerInput = z.strictObject({
  email: emailAddress,
  name: singleLine(120),
  role: signerRole.default('signer'),
  order: z.int().min(1).max(100).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
    .optional(),
});
export type SignerInput = z.infer<typeof signerInput>;

const listed = {
  id: idSchema('document'),
  title: z.string(),
  description: z.string().nullable(),
  filename: z.string(),
  status: documentStatus,
  page_count: z.int(),
  size_bytes: z.int(),
  sha256: z.string().meta({ description: 'SHA-256 of the uploaded file, hexadecimal' }),
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
export const document = z.object({
  ...listed,
  fields: z.array(field),
  pages: pageSizes,
  warnings: z.array(z.string()),
});
export type Document = z.infer<typeof document>;

/** interface.md part 2, "Document status object". */
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
  field: z.string(),
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  timestamp: z.object({ time: timestamp.nullable(), authority: z.string(), isValid: z.boolean() }).nullable(),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), serial: z.string(), validFrom: timestamp, validTo: timestamp })
    .nullable(),
  coversWholeDocument: z.boolean(),
  changesAfterSigning: z.array(z.string()),
  revocation: z.enum(['good', 'revoked', 'unknown']),
  reasons: z.array(z.string()),
});

/** interface.md part 2, "Verification object". `signatures` are the signers'; the service's own are under `seal`. */
export const verificationObject = z.object({
  documentId: idSchema('document'),
  isValid: z.boolean(),
  signatures: z.array(signatureVerification),
  verifiedAt: timestamp,
  verdict: z.string(),
  seal: z
    .object({ isValid: z.boolean(), level: z.string().nullable(), signatures: z.array(signatureVerification) })
    .nullable(),
  auditTrail: z.object({ isValid: z.boolean(), entries: z.int(), headHash: z.string().nullable() }),
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
});
export type ApiKey = z.infer<typeof apiKey>;

export const user = z.object({ id: idSchema('user'), name: z.string(), email: z.string() });
export const role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof role>;
export const sessionObject = z.object({
  user,
  organization: z.object({ id: idSchema('organization'), name: z.string(), plan: z.string() }),
  role,
  expires_at: timestamp,
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

/** What a recipient sees on the signing page. */
export const signingView = z.object({
  signer: z.object({
    id: idSchema('signer'),
    name: z.string(),
    email: z.string(),
    role: signerRole,
    status: signerStatus,
    signed_at: timestamp.nullable(),
  }),
  document: z.object({
    id: idSchema('document'),
    title: z.string(),
    filename: z.string(),
    status: documentStatus,
    sha256: z.string(),
    message: z.string().nullable(),
    sent_at: timestamp,
    expiration: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    sealed: z.boolean().meta({ description: 'the finished file can be downloaded' }),
  }),
  sender: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
  pages: pageSizes,
  fields: z.array(field.omit({ signer_id: true })),
  others: z.array(z.object({ name: z.string(), status: signerStatus })),
  consent: z.object({ version: z.string(), text: z.string() }),
  revision: z.int().meta({ description: 'the revision shown; it goes into the evidence' }),
  blocked: z.enum(['NOT_YOUR_TURN', 'ALREADY_SIGNED']).nullable(),
});
export type SigningView = z.infer<typeof signingView>;

export const pageText = z.object({
  page: z.int(),
  width: z.number(),
  height: z.number(),
  lines: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
});
