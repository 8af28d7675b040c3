/** Lists the errors in an input, field by field, with paths as callers write them: `signers[0].email`. */
import { type FieldFault, jsonFault } from '@countersign/contract';
import type { z } from 'zod';
import { invalid, ValidationError } from '../errors.ts';
import { boundsOf, faultSentence, reasonFor } from '../fault-sentence.ts';

/** The maximum number of errors that a response lists. Further errors are counted. */
export const FAULTS_NAMED = 20;

/** Converts zod's issues to our errors. `root` names the input as a whole. */
export function validationError(error: z.ZodError, root = 'body'): ValidationError {
  const faults: FieldFault[] = [];
  let omitted = 0;
  for (const issue of error.issues) {
    const left = FAULTS_NAMED - faults.length;
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    omitted += Math.max(0, (keys?.length ?? 1) - left);
    if (left <= 0) continue;
    const path = fieldPath(issue.path);
    if (keys) faults.push(...keys.slice(0, left).map((key) => unknownField(path, key)));
    else
      faults.push({ field: path || root, message: faultSentence(issue), code: reasonFor(issue), ...boundsOf(issue) });
  }
  const [first, ...more] = faults;
  const refusal = new ValidationError(
    first ?? { field: root, message: 'is not valid', code: 'validation_error' },
    ...more,
  );
  refusal.omitted = omitted;
  return refusal;
}

const unknownField = (path: string, key: string): FieldFault => ({
  field: path ? `${path}.${key}` : key,
  message: 'is not recognized',
  code: 'unknown_field',
});

/** Refuses JSON that is too large or too deep to be validated. */
export function findUnbounded(value: unknown): ValidationError | undefined {
  const tooLarge = jsonFault(value);
  return tooLarge && invalid(fieldPath(tooLarge.path) || 'body', tooLarge.message, 'too_large');
}

function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : text === '' ? String(part) : `.${String(part)}`;
  return text;
}
