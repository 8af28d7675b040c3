/** Documents, their signers, and the contents of a draft. */
import { z } from 'zod';
import { opaque, strict } from './field-class.ts';
import { field, fieldInput, recipientKey } from './fields.ts';
import { idSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { pageSizes } from './page-sizes.ts';
import { emailAddress, multiLine, singleLine, timestamp } from './values.ts';

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
    'The revision that the signer agrees to. The server must have shown this revision to the signer. Otherwise, the request fails with `REVISION_NOT_SHOWN`. Default: the newest revision that was shown.',
});

export const signer = z.object({
  id: idSchema('signer'),
  email: z
    .string()
    .meta({ description: 'If a recipient retrieves the document, this value is empty for all other recipients.' }),
  name: z.string(),
  role: signerRole,
  status: signerStatus,
  order: z.int(),
  signed_at: timestamp.nullable(),
  viewed_at: timestamp.nullable().meta({ description: 'When the recipient first saw the document.' }),
  delivery: z.literal('bounced').nullable().meta({
    description: '`bounced`: the last e-mail to this address was permanently rejected. Null if no failure is known.',
  }),
  declined_at: timestamp.nullable(),
  decline_reason: z.string().nullable(),
  access_code: z.enum(['none', 'required', 'locked']).meta({
    description: '`locked`: five wrong access codes were entered. To unlock the recipient, resend the invitation.',
  }),
  two_factor: z
    .object({
      kind: z.enum(['account', 'email-code']),
      second_email: z.string().nullable(),
      locked: z.boolean().meta({
        description:
          'True if the recipient is locked after five incorrect codes. To unlock the recipient, resend the invitation.',
      }),
    })
    .nullable()
    .meta({ description: 'The required recipient authentication. Null if none is required.' }),
});
export type Signer = z.infer<typeof signer>;

/**
 * The access code, which the sender gives the signer through a channel other than the e-mail with the link. It is
 * stored as an argon2id hash, even in a draft, and is never shown.
 */
export const accessCode = opaque(z.string())
  .trim()
  .min(4, 'must have at least 4 characters')
  .max(64)
  .regex(/^[\x20-\x7e]+$/, 'must contain only ASCII letters, digits and symbols, so that everyone can type it');

/**
 * Additional authentication for a recipient besides the link: their account with its second factor, or a code sent to a
 * second address.
 */
export const requireTwoFactor = z.enum(['account', 'email-code']);
export type RequireTwoFactor = z.infer<typeof requireTwoFactor>;

/** How tags in the text are handled. Every operation that sends a file accepts this option. */
export const placeTagsInput = z
  .union([z.boolean(), z.literal('auto')])
  .default('auto')
  .meta({
    description:
      'How to handle tags in the text of the document, such as {{signature:1}} (docs/integrate/field-tags.md). `auto`: the tags become fields if each of them refers to a signer. Otherwise the document is sent without these fields, and `warnings` explains why. `true`: the request fails with 422 if a tag cannot become a field. `false`: tags remain text.',
  });

/** A time in the future, with any UTC offset. */
export const sendAtInput = strict(z.iso.datetime({ offset: true }))
  .optional()
  .meta({
    description: `When to send the document, at most ${LIMITS.scheduleDaysMax} days from now (ISO 8601). The server validates the request now and again at that time. Until then, the document is a draft with \`scheduled_for\`.`,
  });

/** Notification settings for one recipient, or for all recipients without their own settings. */
export const notifyInputs = {
  notify: z.boolean().optional().meta({
    description:
      'If false, the server sends no e-mails to this recipient (no invitation, reminder, copy or notice), and you deliver the link yourself. Verification codes are still sent.',
  }),
  notifyCompletion: z.boolean().optional().meta({
    description: 'Whether the server sends the e-mail about the completed document. Default: the value of `notify`.',
  }),
};

export const signerInput = z.strictObject({
  key: recipientKey.optional().meta({
    description:
      'Your identifier for this recipient. Fields can refer to it. Required if several signers with fields have the same address.',
  }),
  email: emailAddress,
  name: singleLine(120),
  role: signerRole.default('signer'),
  order: z.int().min(1).max(100).optional(),
  locale: strict(z.string())
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
    .optional(),
  accessCode: accessCode.optional(),
  requireTwoFactor: requireTwoFactor.optional(),
  secondEmail: emailAddress.optional().meta({
    description:
      'The address for verification codes if `requireTwoFactor` is `email-code`. It must differ from `email`.',
  }),
  ...notifyInputs,
});
export type SignerInput = z.infer<typeof signerInput>;
const hasAccessCode = z.boolean().optional().meta({
  description:
    'True if an access code is stored for this recipient. The code is never returned. Send this value back unchanged to keep it.',
});
/** The content of a draft in responses and requests. */
export const plannedInput = signerInput.extend({ hasAccessCode });
export type PlannedInput = z.infer<typeof plannedInput>;

/** A recipient in the list that replaces the recipients of a sent document. */
export const recipientChange = z
  .strictObject({
    id: idSchema('signer').optional().meta({
      description:
        'ID of a recipient of this document. Properties that you omit keep their values. With a different `email`, another person replaces the recipient and gets their fields.',
    }),
    key: signerInput.shape.key,
    email: emailAddress.optional(),
    name: singleLine(120).optional(),
    role: signerRole.optional().meta({ description: 'Default for a recipient without `id`: `signer`.' }),
    order: signerInput.shape.order.meta({ description: 'Default: the position in the list.' }),
    locale: signerInput.shape.locale,
    accessCode: accessCode.nullable().optional().meta({ description: 'Access code. Send null to remove the code.' }),
    requireTwoFactor: requireTwoFactor.nullable().optional(),
    secondEmail: emailAddress.optional(),
    ...notifyInputs,
  })
  .superRefine(({ id, email, name }, context) => {
    if (id !== undefined) return;
    for (const [member, value] of Object.entries({ email, name }))
      if (value === undefined)
        context.addIssue({ code: 'custom', path: [member], message: 'is required for a recipient without an ID' });
  });
export type RecipientChange = z.infer<typeof recipientChange>;

export const documentTitle = singleLine(255);
export const documentDescription = multiLine(2000);
/** Tags are compared exactly, including case. */
export const documentTag = singleLine(50);
export const documentTags = z
  .array(documentTag)
  .max(LIMITS.tags)
  .overwrite((tags) => [...new Set(tags)]);
export const documentMetadata = z
  .record(
    strict(z.string()).regex(
      /^[A-Za-z][\w.-]{0,39}$/,
      'must be 1 to 40 letters, digits, ".", "_" or "-", starting with a letter',
    ),
    multiLine(500),
  )
  .refine(
    (pairs) => Object.keys(pairs).length <= LIMITS.metadataPairs,
    `must have at most ${LIMITS.metadataPairs} pairs`,
  );

export const EXTERNAL_ID_LENGTH = 200;
/** The caller's own ID for an object. */
export const externalId = singleLine(EXTERNAL_ID_LENGTH);
export const externalIdInput = externalId.optional().meta({
  description:
    'Your own ID for this object, at most 200 characters. It must be unique. Otherwise, the request fails with 409 `EXTERNAL_ID_TAKEN`.',
});

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
      'SHA-256 hash of the original in hexadecimal. The original is the uploaded file or its repaired version, and `download?type=original` returns it.',
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
  deleted_at: timestamp.nullable().meta({ description: 'When the document was moved to the trash.' }),
  void_reason: z.string().nullable(),
  package_id: z.string().nullable(),
  template_id: z.string().nullable(),
  environment,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  external_id: z.string().nullable(),
  scheduled_for: timestamp
    .nullable()
    .meta({ description: 'When the server will send this draft. Null if no send is scheduled.' }),
};
/** A document as it appears in lists, which includes everything except its fields. */
export const documentListEntry = z.object(listed);
const documentCount = z.object({
  total: z.int(),
  totalIsExact: z
    .boolean()
    .meta({ description: 'False if counting stopped at a limit. The actual number may then be higher.' }),
});
export type DocumentCount = z.infer<typeof documentCount>;
/** `all` covers every state except `archived`. Only `trash` counts documents in the trash. */
export const documentCounts = z.object({
  all: documentCount.meta({
    description: 'Documents in any state except `archived`, not including those in the trash.',
  }),
  ...(Object.fromEntries(DOCUMENT_STATUSES.map((status) => [status, documentCount])) as Record<
    DocumentStatus,
    typeof documentCount
  >),
  trash: documentCount,
});
export type DocumentCounts = z.infer<typeof documentCounts>;
export type DocumentListEntry = z.infer<typeof documentListEntry>;
/** The password of an encrypted PDF. Every operation that uploads a PDF accepts it. */
export const filePassword = opaque(z.string()).max(500, 'must have at most 500 characters').optional().meta({
  description:
    'Password of an encrypted PDF: the user password or the owner password. The server stores the document decrypted and does not store the password.',
});
/** The warnings that a sender must confirm before a document is sent. */
export const WARNING_CODES = ['unfinished_update'] as const;
export const warningCode = strict(z.enum(WARNING_CODES));
export type WarningCode = (typeof WARNING_CODES)[number];
/** The confirmed warnings, which every operation that sends documents accepts. */
export const acceptWarnings = z.array(warningCode).max(20).optional().meta({
  description:
    'Codes of the warnings in `warnings_to_accept` that you accept. If a code is missing, the request fails with 422.',
});
/** The signers of a draft and their fields, which are stored until the draft is sent. */
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
    .meta({ description: 'Recipients and fields of a draft. They are used if the send request does not contain any.' }),
  schedule_error: z
    .object({ code: z.string(), message: z.string(), field: z.string().nullable(), at: timestamp })
    .nullable()
    .meta({
      description: 'Why sending this draft at the scheduled time failed. Null after you schedule it again or send it.',
    }),
  variables: z
    .record(z.string(), z.string())
    .meta({ description: 'Values for the variables in the text of the template.' }),
  pages: pageSizes,
  warnings: z.array(z.string()).meta({
    description:
      'Warnings about the file, and about names, titles and values from which invisible control characters were removed or that contain characters that cannot be printed.',
  }),
  warnings_to_accept: z.array(z.enum(WARNING_CODES)).meta({
    description:
      'Warnings that need a decision. `unfinished_update`: the file ends with an incomplete update, and the pages show the version before it. To accept the warnings, send their codes in `acceptWarnings`.',
  }),
});
export type Document = z.infer<typeof document>;

/** The response of the status endpoint: the number of completed signatures, and the state of each signer. */
export const documentStatusObject = z.object({
  signedCount: z.int(),
  totalSigners: z.int(),
  completionPercentage: z.number(),
  status: documentStatus,
  scheduledFor: timestamp
    .optional()
    .meta({ description: 'When the server will send this draft. Absent if no send is scheduled.' }),
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
