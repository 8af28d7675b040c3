/** Templates and bulk sends, as returned by the API (ADR 29). */
import { z } from 'zod';
import { redirectInputs } from './embedding.ts';
import { callbackUrl } from './callback-url.ts';
import { fieldInput, fieldInputFor, fieldList } from './fields.ts';
import { jsonFault } from './json-bounds.ts';
import { idSchema } from './ids.ts';
import {
  filePassword,
  accessCode,
  documentMetadata,
  documentTags,
  documentTitle,
  externalIdInput,
  environment,
  LIMITS,
  notifyInputs,
  placeTagsInput,
  sendAtInput,
  requireTwoFactor,
  signerInput,
  signerRole,
  signingOrder,
  warningCode,
} from './resources.ts';
import { variables } from './template-variables.ts';
import { emailAddress, fieldText, multiLine, singleLine, timestamp, withoutUnseen } from './values.ts';
import { prose, strict } from './field-class.ts';

export const TEMPLATE_LIMITS = {
  bulkRows: 10_000,
  bulkFileBytes: 5 * 1024 * 1024,
  bulkRunning: 10,
  bulkColumns: 500,
  bulkValueLength: 2000,
  bulkRowDays: 90,
} as const;

export const roleName = singleLine(60);
/** The roles in a template, whose recipients are not known yet. */
export const templateRoleInput = z.strictObject({
  name: roleName.meta({ description: 'Name of the role, such as `Tenant`. Case is ignored.' }),
  role: signerRole.default('signer'),
  order: z.int().min(1).max(100).optional(),
  requireTwoFactor: requireTwoFactor.optional().meta({
    description:
      'Recipient authentication that the role requires. For `email-code`, set the second address (`secondEmail`) when you use the template.',
  }),
});
export type TemplateRole = z.infer<typeof templateRoleInput>;

/** A document field whose signer is a role. */
export const templateFieldInput = fieldInputFor({ role: roleName });
export type TemplateField = z.infer<typeof templateFieldInput>;

const roles = z.array(templateRoleInput).min(1, 'must have at least one role').max(LIMITS.signers);
const fields = fieldList(templateFieldInput, LIMITS.fields);
const days = z.int().min(1).max(LIMITS.expirationDaysMax);
export const reminders = z.strictObject({
  everyDays: z.int().min(1).max(30),
  max: z.int().min(1).max(20).default(3),
});

/** The default options for sending a document. */
const DEFAULT_DAYS = "Default: the organization's `default_expiration_days`, which is 30 unless changed.";
export const expirationDays = days.optional().meta({ description: DEFAULT_DAYS });
export const remindersInput = reminders.nullable().optional().meta({
  description:
    'Recipients who have not signed get a reminder every `everyDays` days, at most `max` times. If null, there are no reminders. Default: `default_reminders` of the organization.',
});

export const templateName = documentTitle;
/** The content of a template version, without its name. */
const content = {
  roles: roles.optional(),
  fields: fields.optional(),
  signingOrder: signingOrder.optional(),
  emailSubject: singleLine(200).nullable().optional(),
  emailMessage: multiLine(2000).nullable().optional(),
};
const described = { name: templateName, description: multiLine(2000).nullable().optional() };

const templateMetadata = documentMetadata.optional().meta({
  description: 'Your own key-value pairs. They are not copied to documents created from the template.',
});

export const templateInput = z.strictObject({
  ...described,
  metadata: templateMetadata,
  externalId: externalIdInput,
  documentId: idSchema('document').meta({
    description:
      'Document whose file the template uses. If you do not send roles or fields, they are copied from this document.',
  }),
  ...content,
});
export type TemplateInput = z.infer<typeof templateInput>;

/** In a form, values other than text are encoded as JSON. */
const jsonPart = <S extends z.ZodType>(schema: S) =>
  strict(z.string())
    .transform((text, context): unknown => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON, such as ["lease"] for a list' });
        return z.NEVER;
      }
      const tooLarge = jsonFault(value);
      if (!tooLarge) return value;
      context.addIssue({ code: 'custom', path: [...tooLarge.path], message: tooLarge.message });
      return z.NEVER;
    })
    .pipe(schema);

export const templateForm = z.strictObject({
  ...described,
  name: templateName.optional().meta({ description: 'Name of the template. Default: the file name.' }),
  metadata: jsonPart(documentMetadata).optional(),
  externalId: externalIdInput,
  password: filePassword,
  roles: jsonPart(roles).optional(),
  fields: jsonPart(fields).optional(),
  signingOrder: content.signingOrder,
  emailSubject: singleLine(200).optional(),
  emailMessage: multiLine(2000).optional(),
});
export type TemplateForm = z.infer<typeof templateForm>;

export const templateChange = z
  .strictObject({
    name: templateName.optional(),
    description: described.description,
    metadata: templateMetadata,
    ...content,
    version: z.int().min(1).optional().meta({
      description: 'The version that this change is based on. If it is outdated, the request fails with 409.',
    }),
  })
  .refine(
    ({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'must contain at least one change',
  );
export type TemplateChange = z.infer<typeof templateChange>;

export const removeUnfitting = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
  .meta({
    description:
      'If true, the server removes fields that do not fit the new file. If false and a field does not fit, nothing changes, and the response is 422 with an error for each such field.',
  });

/** This data is sent with the file in a form, so all values are text. */
export const templateFileForm = z.strictObject({
  password: filePassword,
  version: strict(z.string())
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1))
    .optional()
    .meta({ description: 'The version that this change is based on. If it is outdated, the request fails with 409.' }),
  removeUnfitting,
});
export type TemplateFileForm = z.infer<typeof templateFileForm>;

const listed = {
  id: idSchema('template'),
  name: z.string(),
  description: z.string().nullable(),
  version: z.int(),
  shared: z.boolean().meta({
    description:
      'True if the whole organization can use the template. False if only its creator and admins can use it.',
  }),
  owner: z.object({ id: idSchema('user'), name: z.string(), email: z.string() }),
  filename: z.string(),
  page_count: z.int(),
  size_bytes: z.int(),
  sha256: z.string(),
  roles: z.array(templateRoleInput),
  signing_order: signingOrder,
  email_subject: z.string().nullable(),
  email_message: z.string().nullable(),
  environment,
  can_edit: z.boolean().meta({ description: 'True if you can change, share and delete the template.' }),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  metadata: z.record(z.string(), z.string()),
  external_id: z.string().nullable(),
};
export const templateListEntry = z.object(listed);
export type TemplateListEntry = z.infer<typeof templateListEntry>;
export const template = z.object({
  ...listed,
  file_version: z.int().meta({ description: 'The version that introduced the file.' }),
  fields: z.array(templateFieldInput),
  variables: z.array(z.string()).meta({
    description:
      'Names of the variables in the text of the template, such as `[[company.name]]`. They need values when you use the template.',
  }),
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  warnings: z.array(z.string()),
});
export type Template = z.infer<typeof template>;
export const templateVersion = z.object({
  version: z.int(),
  name: z.string(),
  roles: z.array(templateRoleInput),
  fields: z.int().meta({ description: 'Number of fields.' }),
  file_version: z.int().meta({ description: 'The version that introduced the file.' }),
  filename: z.string(),
  page_count: z.int(),
  sha256: z.string(),
  made_by: z.object({ id: idSchema('user'), name: z.string() }),
  created_at: timestamp,
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** Options for sending documents from the template. Members that are omitted default to the values in the template. */
export const templateSending = {
  expirationDays,
  emailSubject: singleLine(200).optional(),
  emailMessage: multiLine(2000).optional(),
  reminders: remindersInput,
};
/** The values of fields, by the key or label of the field. */
export const fieldValues = z
  .record(singleLine(120), z.union([fieldText(TEMPLATE_LIMITS.bulkValueLength), z.number(), z.boolean()]))
  .refine((values) => Object.keys(values).length <= LIMITS.fields, `must have at most ${LIMITS.fields} values`);

export const roleSigner = z.strictObject({
  role: roleName,
  email: emailAddress,
  name: singleLine(120),
  locale: strict(z.string())
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
    .optional(),
  accessCode: accessCode.optional(),
  requireTwoFactor: requireTwoFactor.optional().meta({ description: 'Default: the setting in the role.' }),
  secondEmail: emailAddress.optional().meta({
    description: 'Address for verification codes if `requireTwoFactor` is `email-code`. It must differ from `email`.',
  }),
});

export const templateUse = z.strictObject({
  signers: z
    .array(roleSigner)
    .min(1, 'must include at least one signer')
    .max(LIMITS.signers)
    .meta({ description: 'The person for each role. Only `cc` and `viewer` roles can be omitted.' }),
  values: fieldValues.default({}).meta({
    description:
      'Values that are filled in before the first signature. Each property name is the key or label of a field.',
  }),
  variables,
  title: documentTitle.optional().meta({ description: 'Title of the document. Default: the name of the template.' }),
  description: multiLine(2000).optional(),
  tags: documentTags.optional(),
  metadata: documentMetadata.optional(),
  externalId: externalIdInput,
  send: z
    .boolean()
    .default(false)
    .meta({ description: 'If true, the document is sent immediately. If false, it remains a draft.' }),
  sendAt: sendAtInput,
  ...templateSending,
  callbackUrl,
  ...redirectInputs,
  ...notifyInputs,
});
export type TemplateUse = z.infer<typeof templateUse>;

// ---------------------------------------------------------------- creating and sending in one call
const flagPart = jsonPart(z.boolean());
/** This data is sent with the file in a form, so values other than text are encoded as JSON. */
export const documentForm = z.strictObject({
  title: documentTitle.optional().meta({ description: 'Title of the document. Default: the file name.' }),
  description: multiLine(2000).optional(),
  password: filePassword,
  tags: jsonPart(documentTags).optional(),
  metadata: jsonPart(documentMetadata).optional(),
  externalId: externalIdInput,
  signers: jsonPart(z.array(signerInput).min(1, 'must include at least one signer').max(LIMITS.signers)),
  fields: jsonPart(fieldList(fieldInput, LIMITS.fields)).optional(),
  signingOrder: signingOrder.default('parallel'),
  placeTags: jsonPart(placeTagsInput.removeDefault())
    .default('auto')
    .meta({
      description: placeTagsInput.meta()?.description ?? '',
    }),
  expirationDays: jsonPart(days).optional().meta({ description: DEFAULT_DAYS }),
  emailSubject: singleLine(200).optional(),
  emailMessage: multiLine(2000).optional(),
  reminders: jsonPart(reminders.nullable()).optional(),
  acceptWarnings: jsonPart(z.array(warningCode).max(20)).optional(),
  callbackUrl,
  ...redirectInputs,
  notify: flagPart.optional(),
  notifyCompletion: flagPart.optional(),
  send: flagPart.default(true).meta({
    description: 'If true, the document is sent. If false, it remains a draft with its recipients and fields.',
  }),
  sendAt: sendAtInput,
});
export type DocumentForm = z.infer<typeof documentForm>;

/** A document that is created from a template instead of a file. */
export const documentOfTemplate = templateUse.extend({
  templateId: idSchema('template'),
  send: z.boolean().default(true).meta({
    description: 'If true, the document is sent. If false, it remains a draft with its recipients and fields.',
  }),
});
export type DocumentOfTemplate = z.infer<typeof documentOfTemplate>;

// ---------------------------------------------------------------- bulk sends
const COLUMN_LENGTH = 200;
/** Maps each column to its meaning. Null means that the column is ignored. */
const columnMapping = z
  .record(
    prose(z.string()).overwrite(withoutUnseen).min(1).max(COLUMN_LENGTH),
    prose(z.string()).overwrite(withoutUnseen).min(1).max(200).nullable(),
  )
  .refine((mapping) => Object.keys(mapping).length <= TEMPLATE_LIMITS.bulkColumns, 'has too many columns')
  .meta({
    description:
      'Maps each column to `<role>.email`, `<role>.name`, `<role>.requireTwoFactor`, `<role>.secondEmail`, the key or label of a field, `variables.<name>` or `document.title`, or to null to ignore it. Columns with such names need no mapping.',
  });
/**
 * Validated by separate code, which stops at the first error. Ten thousand rows can contain half a million values, and
 * a schema would report every error.
 */
const bulkSendRowInput = prose(z.custom<Record<string, string | number | boolean | null>>())
  .superRefine((row: unknown, context) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return context.addIssue({ code: 'custom', message: 'must be an object that maps columns to values' });
    for (const [column, value] of Object.entries(row)) {
      const message =
        column.length > COLUMN_LENGTH
          ? `must have a column name of at most ${COLUMN_LENGTH} characters`
          : typeof value === 'object' && value !== null
            ? 'must be text, a number, true, false or null'
            : undefined;
      if (message !== undefined) return context.addIssue({ code: 'custom', path: [column], message });
    }
  })
  .meta({
    type: 'object',
    propertyNames: { type: 'string', maxLength: COLUMN_LENGTH },
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  });
const bulkTitle = documentTitle.optional().meta({
  description:
    'Title of each document. It can include values from columns, as in `Contract {{name}}`. If the rows have a title column, its titles are used instead. Default: the name of the template.',
});
const ALL_OR_NOTHING =
  'If true and a row is invalid, nothing is sent and the request fails with 422. If false, invalid rows fail and all other rows are sent.';
const bulkRows = {
  rows: z
    .array(bulkSendRowInput)
    .min(1, 'must have at least one row')
    .max(TEMPLATE_LIMITS.bulkRows, `must have at most ${TEMPLATE_LIMITS.bulkRows} rows`)
    .meta({
      description:
        'One object per row, which maps columns to values. At most 2 MB in total. A CSV file can have up to 5 MB.',
    }),
  mapping: columnMapping.optional(),
  title: bulkTitle,
};
const bulkForm = { mapping: jsonPart(columnMapping).optional(), title: bulkTitle };
export const bulkCheckInput = z.strictObject(bulkRows);
export type BulkCheckInput = z.infer<typeof bulkCheckInput>;
export const bulkCheckForm = z.strictObject(bulkForm);
export type BulkCheckForm = z.infer<typeof bulkCheckForm>;
export const bulkSendInput = z.strictObject({
  ...bulkRows,
  allOrNothing: z.boolean().default(false).meta({ description: ALL_OR_NOTHING }),
  externalId: externalIdInput,
  ...templateSending,
});
export type BulkSendInput = z.infer<typeof bulkSendInput>;
export const bulkSendForm = z.strictObject({
  ...bulkForm,
  allOrNothing: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description: ALL_OR_NOTHING }),
  externalId: externalIdInput,
  expirationDays: strict(z.string())
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .pipe(days)
    .optional()
    .meta({ description: DEFAULT_DAYS }),
  emailSubject: templateSending.emailSubject,
  emailMessage: templateSending.emailMessage,
  reminders: jsonPart(reminders).optional(),
});
export type BulkSendForm = z.infer<typeof bulkSendForm>;

export const bulkCheck = z.object({
  total: z.int(),
  wrong: z.int().meta({ description: 'Number of rows that cannot be sent.' }),
  faults: z
    .array(z.object({ row: z.int(), field: z.string(), message: z.string(), code: z.string() }))
    .meta({ description: 'The first 500 errors, with the row (starting at 1, without the header) and the column.' }),
  titles: z.array(z.string()).meta({ description: 'Titles of the first three documents.' }),
  warnings: z.array(z.string()).meta({
    description:
      'The first 500 warnings, with their rows. They concern characters in names, titles and values that were removed or cannot be printed.',
  }),
});
export type BulkCheck = z.infer<typeof bulkCheck>;

export const bulkSendStatus = z.enum(['running', 'completed', 'cancelled']);
export const bulkSend = z.object({
  id: idSchema('bulkSend'),
  template_id: idSchema('template'),
  template_name: z.string(),
  template_version: z.int(),
  title: z.string().nullable(),
  status: bulkSendStatus,
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  pending: z.int(),
  created_by: z.object({ id: idSchema('user'), name: z.string() }),
  created_at: timestamp,
  updated_at: timestamp.meta({
    description: 'When the bulk send was created, or last started, finished, canceled or retried.',
  }),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  external_id: z.string().nullable(),
  rows_erased_at: timestamp.nullable().meta({
    description: `When the rows with recipients and values were deleted, which happens ${TEMPLATE_LIMITS.bulkRowDays} days after the bulk send ends.`,
  }),
});
export type BulkSend = z.infer<typeof bulkSend>;

export const bulkRowStatus = z.enum(['pending', 'sent', 'failed', 'cancelled']);
export type BulkRowStatus = z.infer<typeof bulkRowStatus>;
export const bulkSendRow = z.object({
  row: z.int().meta({ description: 'Number of the row, starting at 1, without the header.' }),
  status: bulkRowStatus,
  values: z.record(z.string(), z.string()).meta({ description: 'Maps columns to values.' }),
  document_id: idSchema('document').nullable(),
  error: z.object({ field: z.string(), message: z.string(), code: z.string() }).nullable(),
});
export type BulkSendRow = z.infer<typeof bulkSendRow>;
