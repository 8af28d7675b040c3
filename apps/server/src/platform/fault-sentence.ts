/** Translates the validator's findings into our own sentences and reason codes. */
import type { FieldFault, Reason } from '@countersign/contract';
import type { z } from 'zod';

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Partial<Record<string, string>> = {
  datetime: 'must be a date and time such as 2026-12-05T10:00:00Z',
  date: 'must be a date such as 2026-12-05',
};

/** Describes why a value is invalid, in words that follow its name: `expirationDays: must be at most 365`. */
export function faultSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  // Messages of the contract begin in lower case. Messages of the library are whole sentences.
  if (!/^[A-Z]/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return limit(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return limit(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_union':
      return sentenceOfUnion(issue.errors);
    case 'invalid_format':
      return FORMATS[issue.format] ?? sentenceOfLibrary(issue);
    default:
      return sentenceOfLibrary(issue);
  }
}

const sentenceOfLibrary = ({ message }: z.core.$ZodIssue): string =>
  `is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;

function sentenceOfUnion(branches: Branches): string {
  const first = nearestFault(branches);
  if (first === undefined) {
    const kinds = new Set(branches.flatMap(([issue]) => acceptedKind(issue) ?? []));
    return kinds.size === 0 ? 'does not match any of the accepted formats' : `must be ${[...kinds].join(' or ')}`;
  }
  const path = first.path.map(String).join('.');
  return path === '' ? faultSentence(first) : `is not valid: \`${path}\` ${faultSentence(first)}`;
}

type Branches = readonly (readonly z.core.$ZodIssue[])[];

/**
 * Returns the first error of the alternative with the fewest errors, among the alternatives that accept this type of
 * value. Returns undefined if there is none.
 */
function nearestFault(branches: Branches): z.core.$ZodIssue | undefined {
  const fitting = branches.filter(([first]) => acceptedKind(first) === undefined);
  return fitting.toSorted((one, other) => one.length - other.length)[0]?.[0];
}

function acceptedKind(issue: z.core.$ZodIssue | undefined): string | undefined {
  if (issue?.code !== 'invalid_type' || issue.path.length > 0) return undefined;
  return KINDS[issue.expected] ?? `of the type ${issue.expected}`;
}

/** Returns a reason code of our own, because the validator's codes may change with its version. */
export function reasonFor(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong_type';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'unknown_value';
    case 'invalid_format':
      return 'wrong_format';
    case 'invalid_union':
      return reasonOfUnion(issue.errors);
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'empty' : 'too_short';
      return issue.origin === 'array' ? 'too_few' : 'below_minimum';
    case 'too_big':
      if (issue.origin === 'string') return 'too_long';
      return issue.origin === 'array' ? 'too_many' : 'above_maximum';
    case 'not_multiple_of':
      return 'wrong_step';
    case 'unrecognized_keys':
      return 'unknown_field';
    default:
      return 'validation_error';
  }
}

function reasonOfUnion(branches: Branches): Reason {
  const first = nearestFault(branches);
  return first === undefined ? 'wrong_type' : reasonFor(first);
}

/** Returns the limit or the format that the value violates, for sentences in other languages. */
export function boundsOf(issue: z.core.$ZodIssue): Pick<FieldFault, 'limit' | 'format'> {
  switch (issue.code) {
    case 'too_small':
      return issue.inclusive === false ? {} : { limit: Number(issue.minimum) };
    case 'too_big':
      return issue.inclusive === false ? {} : { limit: Number(issue.maximum) };
    case 'invalid_format':
      return isNamedFormat(issue.format) ? { format: issue.format } : {};
    case 'invalid_union': {
      const first = nearestFault(issue.errors);
      return first === undefined || first.path.length > 0 ? {} : boundsOf(first);
    }
    default:
      return {};
  }
}

const isNamedFormat = (format: string): format is NonNullable<FieldFault['format']> =>
  format === 'email' || format === 'date' || format === 'datetime';

function limit(origin: string, comparison: string, bound: number | bigint): string {
  if (origin === 'string')
    return comparison === 'at least' && bound === 1
      ? 'must not be empty'
      : `must have ${comparison} ${bound} characters`;
  if (origin === 'array') return `must have ${comparison} ${bound}`;
  return `must be ${comparison} ${bound}`;
}
