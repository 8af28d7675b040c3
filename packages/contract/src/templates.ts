/** Templates and bulk sends as callers see them (ADR 29). */
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
/** Who takes part, before it is known by name. */
export const templateRoleInput = z.strictObject({
  name: roleName.meta({ description: 'such as Tenant; told apart from the others without regard to case' }),
  role: signerRole.default('signer'),
  order: z.int().min(1).max(100).optional(),
  requireTwoFactor: requireTwoFactor
    .optional()
    .meta({ description: 'of whoever has the role; with email-code, where the codes go is said when it is used' }),
});
export type TemplateRole = z.infer<typeof templateRoleInput>;

/** A field as in documents, its signer named by the role. */
export const templateFieldInput = fieldInputFor({ role: roleName });
export type TemplateField = z.infer<typeof templateFieldInput>;

const roles = z.array(templateRoleInput).min(1, 'must hold at least one role').max(LIMITS.signers);
const fields = fieldList(templateFieldInput, LIMITS.fields);
const days = z.int().min(1).max(LIMITS.expirationDaysMax);
export const reminders = z.strictObject({
  everyDays: z.int().min(1).max(30),
  max: z.int().min(1).max(20).default(3),
});

/** How a document is sent where the sender says nothing else. */
const DEFAULT_DAYS = "left out: the organization's default_expiration_days, 30 unless set";
export const expirationDays = days.optional().meta({ description: DEFAULT_DAYS });
export const remindersInput = reminders.nullable().optional().meta({
  description:
    "reminds whoever has not signed, every so many days, each at most `max` times; null: nobody; left out: the organization's default_reminders",
});

export const templateName = documentTitle;
/** What a version holds beside its name. */
const content = {
  roles: roles.optional(),
  fields: fields.optional(),
  signingOrder: signingOrder.optional(),
  emailSubject: singleLine(200).nullable().optional(),
  emailMessage: multiLine(2000).nullable().optional(),
};
const described = { name: templateName, description: multiLine(2000).nullable().optional() };

const templateMetadata = documentMetadata.optional().meta({
  description: 'Pairs of your own. Documents created from the template do not get them.',
});

export const templateInput = z.strictObject({
  ...described,
  metadata: templateMetadata,
  externalId: externalIdInput,
  documentId: idSchema('document').meta({
    description: 'whose file it is; roles and fields left out are taken from that document too',
  }),
  ...content,
});
export type TemplateInput = z.infer<typeof templateInput>;

/** In a form, what is not text is JSON. */
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
  name: templateName.optional().meta({ description: 'default: the name of the file' }),
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
    version: z.int().min(1).optional().meta({ description: 'the one this change was made from; another is a 409' }),
  })
  .refine(
    ({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'must change something',
  );
export type TemplateChange = z.infer<typeof templateChange>;

export const removeUnfitting = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
  .meta({
    description:
      'true: the server removes fields that do not fit the new file. false: when a field does not fit, nothing changes, and a 422 names each such field.',
  });

/** Beside the file; in a form all is text. */
export const templateFileForm = z.strictObject({
  password: filePassword,
  version: strict(z.string())
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1))
    .optional()
    .meta({ description: 'the one this change was made from; another is a 409' }),
  removeUnfitting,
});
export type TemplateFileForm = z.infer<typeof templateFileForm>;

const listed = {
  id: idSchema('template'),
  name: z.string(),
  description: z.string().nullable(),
  version: z.int(),
  shared: z.boolean().meta({ description: 'true: all of the organization may use it; false: its maker and admins' }),
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
  can_edit: z.boolean().meta({ description: 'whether this caller may change, share and delete it' }),
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
  file_version: z.int().meta({ description: 'the version that the file came with' }),
  fields: z.array(templateFieldInput),
  variables: z
    .array(z.string())
    .meta({ description: 'names of the variables in its text, such as [[company.name]], that its use has to fill in' }),
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  warnings: z.array(z.string()),
});
export type Template = z.infer<typeof template>;
export const templateVersion = z.object({
  version: z.int(),
  name: z.string(),
  roles: z.array(templateRoleInput),
  fields: z.int().meta({ description: 'how many' }),
  file_version: z.int().meta({ description: 'the version that its file came with' }),
  filename: z.string(),
  page_count: z.int(),
  sha256: z.string(),
  made_by: z.object({ id: idSchema('user'), name: z.string() }),
  created_at: timestamp,
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** How documents of it are sent; what is left out is as the template has it. */
export const templateSending = {
  expirationDays,
  emailSubject: singleLine(200).optional(),
  emailMessage: multiLine(2000).optional(),
  reminders: remindersInput,
};
/** Of a field with that key or label. */
export const fieldValues = z
  .record(singleLine(120), z.union([fieldText(TEMPLATE_LIMITS.bulkValueLength), z.number(), z.boolean()]))
  .refine((values) => Object.keys(values).length <= LIMITS.fields, `must hold at most ${LIMITS.fields} values`);

export const roleSigner = z.strictObject({
  role: roleName,
  email: emailAddress,
  name: singleLine(120),
  locale: strict(z.string())
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or pt-BR')
    .optional(),
  accessCode: accessCode.optional(),
  requireTwoFactor: requireTwoFactor.optional().meta({ description: 'default: as the role has it' }),
  secondEmail: emailAddress
    .optional()
    .meta({ description: 'with email-code: where the codes go; another address than `email`' }),
});

export const templateUse = z.strictObject({
  signers: z
    .array(roleSigner)
    .min(1, 'must name at least one signer')
    .max(LIMITS.signers)
    .meta({ description: 'Who has which role. Only cc and viewer roles can be left out' }),
  values: fieldValues.default({}).meta({
    description: 'Values of fields before anyone signs, by the key or else the label of the field',
  }),
  variables,
  title: documentTitle.optional().meta({ description: 'default: the name of the template' }),
  description: multiLine(2000).optional(),
  tags: documentTags.optional(),
  metadata: documentMetadata.optional(),
  externalId: externalIdInput,
  send: z
    .boolean()
    .default(false)
    .meta({ description: 'true: the document is sent immediately. false: it stays a draft' }),
  sendAt: sendAtInput,
  ...templateSending,
  callbackUrl,
  ...redirectInputs,
  ...notifyInputs,
});
export type TemplateUse = z.infer<typeof templateUse>;

// ---------------------------------------------------------------- create and send in one call
const flagPart = jsonPart(z.boolean());
/** Beside the file; what is not text is JSON. */
export const documentForm = z.strictObject({
  title: documentTitle.optional().meta({ description: 'default: the name of the file' }),
  description: multiLine(2000).optional(),
  password: filePassword,
  tags: jsonPart(documentTags).optional(),
  metadata: jsonPart(documentMetadata).optional(),
  externalId: externalIdInput,
  signers: jsonPart(z.array(signerInput).min(1, 'must name at least one signer').max(LIMITS.signers)),
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
  send: flagPart.default(true).meta({ description: 'false: a draft that keeps its recipients and fields' }),
  sendAt: sendAtInput,
});
export type DocumentForm = z.infer<typeof documentForm>;

/** Of a template instead of a file. */
export const documentOfTemplate = templateUse.extend({
  templateId: idSchema('template'),
  send: z.boolean().default(true).meta({ description: 'false: a draft that keeps its recipients and fields' }),
});
export type DocumentOfTemplate = z.infer<typeof documentOfTemplate>;

// ---------------------------------------------------------------- bulk sends
const COLUMN_LENGTH = 200;
/** Column -> what it holds; null: nothing of ours. */
const columnMapping = z
  .record(
    prose(z.string()).overwrite(withoutUnseen).min(1).max(COLUMN_LENGTH),
    prose(z.string()).overwrite(withoutUnseen).min(1).max(200).nullable(),
  )
  .refine((mapping) => Object.keys(mapping).length <= TEMPLATE_LIMITS.bulkColumns, 'has too many columns')
  .meta({
    description:
      'column -> `<role>.email`, `<role>.name`, `<role>.requireTwoFactor`, `<role>.secondEmail`, the key or label of a field, `variables.<name>`, `document.title`, or null to leave it out; columns of such names need none',
  });
/** Judged by hand, up to its first fault: ten thousand rows can hold half a million values, and a schema would speak of each. */
const bulkSendRowInput = prose(z.custom<Record<string, string | number | boolean | null>>())
  .superRefine((row: unknown, context) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return context.addIssue({ code: 'custom', message: 'must be an object: column -> value' });
    for (const [column, value] of Object.entries(row)) {
      const message =
        column.length > COLUMN_LENGTH
          ? `the name of a column must have at most ${COLUMN_LENGTH} characters`
          : typeof value === 'object' && value !== null
            ? 'must be a text, a number, true, false or null'
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
    'of each document; may hold columns, as in "Contract {{name}}". A column of titles goes before it. Default: the name of the template',
});
const ALL_OR_NOTHING =
  'true: nothing is sent while one row is wrong, which is answered with 422; false: wrong rows fail, and the others are sent';
const bulkRows = {
  rows: z
    .array(bulkSendRowInput)
    .min(1, 'must hold at least one row')
    .max(TEMPLATE_LIMITS.bulkRows, `must hold at most ${TEMPLATE_LIMITS.bulkRows} rows`)
    .meta({ description: 'column -> value, as a CSV file has them; at most 2 MB altogether, a CSV file 5 MB' }),
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
  wrong: z.int().meta({ description: 'rows that could not be sent' }),
  faults: z
    .array(z.object({ row: z.int(), field: z.string(), message: z.string(), code: z.string() }))
    .meta({ description: 'row, counted from 1 without the header, and column; the first 500' }),
  titles: z.array(z.string()).meta({ description: 'of the first three documents' }),
  warnings: z.array(z.string()).meta({
    description:
      'characters of names, titles and values that were removed or cannot be printed, with their row; the first 500',
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
  updated_at: timestamp.meta({ description: 'When it was created, or last started, finished, cancelled or retried.' }),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  external_id: z.string().nullable(),
  rows_erased_at: timestamp.nullable().meta({
    description: `when its rows, which hold what was sent to whom, were erased: ${TEMPLATE_LIMITS.bulkRowDays} days after it ended`,
  }),
});
export type BulkSend = z.infer<typeof bulkSend>;

export const bulkRowStatus = z.enum(['pending', 'sent', 'failed', 'cancelled']);
export type BulkRowStatus = z.infer<typeof bulkRowStatus>;
export const bulkSendRow = z.object({
  row: z.int().meta({ description: 'counted from 1, the header not included' }),
  status: bulkRowStatus,
  values: z.record(z.string(), z.string()).meta({ description: 'column -> value' }),
  document_id: idSchema('document').nullable(),
  error: z.object({ field: z.string(), message: z.string(), code: z.string() }).nullable(),
});
export type BulkSendRow = z.infer<typeof bulkSendRow>;
