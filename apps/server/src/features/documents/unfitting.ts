/** Finds the fields that do not fit on the pages of a new file. */
import type { FieldFault } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';

const UNFITTING = 'unfitting_field';

type Fittable = { key?: string | undefined; condition?: { field: string } | undefined };

/**
 * Finds fields that fit. `judge` validates a single field as `fields[0]` and throws a ValidationError. If a field's
 * condition depends on a field that does not fit, the field does not fit either.
 */
export function fitFields<Field extends Fittable>(
  fields: readonly Field[],
  judge: (alone: Field) => void,
): { fields: Field[]; unfitting: FieldFault[] } {
  const faults = new Map<Field, FieldFault>();
  for (const [index, field] of fields.entries()) {
    try {
      judge({ ...field, condition: undefined });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const [{ field: path, message }] = error.faults;
      const place = path.startsWith('fields[0]') ? path.slice('fields[0]'.length) : '';
      faults.set(field, { field: `fields[${index}]${place}`, message, code: UNFITTING });
    }
  }
  // A condition refers to an earlier field, so one pass finds all dependents of a field that does not fit.
  const keys = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const { condition, key } = field;
    if (condition && !faults.has(field) && !keys.has(condition.field))
      faults.set(field, {
        field: `fields[${index}].condition`,
        message: `depends on "${condition.field}", which does not fit`,
        code: UNFITTING,
      });
    if (key !== undefined && !faults.has(field)) keys.add(key);
  }
  return {
    fields: fields.filter((field) => !faults.has(field)),
    unfitting: fields.flatMap((field) => faults.get(field) ?? []),
  };
}

export const unfitting = (field: string, message: string): FieldFault => ({ field, message, code: UNFITTING });
