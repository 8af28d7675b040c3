/** Validates values of each kind of field, both the sender's defaults and the signer's input. */
import {
  compilePattern,
  type Condition,
  type FieldKind,
  fieldKindOf,
  type FieldValidation,
  optionValue,
  PatternError,
  type RadioOption,
  type Reason,
  type Id,
  withoutReordering,
  withoutUnseen,
} from '@countersign/contract';

/** The stored form of a condition. It refers to a field by its ID instead of its key. */
export type KeptCondition = Condition & { field: Id<'field'> };

export type FieldSettings = {
  /** The default value as a string, which is 'true' for a checked box. */
  default?: string;
  readOnly?: boolean;
  /** The variable in the document's text that is replaced with this value. */
  variable?: string;
  options?: (string | RadioOption)[];
  validation?: FieldValidation;
  key?: string;
  condition?: KeptCondition;
};

export type ValueFault = { code: Reason; message: string };
export type JudgedValue =
  /** `value` is the normalized value that is stored and shown. Empty if nothing was entered. */
  { value: string; fault?: undefined } | { value?: undefined; fault: ValueFault };

const fault = (code: Reason, message: string): JudgedValue => ({ fault: { code, message } });

/**
 * The maximum length of a value that must match a pattern. Matching takes longer for longer values, and such values are
 * usually short.
 */
const PATTERN_TEXT = 200;
const MAX_DIGITS = 15;

/**
 * Validates a value from the API. Does not apply to signatures and initials, which have appearances instead of values.
 */
export function judgeValue(kind: FieldKind, settings: FieldSettings, given: string | boolean): JudgedValue {
  if (fieldKindOf(kind).takes === 'tick')
    return typeof given === 'boolean' ? { value: given ? 'true' : '' } : fault('wrong_type', 'must be true or false');
  if (typeof given !== 'string') return fault('wrong_type', 'must be text');
  // Only multi-line text needs zero-width spaces.
  const visible = kind === 'text' ? withoutReordering(given) : withoutUnseen(given);
  const value = visible.normalize('NFC').trim();
  if (value === '') return { value };
  switch (fieldKindOf(kind).takes) {
    case 'date':
      return isDay(value) ? { value } : fault('invalid_date', 'must be a date such as 2026-11-20');
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 254
        ? { value }
        : fault('invalid_email', 'must be an e-mail address such as name@example.com');
    case 'number':
      return judgeNumber(value, settings.validation ?? {});
    case 'choice':
      return (settings.options ?? []).map(optionValue).includes(value)
        ? { value }
        : fault('invalid_option', "must be one of the field's options");
    default:
      return judgeText(value, settings.validation ?? {});
  }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // The date is compared with the input, because February 30 would roll over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function judgeNumber(value: string, { min, max, decimals }: FieldValidation): JudgedValue {
  const match = /^[-+]?(\d+)(?:\.(\d{1,10}))?$/.exec(value);
  // If a number had more digits than a double can hold, the compared number would differ from the displayed one.
  if (!match || `${match[1]}${match[2] ?? ''}`.length > MAX_DIGITS)
    return fault('invalid_number', `must be a number such as 1250 or 99.50, with at most ${MAX_DIGITS} digits`);
  if (decimals !== undefined && (match[2]?.length ?? 0) > decimals)
    return fault(
      'too_many_decimals',
      decimals === 0 ? 'must be a whole number' : `must have at most ${decimals} decimal places`,
    );
  const number = Number(value);
  if (min !== undefined && number < min) return fault('below_minimum', `must be at least ${min}`);
  if (max !== undefined && number > max) return fault('above_maximum', `must be at most ${max}`);
  return { value };
}

function judgeText(value: string, { minLength, maxLength, pattern, message }: FieldValidation): JudgedValue {
  const length = [...value].length;
  if (minLength !== undefined && length < minLength)
    return fault('too_short', `must have at least ${minLength} characters`);
  if (maxLength !== undefined && length > maxLength)
    return fault('too_long', `must have at most ${maxLength} characters`);
  if (pattern === undefined) return { value };
  if (value.length > PATTERN_TEXT) return fault('too_long', `must have at most ${PATTERN_TEXT} characters`);
  return matches(pattern, value) ? { value } : fault('pattern', message ?? `must match the pattern ${pattern}`);
}

/**
 * A pattern that was stored before its size was limited may be invalid now. It must not prevent a signer from signing
 * (ADR 42).
 */
function matches(pattern: string, value: string): boolean {
  try {
    return compilePattern(pattern)(value);
  } catch (error) {
    if (error instanceof PatternError) return true;
    throw error;
  }
}
