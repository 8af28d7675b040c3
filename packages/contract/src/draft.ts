/** A draft that is still being edited. Input is stored as typed, so values may be missing or invalid. */
import { z } from 'zod';
import { accessCode, LIMITS, notifyInputs, requireTwoFactor, signerRole } from './resources.ts';
import { conditionInput, FIELD_LIMITS, fieldKind, recipientKey } from './fields.ts';
import { timestamp, withoutUnseen } from './values.ts';
import { opaque, prose, strict } from './field-class.ts';

const isText = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Text that is neither trimmed nor validated. Only text that the database cannot store is refused. */
const typed = (max: number) => prose(z.string()).max(max).overwrite(withoutUnseen).refine(isText, 'must be valid text');
/** The keys by which objects within a draft refer to each other. */
const key = strict(z.string()).regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/, 'must be a key such as r1');
/** Rounded fractions may exceed the page edge by this tolerance. */
const fraction = z.number().min(-0.001).max(1.001);

const draftRecipient = z.strictObject({
  key,
  name: typed(120),
  email: typed(254),
  role: signerRole.optional(),
  locale: typed(10).optional(),
  proof: z.enum(['link', ...requireTwoFactor.options]).optional(),
  secondEmail: typed(254).optional(),
  accessCode: accessCode.optional(),
  signerKey: recipientKey.optional().meta({ description: 'The `key` of this recipient in the API, if there is one.' }),
  ...notifyInputs,
  hasAccessCode: z.literal(true).optional().meta({
    description:
      'True if an access code is stored for this recipient. The code is never returned. Send this value back unchanged to keep it.',
  }),
});
export type DraftRecipient = z.infer<typeof draftRecipient>;

/** The limit for text in any field. The limit of each individual field is checked when the draft is sent. */
const detail = typed(FIELD_LIMITS.valueLength);
const draftDetails = z.strictObject({
  label: detail,
  suggested: detail,
  readOnly: z.boolean(),
  options: z.array(detail).max(FIELD_LIMITS.options),
  option: detail,
  minLength: detail,
  maxLength: detail,
  pattern: opaque(detail),
  patternMessage: detail,
  min: detail,
  max: detail,
  decimals: detail,
  when: z
    .strictObject({
      on: z.union([z.literal(''), key]),
      is: z.enum(['filled', 'empty', 'equals', 'notEquals']),
      value: detail,
      effect: z.enum(['show', 'require']),
    })
    .optional(),
});

const draftField = z.strictObject({
  key,
  kind: fieldKind,
  recipient: key,
  page: z.int().min(1).max(100_000),
  box: z
    .strictObject({ x: fraction, y: fraction, width: fraction, height: fraction })
    .meta({ description: 'Position as a fraction of the displayed page, from its top left corner.' }),
  required: z.boolean(),
  details: draftDetails.optional(),
  group: key.optional().meta({ description: 'For a radio button: the key of the first button in its group.' }),
  rest: z.strictObject({ key: key.optional(), condition: conditionInput.optional() }).optional(),
});

export const draftContent = z.strictObject({
  next: z.int().min(1).max(1_000_000).meta({ description: 'Number for the next key that the editor creates.' }),
  recipients: z.array(draftRecipient).max(LIMITS.signers),
  sequential: z.boolean(),
  where: z.enum(['page', 'fields']).meta({ description: '`page`: the signatures are on a signature page at the end.' }),
  tags: z.boolean(),
  // A radio group has one entry per button.
  fields: z.array(draftField).max(2 * LIMITS.fields),
  subject: typed(200),
  message: prose(z.string()).max(2000).refine(isText, 'must be valid text'),
  days: z.number(),
  reminders: z.strictObject({ everyDays: z.number(), max: z.number() }).nullable(),
});
export type DraftContent = z.infer<typeof draftContent>;

/**
 * Identifies the page that saved the draft, and the number of the save. An earlier save from the same page never
 * replaces a later one.
 */
export const draftSave = z.strictObject({
  editor: strict(z.string()).regex(/^[A-Za-z0-9-]{8,64}$/, 'must be 8 to 64 letters, digits or -'),
  number: z.int().min(1),
});

export const savedDraft = z.object({
  revision: z.int().meta({ description: 'Revision of the saved draft. It increases with each save.' }),
  editor: z.string().nullable().meta({ description: 'The browser page that last saved the draft.' }),
  saved_by: z.string().nullable().meta({ description: 'Name of the person who last saved the draft.' }),
  saved_at: timestamp.nullable(),
  warnings: z.array(z.string()).meta({ description: 'Warnings about the input.' }),
});
export type SavedDraft = z.infer<typeof savedDraft>;

/** The maximum size of the stored content, in bytes of JSON. */
export const DRAFT_MAX_BYTES = 512 * 1024;
