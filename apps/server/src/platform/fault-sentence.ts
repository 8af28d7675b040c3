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

/** What is wrong with a value, in words that follow its name: `expirationDays: must be at most 365`. */
export function faultSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  // The contract's own messages begin in lower case; the library's are whole sentences.
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
    default:
      return `is not valid: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  }
}

function limit(origin: string, comparison: string, bound: number | bigint): string {
  if (origin === 'string')
    return comparison === 'at least' && bound === 1
      ? 'must not be empty'
      : `must have ${comparison} ${bound} characters`;
  if (origin === 'array') return `must hold ${comparison} ${bound}`;
  return `must be ${comparison} ${bound}`;
}
