/**
 * Decides when a field is shown or required. The signing page and the server use the same functions. They need no
 * schemas, which would add the validator to the page's bundle.
 */

/** A field is shown (or only required) if an earlier field of the same signer has a certain value. */
export type Condition = {
  /** The field's ID, or its key while fields are being placed. */
  field: string;
  effect: 'show' | 'require';
  // Exactly one of these.
  equals?: ConditionValue | undefined;
  notEquals?: ConditionValue | undefined;
  oneOf?: string[] | undefined;
  /** False: the condition holds if the field is empty. */
  filled?: boolean | undefined;
};
/** Booleans are for check boxes, numbers for number fields. */
export type ConditionValue = string | number | boolean;

type Conditional = { id: string; required: boolean; condition: Condition | null };
export type FieldState = { isShown: boolean; isRequired: boolean };

/**
 * The requirements of each field, by its ID. `fields` are in document order. `valueOf` returns a value in its stored
 * form: text, empty for nothing, 'true' for a checked box. A hidden field has no value, even if one was entered before
 * it was hidden.
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

/** Numbers are equal in every notation: 12.5 and 12.50. */
function isSame(value: string, wanted: ConditionValue): boolean {
  if (typeof wanted === 'boolean') return (value === 'true') === wanted;
  return typeof wanted === 'number' ? value !== '' && Number(value) === wanted : value === wanted;
}
