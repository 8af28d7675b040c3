/** Fields that signers fill in: their kinds, their positions, and the input of each kind (ADR 15). */
import { z } from 'zod';
import { FIELD_KINDS, type FieldKind, kindsTaking } from './field-kinds.ts';
import { idSchema } from './ids.ts';
import { PATTERN_MAX_LENGTH, patternCost, PatternError, PATTERNS_BUDGET } from './pattern.ts';
import { emailAddress, fieldText, singleLine } from './values.ts';
import { opaque, strict } from './field-class.ts';

export { FIELD_KINDS, type FieldKind, fieldKindOf, isTagKind, type TagKind } from './field-kinds.ts';
export const fieldKind = z.enum(FIELD_KINDS);

export const FIELD_LIMITS = {
  valueLength: 2000,
  options: 100,
  decimals: 10,
  attachments: 20,
  attachmentBytes: 10 * 1024 * 1024,
} as const;

/** A position on a page, in points from the top left corner of the displayed page. Page numbers start at 1. */
export const placeMembers = {
  page: z.int().min(1).max(100_000),
  x: z.number().min(0).max(14_400),
  y: z.number().min(0).max(14_400),
  width: z.number().min(8).max(14_400),
  height: z.number().min(8).max(14_400),
};

/** An option of a radio group, and the position of its button. */
export const radioOption = z.strictObject({ value: singleLine(120), ...placeMembers });
export type RadioOption = z.infer<typeof radioOption>;

/** The key that conditions use to refer to a field. The key is unique within its document. */
const fieldKey = strict(z.string()).regex(
  /^[A-Za-z][A-Za-z0-9_-]{0,59}$/,
  'must start with a letter and contain only letters, digits, _ or - (60 characters at most)',
);

export const conditionValue = z.union([singleLine(FIELD_LIMITS.valueLength), z.number(), z.boolean()]);
const conditionMembers = {
  equals: conditionValue.optional(),
  notEquals: conditionValue.optional(),
  oneOf: z.array(singleLine(120)).min(1).max(FIELD_LIMITS.options).optional(),
  filled: z.boolean().optional().meta({ description: 'True if the field has a value.' }),
};
const conditionEffect = z.enum(['show', 'require']).meta({
  description:
    '`show`: the field is hidden unless the condition is met. `require`: the field is optional unless the condition is met.',
});
const OPERATORS = ['equals', 'notEquals', 'oneOf', 'filled'] as const;

export const conditionInput = z
  .strictObject({
    field: fieldKey.meta({ description: 'The key of an earlier field of the same signer.' }),
    effect: conditionEffect.default('show'),
    ...conditionMembers,
  })
  .superRefine((condition, context) => {
    if (OPERATORS.filter((operator) => condition[operator] !== undefined).length !== 1)
      context.addIssue({ code: 'custom', message: `must have exactly one of ${OPERATORS.join(', ')}` });
  })
  .meta({ description: 'When the field is shown or required. A field without a condition is always shown.' });

/** A position relative to text in the document. */
export const anchor = z
  .strictObject({
    text: opaque(singleLine(200)),
    dx: z
      .number()
      .min(-14_400)
      .max(14_400)
      .default(0)
      .meta({ description: 'Offset to the right from the start of the anchor text, in points.' }),
    dy: z
      .number()
      .min(-14_400)
      .max(14_400)
      .default(0)
      .meta({ description: 'Offset downward from the top of the anchor text, in points.' }),
    occurrence: z.int().min(1).max(1000).optional().meta({
      description:
        'Which occurrence of the text to use, counted from the first page. Default: all. Each occurrence gets a field.',
    }),
    width: placeMembers.width.optional(),
    height: placeMembers.height.optional(),
  })
  .meta({
    description:
      'Text in the document at which the field is placed, instead of coordinates. Case matters, but the number of spaces does not.',
  });

/** Validation rules for text and numbers. The kind of the field determines which rules apply. */
export const fieldValidation = z.object({
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  message: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.int().optional(),
});
export type FieldValidation = z.infer<typeof fieldValidation>;

export const field = z.object({
  id: idSchema('field'),
  kind: fieldKind,
  signer_id: idSchema('signer'),
  ...placeMembers,
  required: z.boolean(),
  label: z.string().nullable(),
  value: z.string().nullable().meta({ description: 'The entered value. A checked box has the value `"true"`.' }),
  default: z
    .string()
    .nullable()
    .meta({ description: 'The value that the sender suggests. A checked box has the value `"true"`.' }),
  read_only: z.boolean(),
  options: z
    .array(z.union([z.string(), radioOption]))
    .nullable()
    .meta({
      description: 'For a dropdown, the option labels. For a radio group, the value and position of each button.',
    }),
  validation: fieldValidation.nullable(),
  key: z.string().nullable(),
  condition: z
    .object({ field: idSchema('field'), effect: conditionEffect, ...conditionMembers })
    .nullable()
    .meta({
      description: 'When the field is shown or required. `field` is the ID of the field that the condition depends on.',
    }),
});
export type Field = z.infer<typeof field>;

const base = {
  required: z.boolean().default(true),
  label: singleLine(120).optional(),
  key: fieldKey.optional(),
  condition: conditionInput.optional(),
};
const readOnly = z.boolean().default(false).meta({
  description: 'The default value is written into the document when it is sent. Recipients cannot change it.',
});
const length = z.int().min(0).max(FIELD_LIMITS.valueLength);

export const textValidation = z
  .strictObject({
    minLength: length.optional(),
    maxLength: length.min(1).optional(),
    pattern: opaque(z.string())
      .min(1)
      .max(PATTERN_MAX_LENGTH)
      .optional()
      .meta({
        description: `Regular expression that the whole value must match. The value can then have at most ${PATTERN_MAX_LENGTH} characters.`,
      }),
    message: singleLine(200)
      .optional()
      .meta({ description: 'Shown to signers whose value does not match the pattern.' }),
  })
  .superRefine(({ minLength = 0, maxLength = Infinity, pattern, message }, context) => {
    if (minLength > maxLength) fault(context, 'minLength', 'must not be greater than `maxLength`');
    if (message !== undefined && pattern === undefined) fault(context, 'message', 'requires a pattern');
  });

const bound = z.number().min(-1e15).max(1e15);
export const numberValidation = z
  .strictObject({
    min: bound.optional(),
    max: bound.optional(),
    decimals: z
      .int()
      .min(0)
      .max(FIELD_LIMITS.decimals)
      .optional()
      .meta({ description: 'Maximum number of decimal places.' }),
  })
  .superRefine(({ min = -Infinity, max = Infinity }, context) => {
    if (min > max) fault(context, 'min', 'must not be greater than `max`');
  });

/**
 * A field as a sender places it. `whose` is the member that identifies the signer: `{signer: …}` in a document, or a
 * role in a template. Each kind accepts only its own members.
 */
export function fieldInputFor<Whose extends z.ZodRawShape>(whose: Whose) {
  const everywhere = { ...whose, ...base };
  const placed = { ...everywhere, ...optionalPlace, anchor: anchor.optional() };
  const shown = <Kind extends FieldKind>(...kinds: readonly Kind[]) =>
    z.strictObject({ kind: z.enum(kinds), ...placed });
  return z
    .discriminatedUnion('kind', [
      shown(...kindsTaking('mark'), ...kindsTaking('file')),
      shown('date').extend({ default: strict(z.iso.date('must be a date such as 2026-11-20')).optional(), readOnly }),
      shown('email').extend({ default: emailAddress.optional(), readOnly }),
      shown(...kindsTaking('text')).extend({
        default: fieldText(FIELD_LIMITS.valueLength).optional(),
        readOnly,
        validation: textValidation.optional(),
      }),
      shown('number').extend({ default: bound.optional(), readOnly, validation: numberValidation.optional() }),
      shown('checkbox').extend({ default: z.boolean().optional(), readOnly }),
      shown('dropdown').extend({
        options: z.array(singleLine(120)).min(1, 'must contain at least one option').max(FIELD_LIMITS.options),
        default: singleLine(120).optional(),
        readOnly,
      }),
      z.strictObject({
        kind: z.literal('radio'),
        ...everywhere,
        options: z.array(radioOption).min(1, 'must contain at least one option').max(FIELD_LIMITS.options),
        default: singleLine(120).optional(),
        readOnly,
      }),
    ])
    .superRefine((input, context) => {
      checkPlace(input as PlaceInput, context);
      checkChoices(input as ChoiceInput, context);
    });
}

const PLACE = ['page', 'x', 'y', 'width', 'height'] as const;
type Place = { page: number; x: number; y: number; width: number; height: number };
type PlaceInput = { kind: FieldKind; anchor?: object } & Partial<Place>;
const optionalPlace = Object.fromEntries(PLACE.map((member) => [member, placeMembers[member].optional()])) as {
  [Member in keyof Place]: z.ZodOptional<(typeof placeMembers)[Member]>;
};

function checkPlace(input: PlaceInput, context: Context): void {
  if (input.kind === 'radio') return;
  for (const member of PLACE) {
    if (input.anchor === undefined && input[member] === undefined)
      fault(context, member, 'is required unless `anchor` is set');
    if (input.anchor !== undefined && input[member] !== undefined)
      fault(context, member, 'cannot be combined with `anchor`');
  }
}

/** The field's position once its anchor has been found in the document. */
export type Placed<Input> = Input extends { kind: 'radio' } ? Input : Omit<Input, keyof Place | 'anchor'> & Place;

/** Identifies a recipient if several recipients have the same e-mail address. */
export const recipientKey = fieldKey;

/** A recipient's e-mail address or key. */
const signerName = strict(z.string())
  .trim()
  .max(254)
  .check(({ value: input, issues }) => {
    const judged = input.includes('@') ? emailAddress.safeParse(input) : recipientKey.safeParse(input);
    if (judged.success) return;
    const message = 'must be the e-mail address or the key of one of the signers';
    issues.push({ code: 'invalid_format', format: 'email', message, input });
  })
  .meta({ description: 'The e-mail address or the `key` of one of the signers.' });

/** A field of a document. `signer` is the e-mail address or the key of one of the signers. */
export const fieldInput = fieldInputFor({ signer: signerName });
export type FieldInput = z.infer<typeof fieldInput>;

type ChoiceInput = {
  options?: readonly (string | RadioOption)[];
  default?: string | number | boolean | undefined;
  readOnly?: boolean;
  condition?: object;
};

/** Returns the label of an option in a dropdown or a radio group. */
export const optionValue = (option: string | RadioOption): string =>
  typeof option === 'string' ? option : option.value;

function checkChoices(input: ChoiceInput, context: Context): void {
  const { options, default: suggested, readOnly: fixed } = input;
  const values = (options ?? []).map(optionValue);
  for (const [index, value] of values.entries()) {
    if (values.indexOf(value) === index) continue;
    const path = ['options', index, ...(typeof options?.[index] === 'string' ? [] : ['value'])];
    context.addIssue({ code: 'custom', path, message: 'is already in this list' });
  }
  if (options !== undefined && suggested !== undefined && !values.includes(String(suggested)))
    fault(context, 'default', 'must be one of the options');
  if (fixed === true && (suggested === undefined || suggested === ''))
    fault(context, 'readOnly', 'requires a default value, because nobody can fill in the field');
  if (fixed === true && input.condition !== undefined)
    fault(context, 'condition', 'is allowed only for fields that signers fill in, and this field is read-only');
}

type Context = z.core.$RefinementCtx;

function fault(context: Context, member: string, message: string): void {
  context.addIssue({ code: 'custom', path: [member], message });
}

/**
 * The fields of one request. The cost of their patterns is limited in total, because five hundred cheap patterns are
 * expensive together.
 */
export function fieldList<Input extends z.ZodType<PatternInput>>(input: Input, max: number) {
  return z.array(input).max(max).superRefine(checkPatterns);
}

type PatternInput = { kind: FieldKind; validation?: object | undefined };

function checkPatterns(fields: readonly PatternInput[], context: Context): void {
  let left = PATTERNS_BUDGET;
  for (const [index, { validation }] of fields.entries()) {
    const { pattern, maxLength }: FieldValidation = validation ?? {};
    if (pattern === undefined) continue;
    const path = [index, 'validation', 'pattern'];
    try {
      left -= patternCost(pattern, maxLength);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      context.addIssue({ code: 'custom', path, message: `must be a valid pattern: ${error.message}` });
      left -= BAD_PATTERN;
    }
    if (left >= 0) continue;
    const message = 'makes the combined patterns of these fields too complex. Simplify them, or set `maxLength`';
    context.addIssue({ code: 'custom', path, message });
    return;
  }
}

/** The cost of an invalid pattern, which also takes time to parse. */
const BAD_PATTERN = 5000;
