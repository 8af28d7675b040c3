/**
 * Decides when a field is shown or required. The signing page and the server use the same functions. The functions do
 * not use schemas, because a schema would add the validator to the page's bundle.
 */

/** Shows a field, or only makes it required, if an earlier field of the same signer has a certain value. */
export type Condition = {
  /** The field's ID. While fields are being placed, this is the field's key. */
  field: string;
  effect: 'show' | 'require';
  // Exactly one of the following members is set.
  equals?: ConditionValue | undefined;
  notEquals?: ConditionValue | undefined;
  oneOf?: string[] | undefined;
  /** Whether the condition is met when the field is filled in (true) or when it is empty (false). */
  filled?: boolean | undefined;
};
/** The value to compare with. Booleans are for check boxes, and numbers are for number fields. */
export type ConditionValue = string | number | boolean;

type Conditional = { id: string; required: boolean; condition: Condition | null };
export type FieldState = { isShown: boolean; isRequired: boolean };

/**
 * Returns whether each field is shown and required, by field ID. `fields` must be in document order. `valueOf` returns
 * the stored form of a value: text, an empty string for no value, or 'true' for a checked box. A hidden field has no
 * value, even if a value was entered before the field was hidden.
 */
export function fieldStates<F extends Conditional>(
  fields: readonly F[],
  valueOf: (field: F) => string,
): Map<string, FieldState> {
  const states = new Map<string, FieldState>();
  const values = new Map<string, string>();
  for (const field of fields) {
    const { condition } = field;
    const isMet = condition === null || isConditionMet(condition, values.get(condition.field) ?? '');
    const isShown = isMet || condition?.effect === 'require';
    states.set(field.id, { isShown, isRequired: field.required && isMet });
    values.set(field.id, isShown ? valueOf(field).trim() : '');
  }
  return states;
}

function isConditionMet({ equals, notEquals, oneOf, filled }: Condition, value: string): boolean {
  if (filled !== undefined) return (value !== '') === filled;
  if (oneOf !== undefined) return oneOf.includes(value);
  if (equals !== undefined) return isSame(value, equals);
  return notEquals !== undefined && !isSame(value, notEquals);
}

/** Compares numbers regardless of notation, so 12.5 equals 12.50. */
function isSame(value: string, wanted: ConditionValue): boolean {
  if (typeof wanted === 'boolean') return (value === 'true') === wanted;
  return typeof wanted === 'number' ? value !== '' && Number(value) === wanted : value === wanted;
}
